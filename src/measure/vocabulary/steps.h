/* steps.h: numbers that quick calls compute without the stack machine: operands and steps of
 * format/vocabulary.h. Only quick.c uses it, which is compiled without vector registers. */
#ifndef MEASURE_VOCABULARY_STEPS_H
#define MEASURE_VOCABULARY_STEPS_H

#include "measure/vocabulary/call.h"
#include "measure/vocabulary/ranges.h"
#include "measure/vocabulary/state_cells.h"

#define STEPS_INLINE static inline __attribute__((always_inline))

/* Reads a number of that size. */
STEPS_INLINE int64_t steps_load(uint64_t address, unsigned size)
{
    const void *at = (const void *)(uintptr_t)address;
    struct __attribute__((packed)) unaligned {
        uint64_t eight;
    };
    struct __attribute__((packed)) half {
        uint32_t four;
    };
    struct __attribute__((packed)) quarter {
        uint16_t two;
    };
    if (size == 4)
        return ((const struct half *)at)->four;
    if (size == 8)
        return (int64_t)((const struct unaligned *)at)->eight;
    return size == 2 ? ((const struct quarter *)at)->two : *(const uint8_t *)at;
}

/* The bits of a number within its word, and its sign. */
struct steps_type {
    uint64_t bits, sign;
};

/* By type. (On x86-64, shifts by a variable number of bits would take three times as long.) */
static const struct steps_type steps_types[] = {
    [0] = {UINT64_MAX, 0},
    [1] = {UINT8_MAX, 0},
    [2] = {UINT16_MAX, 0},
    [4] = {UINT32_MAX, 0},
    [8] = {UINT64_MAX, 0},
    [FORMAT_TYPE_SIGNED | 1] = {UINT8_MAX, UINT64_C(1) << 7},
    [FORMAT_TYPE_SIGNED | 2] = {UINT16_MAX, UINT64_C(1) << 15},
    [FORMAT_TYPE_SIGNED | 4] = {UINT32_MAX, UINT64_C(1) << 31},
    [FORMAT_TYPE_SIGNED | 8] = {UINT64_MAX, 0},
};

/* Returns a number of that type, which is in the lower bits of a word, without a branch. */
STEPS_INLINE int64_t steps_narrow(uint64_t word, unsigned type)
{
    const struct steps_type *number = &steps_types[type];
    return (int64_t)(((word & number->bits) ^ number->sign) - number->sign);
}

/* Takes the number of an operand out of its word. */
STEPS_INLINE uint64_t steps_take(uint64_t word, const struct format_vocabulary_operand *operand)
{
    uint64_t number = (uint64_t)steps_narrow(word, operand->type);
    if (__builtin_expect(operand->is_scaled, 0))
        number = number * (uint64_t)(int64_t)operand->factor + (uint64_t)(int64_t)operand->plus;
    return number;
}

/* Returns the value of an operand that is made of a word of the call. */
STEPS_INLINE int64_t steps_plain(const struct described_call *call,
                                 const struct format_vocabulary_operand *operand)
{
    return (int64_t)steps_take(((const uint64_t *)call)[operand->source], operand);
}

/* Returns the word of a source, without a branch; is_shared: it may be a state of the process. */
STEPS_INLINE uint64_t steps_word(const struct described_call *call, unsigned source, bool is_shared)
{
    uintptr_t states = (uintptr_t)described_states - FORMAT_SOURCE_STATES * sizeof(uint64_t),
              shared = (uintptr_t)described_shared - FORMAT_SOURCE_SHARED * sizeof(uint64_t),
              others = is_shared && source >= FORMAT_SOURCE_SHARED ? shared : states,
              words = source < FORMAT_SOURCE_STATES ? (uintptr_t)call : others;
    return __atomic_load_n((const uint64_t *)(words + source * sizeof(uint64_t)), __ATOMIC_RELAXED);
}

/* Returns the value of an operand that is made of a word of the call or of a state. */
STEPS_INLINE int64_t steps_near(const struct described_call *call,
                                const struct format_vocabulary_operand *operand, bool is_shared)
{
    return (int64_t)steps_take(steps_word(call, operand->source, is_shared), operand);
}

/* Returns the page of a call, which is on the stack. */
STEPS_INLINE uint64_t steps_page(const struct described_call *call)
{
    return (uint64_t)(uintptr_t)call & ~(uint64_t)(MEMORY_PAGE - 1);
}

/* Reads what is at an address. False if nothing is known of it. *page is the start of one that is
 * known to be there: what a call reads is mostly on one page. */
STEPS_INLINE bool steps_load_known(uint64_t address, unsigned type, uint64_t *page, int64_t *value)
{
    unsigned size = type & 15;
    if (address - *page > MEMORY_PAGE - size) {
        if (!measure_vocabulary_is_there(address, size))
            return false;
        *page = address & ~(uint64_t)(MEMORY_PAGE - 1);
    }
    *value = steps_narrow((uint64_t)steps_load(address, size), type);
    return true;
}

/* Reads what is at the address that an operand tells. An argument on the stack is there. False if
 * nothing is known of it. */
STEPS_INLINE bool steps_load_operand(const struct format_vocabulary_operand *operand,
                                     uint64_t *page, int64_t *value)
{
    uint64_t address = (uint64_t)*value;
    if (operand->source != FORMAT_SOURCE_STACK)
        return steps_load_known(address, operand->loaded, page, value);
    *value = steps_narrow((uint64_t)steps_load(address, operand->loaded & 15), operand->loaded);
    return true;
}

/* Finds the value of an operand, which is mostly made of a word of the call. False if it is behind
 * a pointer of which nothing is known. */
STEPS_INLINE bool steps_value(const struct described_call *call,
                              const struct format_vocabulary_operand *operand, uint64_t *page,
                              int64_t *value)
{
    *value = __builtin_expect(operand->source < FORMAT_SOURCE_STATES, 1)
                 ? steps_plain(call, operand)
                 : steps_near(call, operand, true);
    return !operand->loaded || steps_load_operand(operand, page, value);
}

/* Does the same; without `page`, the operand is made of a word of the call. */
STEPS_INLINE bool steps_find(const struct described_call *call,
                             const struct format_vocabulary_operand *operand, uint64_t *page,
                             int64_t *value)
{
    if (page)
        return steps_value(call, operand, page, value);
    *value = steps_plain(call, operand);
    return true;
}

/* True if a step is to be done. */
STEPS_INLINE bool steps_holds(const struct described_call *call,
                              const struct format_vocabulary_step *step)
{
    return step->when != FORMAT_WHEN_PART || steps_plain(call, &step->parts[2]);
}

/* Finds a state of the process by its key, a word of the call; 0 if it was never set. False if it
 * has to be made. */
STEPS_INLINE bool steps_find_state(struct described_call *call,
                                   const struct format_vocabulary_step *step)
{
    uint64_t *words = (uint64_t *)call;
    struct state_cell *cell = state_find_recent(step->number, steps_plain(call, &step->parts[0]));
    words[step->cell] = (uint64_t)(uintptr_t)cell;
    if (__builtin_expect(cell != NULL, 1)) {
        words[step->to] = (uint64_t)__atomic_load_n(&cell->value, __ATOMIC_RELAXED);
        return true;
    }
    words[step->to] = 0;
    return step->cell == step->to || !steps_holds(call, step);
}

/* Computes with two numbers. False if the stack machine has to find out that the result is not
 * known. */
STEPS_INLINE bool steps_compute(unsigned op, int64_t left, int64_t right, int64_t *to)
{
    switch (op) {
    case FORMAT_OP_ADD:
        *to = (int64_t)((uint64_t)left + (uint64_t)right);
        return true;
    case FORMAT_OP_SUBTRACT:
        *to = (int64_t)((uint64_t)left - (uint64_t)right);
        return true;
    case FORMAT_OP_MULTIPLY:
        *to = (int64_t)((uint64_t)left * (uint64_t)right);
        return true;
    case FORMAT_OP_DIVIDE:
    case FORMAT_OP_REMAINDER:
        if (!right || (right == -1 && left == INT64_MIN))
            return false;
        *to = op == FORMAT_OP_DIVIDE ? left / right : left % right;
        return true;
    case FORMAT_OP_EQUAL:
        *to = left == right;
        return true;
    case FORMAT_OP_DIFFERENT:
        *to = left != right;
        return true;
    case FORMAT_OP_LESS:
        *to = left < right;
        return true;
    case FORMAT_OP_AT_MOST:
        *to = left <= right;
        return true;
    case FORMAT_OP_SHIFT_LEFT:
    case FORMAT_OP_SHIFT_RIGHT:
        if (right < 0 || right > 63)
            return false;
        *to = op == FORMAT_OP_SHIFT_RIGHT ? left >> right : (int64_t)((uint64_t)left << right);
        return true;
    case FORMAT_OP_AND:
        *to = left & right;
        return true;
    case FORMAT_OP_OR:
        *to = left | right;
        return true;
    case FORMAT_STEP_LEAST:
        *to = left < right ? left : right;
        return true;
    case FORMAT_STEP_MOST:
        *to = left > right ? left : right;
        return true;
    default:
        return false;
    }
}

/* Returns the bytes that FORMAT_STEP_COUNT makes of those before. */
STEPS_INLINE int64_t steps_count(const struct format_vocabulary_step *step, int64_t before,
                                 int64_t bytes, int64_t times, int64_t when)
{
    uint64_t more = when && bytes > 0 && times > 0 ? (uint64_t)bytes * (uint64_t)times : 0;
    return (int64_t)((step->is_first ? 0 : (uint64_t)before) + more);
}

/* Performs one step. False if it cannot. */
STEPS_INLINE bool steps_perform(struct described_call *call,
                                const struct format_vocabulary_step *step, uint64_t *page)
{
    int64_t first, second, when, *to = (int64_t *)call + step->to;
    if (step->op == FORMAT_OP_STATE)
        return steps_find_state(call, step);
    if (!steps_value(call, &step->parts[0], page, &first))
        return false;
    switch (step->op) {
    case FORMAT_OP_ADD:
        if (!steps_value(call, &step->parts[1], page, &second))
            return false;
        *to = (int64_t)((uint64_t)first + (uint64_t)second);
        return true;
    case FORMAT_OP_KEEP:
        *to = first;
        return true;
    case FORMAT_OP_NOT:
        *to = !first;
        return true;
    case FORMAT_OP_NEGATE:
        *to = (int64_t)(0 - (uint64_t)first);
        return true;
    case FORMAT_OP_JUMP_FALSE:
        if (!steps_value(call, &step->parts[first ? 1 : 2], page, &second))
            return false;
        *to = second;
        return true;
    case FORMAT_STEP_COUNT:
        if (!steps_value(call, &step->parts[1], page, &second) ||
            !steps_value(call, &step->parts[2], page, &when) || second > FORMAT_VOCABULARY_MOST)
            return false;
        *to = steps_count(step, *to, first, second, when);
        return true;
    default:
        return steps_value(call, &step->parts[1], page, &second) &&
               steps_compute(step->op, first, second, to);
    }
}

/* Does the same without reading memory. False if that is needed, or if it cannot. is_shared: there
 * may be states of the process. */
STEPS_INLINE bool steps_perform_near(struct described_call *call,
                                     const struct format_vocabulary_step *step, bool is_shared)
{
    int64_t *to = (int64_t *)call + step->to;
    if (is_shared && step->op == FORMAT_OP_STATE)
        return steps_find_state(call, step);
    if (step->parts[0].loaded | step->parts[1].loaded | step->parts[2].loaded)
        return false;
    int64_t first = steps_near(call, &step->parts[0], is_shared),
            second = steps_near(call, &step->parts[1], is_shared);
    switch (step->op) {
    case FORMAT_OP_KEEP:
        *to = first;
        return true;
    case FORMAT_OP_JUMP_FALSE:
        *to = first ? second : steps_near(call, &step->parts[2], is_shared);
        return true;
    case FORMAT_STEP_COUNT:
        *to = steps_count(step, *to, first, second, steps_near(call, &step->parts[2], is_shared));
        return second <= FORMAT_VOCABULARY_MOST;
    default:
        return steps_compute(step->op, first, second, to);
    }
}

/* Adds numbers in memory. False if one of them is not known, or if that would take long. */
static inline bool steps_sum(struct described_call *call, const struct format_vocabulary_step *step,
                             uint64_t *page)
{
    const struct format_vocabulary_operand *first = &step->parts[0];
    uint64_t address = steps_take(steps_word(call, first->source, true), first),
             sum = step->is_first ? 0 : ((const uint64_t *)call)[step->to];
    int64_t times, number;
    if (!steps_value(call, &step->parts[1], page, &times) || times > FORMAT_VOCABULARY_REPEATS)
        return false;
    for (; times > 0; times--, address += step->number) {
        if (!steps_load_known(address, first->loaded, page, &number))
            return false;
        sum += number > 0 ? (uint64_t)number : 0;
    }
    ((uint64_t *)call)[step->to] = sum;
    return true;
}

/* Tells whether a value that a call on a condition has made is known. */
STEPS_INLINE bool steps_are_known(const struct described_call *call,
                                  const struct format_vocabulary_step *step, uint64_t *page)
{
    int64_t known;
    return steps_value(call, &step->parts[0], page, &known) && known;
}

/* Finds out how many steps behind a step are to be skipped. */
STEPS_INLINE bool steps_skipped(const struct described_call *call,
                                const struct format_vocabulary_step *step, uint64_t *page,
                                unsigned *skipped)
{
    int64_t holds;
    bool is_known = steps_value(call, &step->parts[0], page, &holds);
    *skipped = is_known && !holds ? step->number : 0;
    return is_known;
}

static inline bool steps_run_far(struct described_call *call,
                                 const struct format_vocabulary_step *step, unsigned count,
                                 uint64_t *page);

/* Repeats the steps behind a step. False if one of them cannot be performed, or if that would take
 * long. */
static inline bool steps_repeat(struct described_call *call,
                                const struct format_vocabulary_step *step, uint64_t *page)
{
    int64_t times, *number = (int64_t *)call + step->to;
    if (!steps_value(call, &step->parts[0], page, &times) || times > FORMAT_VOCABULARY_REPEATS)
        return false;
    for (*number = 0; *number < times; ++*number) {
        if (!steps_run_far(call, step + 1, step->number, page))
            return false;
    }
    return true;
}

/* Does what is not one step: several times, or perhaps not at all. *skipped: steps behind it that
 * are done with it. */
static inline bool steps_many(struct described_call *call,
                              const struct format_vocabulary_step *step, uint64_t *page,
                              unsigned *skipped)
{
    *skipped = 0;
    switch (step->op) {
    case FORMAT_STEP_SUM:
        return steps_sum(call, step, page);
    case FORMAT_STEP_REPEAT:
        *skipped = step->number;
        return steps_repeat(call, step, page);
    case FORMAT_STEP_NEED:
        return steps_are_known(call, step, page);
    case FORMAT_STEP_UNLESS:
        return steps_skipped(call, step, page, skipped);
    default:
        return false;
    }
}

/* Performs steps. False if one of them cannot be performed; those before it have changed nothing
 * but values of the call. */
STEPS_INLINE bool steps_run(struct described_call *call, const struct format_vocabulary_step *step,
                            unsigned count, uint64_t *page)
{
    unsigned skipped;
    for (const struct format_vocabulary_step *end = step + count; step < end; step++) {
        if (step->op < FORMAT_STEP_SUM) {
            if (!steps_perform(call, step, page))
                return false;
            continue;
        }
        if (!steps_many(call, step, page, &skipped))
            return false;
        step += skipped;
    }
    return true;
}

static inline bool steps_run_far(struct described_call *call,
                                 const struct format_vocabulary_step *step, unsigned count,
                                 uint64_t *page)
{
    return steps_run(call, step, count, page);
}

/* Returns the steps of a function. */
STEPS_INLINE const struct format_vocabulary_step *
steps_of(const struct format_vocabulary_function *function)
{
    return (const struct format_vocabulary_step *)((const char *)function - function->start +
                                                   function->quick.first_step);
}

/* Returns those after the call. */
STEPS_INLINE const struct format_vocabulary_step *
steps_after(const struct format_vocabulary_function *function)
{
    return (const struct format_vocabulary_step *)((const char *)function +
                                                   function->quick.to_after);
}

STEPS_INLINE void steps_change(int64_t *state, const struct format_vocabulary_step *step,
                               int64_t value)
{
    if (step->op == FORMAT_OP_ADD)
        state_add(state, value);
    else
        __atomic_store_n(state, value, __ATOMIC_RELAXED);
}

/* True if the tested number is in the range of the act. */
STEPS_INLINE bool steps_is_in_range(const struct format_vocabulary_quick *quick, int64_t tested)
{
    uint64_t from = (uint64_t)quick->from;
    return ((uint64_t)tested - from <= (uint64_t)quick->to - from) != quick->is_outside;
}

/* Sets a state of the process. */
STEPS_INLINE void steps_set_shared(const struct described_call *call,
                                   const struct format_vocabulary_step *step, int64_t value)
{
    int64_t *to = &described_shared[step->number];
    if (step->to == FORMAT_OWNER_KEY)
        to = &((struct state_cell *)(uintptr_t)((const uint64_t *)call)[step->cell])->value;
    if (steps_holds(call, step))
        steps_change(to, step, value);
}

/* Sets states. Their new values are words of the call, so that no state is read any more. */
STEPS_INLINE void steps_set(const struct described_call *call,
                            const struct format_vocabulary_step *step, unsigned count,
                            bool is_shared)
{
    for (; count; count--, step++) {
        int64_t value = steps_plain(call, &step->parts[0]);
        if (is_shared && step->to != FORMAT_OWNER_THREAD) {
            steps_set_shared(call, step, value);
            continue;
        }
        int64_t *to = &described_states[step->number];
        *to = (int64_t)((uint64_t)value + (step->op == FORMAT_OP_ADD ? (uint64_t)*to : 0));
    }
}

#endif
