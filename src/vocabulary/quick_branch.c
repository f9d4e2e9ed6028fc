/* quick_branch.c: see quick_branch.h */
#include "vocabulary/quick_branch.h"

static const struct format_vocabulary_operand never;

static struct format_vocabulary_step *add_step(struct quick_reading *reading, unsigned op,
                                               const struct format_vocabulary_operand *part,
                                               uint8_t to)
{
    struct vocabulary_steps *steps = reading->steps;
    if (steps->count == VOCABULARY_STEPS)
        return NULL;
    steps->all[steps->count] =
        (struct format_vocabulary_step){.op = (uint8_t)op, .to = to, .parts[0] = *part};
    return &steps->all[steps->count++];
}

struct format_vocabulary_step *vocabulary_quick_unless(struct quick_reading *reading,
                                                       const struct format_vocabulary_operand *when)
{
    reading->repeats = true;
    return add_step(reading, FORMAT_STEP_UNLESS, when, 0);
}

bool vocabulary_quick_surround(struct quick_reading *reading, struct format_vocabulary_step *step)
{
    if (!step)
        return true;
    const struct vocabulary_steps *steps = reading->steps;
    unsigned first = (unsigned)(step - steps->all) + 1;
    step->number = steps->count - first;
    while (first < steps->count && steps->all[first].op != FORMAT_OP_STATE)
        first++;
    return first == steps->count;
}

/* Lets what is on the stack stay as it is, whatever steps come next. */
static bool settle_stack(struct quick_reading *reading)
{
    for (unsigned i = 0; i < reading->depth; i++) {
        struct format_vocabulary_operand *each = &reading->stack[i];
        if (each->field == FORMAT_PASS_NUMBER && !vocabulary_quick_make_plain(reading, each))
            return false;
    }
    return true;
}

/* Makes a value of its own, which gets the operand. */
static bool make_value(struct quick_reading *reading,
                       const struct format_vocabulary_operand *operand,
                       struct format_vocabulary_operand *to)
{
    return vocabulary_quick_step(reading, FORMAT_OP_KEEP, operand, 1, to);
}

/* Returns a value of its own that no step has made yet. */
static bool new_value(struct quick_reading *reading, struct format_vocabulary_operand *to)
{
    if (reading->next_value >= FORMAT_VOCABULARY_VALUES)
        return false;
    *to = (struct format_vocabulary_operand){
        .source = (uint8_t)(FORMAT_SOURCE_VALUES + reading->next_value++),
        .type = 8 | FORMAT_TYPE_SIGNED,
        .factor = 1};
    return true;
}

bool vocabulary_quick_keeps_values(const struct quick_reading *reading,
                                   const struct quick_reading *before)
{
    bool keeps = !(before->let & ~reading->let) && !(before->perhaps & ~reading->perhaps) &&
                 reading->passed == before->passed;
    for (unsigned i = 0; i < FORMAT_VOCABULARY_VALUES && keeps; i++) {
        keeps = !(before->let >> i & 1) ||
                vocabulary_quick_is_same(&reading->values[i], &before->values[i]);
    }
    return keeps;
}

/* True if the steps since then have named no value: it might not be there. */
static bool names_nothing(const struct quick_reading *reading, const struct quick_reading *before)
{
    return reading->let == before->let && vocabulary_quick_keeps_values(reading, before);
}

/* Reads a part of a choice, and keeps its value. What its steps compute is used nowhere else. */
static bool read_part(struct quick_reading *reading, size_t end,
                      const struct format_vocabulary_operand *to, vocabulary_quick_read_until *read)
{
    unsigned depth = reading->depth, value = reading->next_value;
    if (!read(reading, end) || reading->depth != depth + 1 ||
        !add_step(reading, FORMAT_OP_KEEP, &reading->stack[depth], to->source))
        return false;
    reading->depth = depth;
    reading->next_value = value;
    return true;
}

bool vocabulary_quick_branches(struct quick_reading *reading, size_t other, size_t end,
                               vocabulary_quick_read_until *read)
{
    struct format_vocabulary_operand made;
    if (!settle_stack(reading) || !new_value(reading, &made))
        return false;
    const struct quick_reading before = *reading;
    const struct format_vocabulary_operand when = reading->stack[--reading->depth];
    struct format_vocabulary_step *unless = vocabulary_quick_unless(reading, &when);
    if (!unless || !read_part(reading, other - 1, &made, read))
        return false;
    reading->at = other;
    struct format_vocabulary_step *jump = vocabulary_quick_unless(reading, &never);
    return jump && vocabulary_quick_surround(reading, unless) &&
           read_part(reading, end, &made, read) && vocabulary_quick_surround(reading, jump) &&
           names_nothing(reading, &before) && vocabulary_quick_push(reading, &made);
}

/* Words of a fold, as emit.c writes them: before its body, and behind that. In the middle of the
 * first ones, it begins again. */
enum { FOLD_START = 4, FOLD_HEAD = 8, FOLD_TAIL = 7 };

size_t vocabulary_quick_fold_end(const struct quick_reading *reading, size_t at)
{
    static const uint8_t head[FOLD_HEAD] = {FORMAT_OP_NUMBER, FORMAT_OP_KEEP,  FORMAT_OP_NUMBER,
                                            FORMAT_OP_KEEP,   FORMAT_OP_VALUE, FORMAT_OP_VALUE,
                                            FORMAT_OP_LESS,   FORMAT_OP_WHEN};
    const uint64_t *words = reading->words + at;
    if (at + FOLD_HEAD + FOLD_TAIL >= reading->count)
        return 0;
    for (unsigned i = 0; i < FOLD_HEAD; i++) {
        if (quick_op(words[i]) != head[i] || quick_a(words[i]) >= FORMAT_VOCABULARY_VALUES)
            return 0;
    }
    const size_t out = at + FOLD_HEAD + (size_t)quick_b(words[FOLD_HEAD - 1]);
    bool is_one = quick_b(words[FOLD_HEAD - 1]) >= FOLD_TAIL && out < reading->count &&
                  quick_op(reading->words[out - 1]) == FORMAT_OP_JUMP &&
                  (int64_t)out + quick_b(reading->words[out - 1]) == (int64_t)at + FOLD_START;
    return is_one ? out + 1 : 0; /* behind it, the value is pushed */
}

bool vocabulary_quick_fold_times(struct quick_reading *reading, uint32_t number)
{
    if (number >= FORMAT_VOCABULARY_VALUES || !reading->depth ||
        !vocabulary_quick_fold_end(reading, reading->at) || !settle_stack(reading))
        return false;
    reading->values[number] = reading->stack[--reading->depth];
    reading->let |= UINT32_C(1) << number;
    return true;
}

/* Reads what is added or multiplied, and adds the step that does it. */
static bool read_body(struct quick_reading *reading, size_t end,
                      const struct format_vocabulary_operand *all,
                      vocabulary_quick_read_until *read)
{
    unsigned depth = reading->depth, value = reading->next_value;
    reading->at += FOLD_HEAD + 1; /* the value that is added to is pushed first */
    if (!read(reading, end - 1 - FOLD_TAIL) || reading->depth != depth + 1)
        return false;
    struct format_vocabulary_step *step =
        add_step(reading, quick_op(reading->words[reading->at]), all, all->source);
    if (!step)
        return false;
    step->parts[1] = reading->stack[--reading->depth];
    reading->next_value = value;
    return true;
}

bool vocabulary_quick_fold(struct quick_reading *reading, vocabulary_quick_read_until *read)
{
    const size_t end = vocabulary_quick_fold_end(reading, reading->at);
    const uint64_t *words = reading->words + reading->at;
    const uint32_t number = quick_a(words[FOLD_START]), below = quick_a(words[FOLD_START + 1]);
    const struct format_vocabulary_operand first = {.plus = quick_b(words[0])};
    struct format_vocabulary_operand all, each;
    reading->repeats = true;
    if (!settle_stack(reading) || !make_value(reading, &first, &all) ||
        !new_value(reading, &each) || !(reading->let >> below & 1))
        return false;
    struct format_vocabulary_step *repeat =
        add_step(reading, FORMAT_STEP_REPEAT, &reading->values[below], each.source);
    reading->let |= UINT32_C(1) << number;
    reading->values[number] = each;
    const struct quick_reading before = *reading;
    if (!repeat || !read_body(reading, end, &all, read) || !names_nothing(reading, &before) ||
        !vocabulary_quick_surround(reading, repeat))
        return false;
    reading->let &= ~(UINT32_C(1) << number | UINT32_C(1) << below);
    reading->next_value = (unsigned)(each.source - FORMAT_SOURCE_VALUES);
    reading->at = end;
    return vocabulary_quick_push(reading, &all);
}
