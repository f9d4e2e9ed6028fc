/* ask.c: asks functions of the library at the end of quick calls. The vector registers of the
 * program that these may change have been saved. */
#include "measure/vocabulary/messages.h"

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

/* Notes what a function has left in the values whose addresses it had. */
STEPS_INLINE void note_left(const struct described_call *call,
                            const struct format_vocabulary_step *step,
                            struct described_results *results)
{
    const unsigned count = step->number >> 20, first = count > 3 ? 3 : 0;
    uint8_t passed = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct format_vocabulary_operand *part =
            i < first ? &step[-1].parts[i] : &step->parts[i - first];
        if (part->field == FORMAT_PASS_NUMBER)
            continue;
        results->left[results->count][i] = ((const int64_t *)call)[part->source];
        passed |= (uint8_t)(1U << i);
    }
    results->passed[results->count] = passed;
}

/* What the steps of a call need and make. */
struct asking {
    struct described_results *results;   /* so that no function is called again if something else is
                                            not known */
    struct described_messages *messages; /* NULL: there are none to be noted */
    uint64_t page;
    enum { ASK_NOT_KNOWN, ASK_NO_ACT, ASK_ACT } act; /* whether it takes place */
};

/* True if the act takes place, which is found out once. */
STEPS_INLINE bool ask_is_act(const struct described_call *call, struct asking *asking)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    if (asking->act == ASK_NOT_KNOWN)
        asking->act =
            steps_is_in_range(quick, steps_plain(call, &quick->tested)) ? ASK_ACT : ASK_NO_ACT;
    return asking->act == ASK_ACT;
}

/* Calls a function of the library. False if that is not possible. */
STEPS_INLINE bool ask_call(struct described_call *call, const struct format_vocabulary_step *step,
                           struct described_results *results)
{
    if (results->count == FORMAT_QUICK_CALLED)
        return false;
    int64_t *to = &results->all[results->count];
    if (!ask_function(call, step, to))
        return false;
    ((int64_t *)call)[step->to] = *to;
    note_left(call, step, results);
    results->count++;
    return true;
}

static bool ask_steps(struct described_call *call, const struct format_vocabulary_step *step,
                      unsigned count, struct asking *asking);

static bool ask_repeatedly(struct described_call *call, const struct format_vocabulary_step *step,
                           struct asking *asking)
{
    int64_t times, *number = (int64_t *)call + step->to;
    if (!steps_value(call, &step->parts[0], &asking->page, &times) ||
        times > FORMAT_VOCABULARY_REPEATS)
        return false;
    for (*number = 0; *number < times; ++*number) {
        if (!ask_steps(call, step + 1, step->number, asking))
            return false;
    }
    return true;
}

/* Does what is not one step. False if it cannot. *skipped: steps behind it that are done with it.
 */
static __attribute__((noinline)) bool ask_many(struct described_call *call,
                                               const struct format_vocabulary_step *step,
                                               struct asking *asking, unsigned *skipped)
{
    if (step->op != FORMAT_STEP_REPEAT)
        return steps_many(call, step, &asking->page, skipped);
    *skipped = step->number;
    return ask_repeatedly(call, step, asking);
}

/* Performs one step. False if it cannot. */
STEPS_INLINE bool ask_step(struct described_call *call, const struct format_vocabulary_step *step,
                           struct asking *asking)
{
    switch (step->op) {
    case FORMAT_OP_CALL:
        return ask_call(call, step, asking->results);
    case FORMAT_OP_ARGUMENT:
        return true; /* it belongs to the next one */
    case FORMAT_STEP_MESSAGE:
        return asking->messages && messages_note(call, step, asking->messages, &asking->page);
    default:
        return steps_perform(call, step, &asking->page);
    }
}

/* Performs steps. False if something else is to be done about the call. */
static bool ask_steps(struct described_call *call, const struct format_vocabulary_step *step,
                      unsigned count, struct asking *asking)
{
    for (const struct format_vocabulary_step *end = step + count; step < end; step++) {
        unsigned skipped = 0;
        if (step->when == FORMAT_WHEN_ACT && !ask_is_act(call, asking))
            continue;
        bool is_many = step->op >= FORMAT_STEP_SUM && step->op != FORMAT_STEP_MESSAGE;
        if (is_many ? !ask_many(call, step, asking, &skipped) : !ask_step(call, step, asking))
            return false;
        step += skipped;
    }
    return true;
}

static __thread __attribute__((tls_model("initial-exec"))) struct described_results asked;

/* The functions may change errno. Its address is looked up once for each thread. */
bool measure_vocabulary_ask_functions(struct described_call *call,
                                      const struct format_vocabulary_step *steps, unsigned count,
                                      struct described_messages *messages)
{
    static __thread __attribute__((tls_model("initial-exec"))) int *error;
    struct asking asking = {.results = &asked, .messages = messages, .page = steps_page(call)};
    if (__builtin_expect(!error, 0))
        error = &errno;
    int saved = *error;
    asked.count = 0;
    bool is_done = ask_steps(call, steps, count, &asking);
    *error = saved;
    return is_done;
}

void measure_vocabulary_ask_nothing(void)
{
    asked.count = 0;
}

/* Signal handlers do not change these: their calls are none that end quickly meanwhile. */
const struct described_results *measure_vocabulary_asked(const struct described_call *call)
{
    static const struct described_results none;
    return call->run == CALL_ASKED ? &asked : &none;
}
