/* quick_loop.c: see quick_loop.h */
#include "vocabulary/quick_loop.h"

#include "vocabulary/quick_statement.h"

static const struct format_vocabulary_operand one = {.plus = 1};

bool vocabulary_quick_when(struct quick_reading *reading, struct format_vocabulary_operand *when,
                           size_t *end)
{
    *end = 0;
    *when = one;
    if (vocabulary_quick_ending(reading) != FORMAT_OP_WHEN)
        return true;
    reading->at++; /* FORMAT_OP_BEGIN */
    reading->whole = true;
    vocabulary_quick_read(reading);
    reading->whole = false;
    if (reading->depth != 1 || quick_next(reading) != FORMAT_OP_WHEN)
        return false;
    int32_t by = quick_b(reading->words[reading->at++]);
    *when = reading->stack[0];
    *end = reading->at + (size_t)by;
    return by >= 0 && *end <= reading->count;
}

bool vocabulary_quick_find_loop(const struct quick_reading *reading, unsigned *number, size_t *end)
{
    const uint64_t *words = reading->words + reading->at;
    if (reading->at + 5 > reading->count || quick_op(words[0]) != FORMAT_OP_BEGIN ||
        quick_op(words[1]) != FORMAT_OP_NUMBER || quick_b(words[1]) ||
        quick_op(words[2]) != FORMAT_OP_KEEP || quick_op(words[3]) != FORMAT_OP_BEGIN ||
        quick_op(words[4]) != FORMAT_OP_VALUE || quick_a(words[4]) != quick_a(words[2]))
        return false;
    const int64_t start = (int64_t)reading->at + 3; /* to which its last word jumps */
    for (size_t i = reading->at + 5; i < reading->count; i++) {
        if (quick_op(reading->words[i]) == FORMAT_OP_WIDE) {
            i++;
        } else if (quick_op(reading->words[i]) == FORMAT_OP_JUMP &&
                   (int64_t)i + 1 + quick_b(reading->words[i]) == start) {
            *number = quick_a(words[2]);
            *end = i + 1;
            return *number < FORMAT_VOCABULARY_VALUES;
        }
    }
    return false;
}

bool vocabulary_quick_times(struct quick_reading *reading, size_t end,
                            struct format_vocabulary_operand *times)
{
    reading->at += 5; /* up to FORMAT_OP_VALUE */
    vocabulary_quick_read(reading);
    if (reading->depth != 1 || !quick_take(reading, FORMAT_OP_LESS) ||
        quick_next(reading) != FORMAT_OP_WHEN)
        return false;
    *times = reading->stack[0];
    size_t leads = reading->at + 1 + (size_t)quick_b(reading->words[reading->at]);
    reading->at++;
    return leads == end && !vocabulary_quick_is_passed(reading, FORMAT_VOCABULARY_VALUES, end);
}

bool vocabulary_quick_find_no_state(const struct vocabulary_steps *steps, unsigned from)
{
    while (from < steps->count && steps->all[from].op != FORMAT_OP_STATE)
        from++;
    return from == steps->count;
}

struct format_vocabulary_step *vocabulary_quick_add_step(struct quick_reading *reading, unsigned op,
                                                         uint8_t to)
{
    struct vocabulary_steps *steps = reading->steps;
    if (steps->count == VOCABULARY_STEPS)
        return NULL;
    steps->all[steps->count] = (struct format_vocabulary_step){.op = (uint8_t)op, .to = to};
    return &steps->all[steps->count++];
}
