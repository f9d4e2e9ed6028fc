/* ask.c: asks functions of the library at the end of quick calls. The vector registers of the
 * program that these may change have been saved. */
#include "measure/vocabulary/steps.h"

#include <errno.h>

typedef int64_t asked_function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);

/* Returns an argument: a word of the call, or the address of a value. */
STEPS_INLINE int64_t ask_argument(struct described_call *call,
                                  const struct format_vocabulary_operand *part)
{
    uint64_t *value = (uint64_t *)call + part->source;
    if (part->field == FORMAT_PASS_NUMBER)
        return steps_plain(call, part);
    if (part->field == FORMAT_PASS_ADDRESS)
        *value = 0;
    return (int64_t)(uintptr_t)value;
}

/* Calls a function with more than three arguments. Those that it does not have do no harm. */
static __attribute__((noinline)) int64_t call_with_more(struct described_call *call,
                                                        const struct format_vocabulary_step *step,
                                                        asked_function *asked)
{
    int64_t all[FORMAT_VOCABULARY_CALLED] = {0};
    for (unsigned i = 0; i < step->number >> 20; i++)
        all[i] = ask_argument(call, i < 3 ? &step[-1].parts[i] : &step->parts[i - 3]);
    return asked(all[0], all[1], all[2], all[3], all[4], all[5]);
}

/* Calls a function. False if its address is not known. */
STEPS_INLINE bool ask_function(struct described_call *call,
                               const struct format_vocabulary_step *step, int64_t *result)
{
    const struct format_vocabulary_function *function =
        (const void *)((const char *)call->function + step->to_called);
    asked_function *asked =
        (asked_function *)(uintptr_t)__atomic_load_n(&function->real, __ATOMIC_RELAXED);
    unsigned count = step->number >> 20;
    int64_t one = 0, two = 0, three = 0, got;
    if (__builtin_expect(!asked, 0))
        return false;
    if (count > 0)
        one = ask_argument(call, &step->parts[0]);
    if (count > 1)
        two = ask_argument(call, &step->parts[1]);
    if (count > 2)
        three = ask_argument(call, &step->parts[2]);
    got = count <= 3 ? asked(one, two, three, 0, 0, 0) : call_with_more(call, step, asked);
    *result = steps_narrow((uint64_t)got, step->type);
    return true;
}

static __attribute__((noinline)) bool perform_other(struct described_call *call,
                                                    const struct format_vocabulary_step *step)
{
    uint64_t page = steps_page(call);
    if (step->op >= FORMAT_STEP_SUM)
        return steps_many(call, step, &page);
    return step->op == FORMAT_OP_ARGUMENT || /* it belongs to the next one */
           steps_perform(call, step, &page);
}

/* Performs a step. False if it cannot. `results` are those of the functions that were called, so
 * that none is called again if something else is not known. */
STEPS_INLINE bool ask_perform(struct described_call *call,
                              const struct format_vocabulary_step *step,
                              struct described_results *results)
{
    if (step->op != FORMAT_OP_CALL)
        return perform_other(call, step);
    int64_t *to = &results->all[results->count];
    if (!ask_function(call, step, to))
        return false;
    ((int64_t *)call)[step->to] = *to;
    results->count++;
    return true;
}

enum act_known { ASK_NOT_KNOWN, ASK_NO_ACT, ASK_ACT };

/* True if the act takes place, which is found out once. */
STEPS_INLINE bool ask_is_act(const struct described_call *call, enum act_known *act)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    if (*act == ASK_NOT_KNOWN)
        *act = steps_is_in_range(quick, steps_plain(call, &quick->tested)) ? ASK_ACT : ASK_NO_ACT;
    return *act == ASK_ACT;
}

/* Performs the steps of a call. False if something else is to be done about it. */
STEPS_INLINE bool ask_all(struct described_call *call, struct described_results *results)
{
    const struct format_vocabulary_step *step = steps_after(call->function);
    enum act_known act = ASK_NOT_KNOWN;
    for (const struct format_vocabulary_step *end = step + call->function->quick.steps; step < end;
         step++) {
        bool is_left_out = step->when == FORMAT_WHEN_ACT && !ask_is_act(call, &act);
        if (!is_left_out && !ask_perform(call, step, results))
            return false;
        step += step->op == FORMAT_STEP_REPEAT ? step->number : 0;
    }
    return true;
}

static __thread __attribute__((tls_model("initial-exec"))) struct described_results asked;

/* The functions may change errno. Its address is looked up once for each thread. */
bool measure_vocabulary_ask_functions(struct described_call *call)
{
    static __thread __attribute__((tls_model("initial-exec"))) int *error;
    if (__builtin_expect(!error, 0))
        error = &errno;
    int saved = *error;
    asked.count = 0;
    bool is_done = ask_all(call, &asked);
    *error = saved;
    return is_done;
}

/* Signal handlers do not change these: their calls are none that end quickly meanwhile. */
const struct described_results *measure_vocabulary_asked(const struct described_call *call)
{
    static const struct described_results none;
    return call->run == CALL_ASKED ? &asked : &none;
}
