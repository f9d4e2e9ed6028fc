/* quick_ask.h: steps of calls that ask functions of the library. Vector registers have been saved.
 * Only quick.c uses it. */
#ifndef MEASURE_VOCABULARY_QUICK_ASK_H
#define MEASURE_VOCABULARY_QUICK_ASK_H

#include "measure/vocabulary/steps.h"

typedef int64_t quick_asked(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);

/* Returns an argument: a word of the call, or the address of a value, which is 0 at first. */
STEPS_INLINE int64_t quick_ask_argument(struct described_call *call,
                                        const struct format_vocabulary_operand *part)
{
    uint64_t *value = (uint64_t *)call + part->source;
    if (part->field != FORMAT_PASS_ADDRESS)
        return steps_plain(call, part);
    *value = 0;
    return (int64_t)(uintptr_t)value;
}

/* Calls a function. False if its address is not known. Arguments that it does not have do no harm.
 */
STEPS_INLINE bool quick_ask(struct described_call *call, const struct format_vocabulary_step *step,
                            int64_t *result)
{
    const struct format_vocabulary_function *asked =
        call->function - call->function->number + (step->number & 0xfffff);
    uint64_t real = __atomic_load_n(&asked->real, __ATOMIC_RELAXED);
    unsigned count = step->number >> 20;
    const struct format_vocabulary_operand *first = count > 3 ? step[-1].parts : step->parts;
    int64_t one = quick_ask_argument(call, &first[0]), two = quick_ask_argument(call, &first[1]),
            three = quick_ask_argument(call, &first[2]), more[3] = {0};
    if (!real)
        return false;
    for (unsigned i = 3; i < count; i++)
        more[i - 3] = quick_ask_argument(call, &step->parts[i - 3]);
    *result = measure_vocabulary_narrow(
        ((quick_asked *)(uintptr_t)real)(one, two, three, more[0], more[1], more[2]), step->type);
    return true;
}

/* Performs steps, as steps_run() does. `results` are those of the functions that were called, so
 * that none is called again if something else is not known. */
STEPS_INLINE bool quick_ask_run(struct described_call *call,
                                const struct format_vocabulary_step *step, uint64_t *page,
                                struct described_results *results)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    for (unsigned count = quick->steps; count; count--, step++) {
        if (step->when == FORMAT_WHEN_ACT &&
            !steps_is_in_range(quick, steps_plain(call, &quick->tested)))
            continue;
        if (step->op == FORMAT_OP_ARGUMENT)
            continue; /* it belongs to the next one */
        if (step->op != FORMAT_OP_CALL) {
            if (!steps_perform(call, step, page))
                return false;
            continue;
        }
        int64_t *to = &results->all[results->count];
        if (!quick_ask(call, step, to))
            return false;
        ((int64_t *)call)[step->to] = *to;
        results->count++;
    }
    return true;
}

#endif
