/* quick_sum.c: see quick_sum.h. A value gets the bytes of one act after another. */
#include "vocabulary/quick_sum.h"

#include "vocabulary/quick_act.h"
#include "vocabulary/quick_loop.h"

#include <string.h>

static const struct format_vocabulary_operand nothing, one = {.plus = 1};

/* Bytes of an act, and where it takes place. */
struct counted {
    struct format_vocabulary_operand bytes[2], when;
    unsigned count;
};

/* True for what has bytes only where messages are logged, or later. */
static bool is_begun(enum format_act_type act, uint32_t fields)
{
    return act == FORMAT_DOES_WAIT ||
           (act == FORMAT_DOES_RECEIVE && fields & UINT32_C(1) << FORMAT_FIELD_REQUEST);
}

bool vocabulary_quick_is_sum(const struct quick_reading *reading)
{
    unsigned acts = 0;
    size_t last_act = 0; /* and 1 */
    uint32_t fields = 0;
    bool is_other = false;
    for (size_t i = reading->at; i < reading->count; i++) {
        uint64_t word = reading->words[i];
        switch (quick_op(word)) {
        case FORMAT_OP_WIDE:
            i++;
            break;
        case FORMAT_OP_PRINT:
            return false;
        case FORMAT_OP_FIELD:
            fields |= UINT32_C(1) << quick_a(word);
            break;
        case FORMAT_OP_ACT:
            acts++;
            last_act = i + 1;
            is_other |= is_begun((enum format_act_type)quick_a(word), fields);
            break;
        case FORMAT_OP_JUMP:
            is_other |= (int64_t)last_act > (int64_t)i + 1 + quick_b(word); /* a loop around it */
            break;
        default:
            break;
        }
    }
    return acts > 1 || (acts && is_other);
}

/* Reads a field, and notes its bytes. What only logs need is left out, unless it calls something.
 */
static bool read_field(struct quick_reading *reading, uint32_t *fields, struct counted *to)
{
    struct quick_reading ahead = *reading;
    ahead.at++; /* FORMAT_OP_BEGIN */
    const size_t start = ahead.at;
    if (!vocabulary_quick_skip(&ahead))
        return false;
    uint8_t field = (uint8_t)quick_a(ahead.words[ahead.at]);
    *fields |= UINT32_C(1) << field;
    bool counts = vocabulary_quick_counts_bytes(field);
    if (!counts && vocabulary_quick_only_reads(reading->words + start, ahead.at + 1 - start)) {
        reading->at = ahead.at + 1;
        return true;
    }
    reading->at++;
    vocabulary_quick_read(reading);
    struct format_vocabulary_operand number = reading->stack[0];
    if (reading->depth != 1 || !quick_take(reading, FORMAT_OP_FIELD) ||
        (reading->has_calls && !vocabulary_quick_make_plain(reading, &number)))
        return false;
    if (counts)
        to->bytes[to->count++] = number;
    return true;
}

/* Reads the fields of an act and the act itself; notes its bytes. */
static bool read_act(struct quick_reading *reading, struct counted *to)
{
    const unsigned steps = reading->steps->count, value = reading->next_value,
                   calls = reading->calls, most = sizeof to->bytes / sizeof to->bytes[0];
    uint32_t fields = 0;
    to->count = 0;
    while (quick_next(reading) == FORMAT_OP_BEGIN) {
        if (to->count == most || !read_field(reading, &fields, to))
            return false;
    }
    if (quick_next(reading) != FORMAT_OP_ACT)
        return false;
    enum format_act_type act = (enum format_act_type)quick_a(reading->words[reading->at++]);
    if (!is_begun(act, fields))
        return vocabulary_quick_tells_bytes(act, fields);
    to->count = 0;
    if (reading->calls == calls) {
        reading->steps->count = steps;
        reading->next_value = value;
    }
    return true;
}

/* Reads an act with its condition. */
static bool read_conditional(struct quick_reading *reading, struct counted *to)
{
    size_t end;
    if (!vocabulary_quick_when(reading, &to->when, &end))
        return false;
    unsigned calls = reading->calls; /* those of the condition are not conditional themselves */
    return read_act(reading, to) && (!end || (reading->at == end && reading->calls == calls));
}

/* Lets there be a value for the bytes of all acts, which is 0 so far. */
static bool make_total(struct quick_reading *reading)
{
    return reading->total.type ||
           vocabulary_quick_step(reading, FORMAT_OP_KEEP, &nothing, 1, &reading->total);
}

/* Adds the bytes of an act that takes place so often to the value. */
static bool add(struct quick_reading *reading, const struct counted *act,
                const struct format_vocabulary_operand *times)
{
    const enum format_vocabulary_op count = (enum format_vocabulary_op)FORMAT_STEP_COUNT;
    for (unsigned i = 0; i < act->count; i++) {
        const struct format_vocabulary_operand parts[] = {act->bytes[i], *times, act->when};
        bool is_first = !reading->total.type;
        if (is_first ? !vocabulary_quick_step(reading, count, parts, 3, &reading->total)
                     : !vocabulary_quick_add_step(reading, count, reading->total.source))
            return false;
        struct format_vocabulary_step *step = &reading->steps->all[reading->steps->count - 1];
        memcpy(step->parts, parts, sizeof parts);
        step->is_first = is_first;
    }
    return true;
}

/* Reads an act that is the same each time, and counts the bytes of all of them at once. */
static bool read_same(struct quick_reading *reading, const struct format_vocabulary_operand *times)
{
    struct counted act;
    unsigned calls = reading->calls;
    return read_conditional(reading, &act) && reading->calls == calls && add(reading, &act, times);
}

static bool is_one(const struct format_vocabulary_operand *operand)
{
    return quick_is_number(operand) && operand->plus == 1;
}

/* Turns repeated steps that add numbers of an array, from `repeat` on, into one step. */
static void make_sum(struct quick_reading *reading, struct format_vocabulary_step *repeat,
                     bool is_first)
{
    const struct format_vocabulary_step *place = repeat + 1, *count = repeat + 2;
    const struct format_vocabulary_operand *number = &place->parts[1], *from = &count->parts[0];
    struct format_vocabulary_operand array = place->parts[0];
    if (repeat->number != 2 || place->op != FORMAT_OP_ADD || count->op != FORMAT_STEP_COUNT ||
        number->source != repeat->to || number->loaded || number->factor <= 0 || number->plus ||
        array.loaded || array.source == repeat->to || from->source != place->to || !from->loaded ||
        from->factor != 1 || !is_one(&count->parts[1]) || !is_one(&count->parts[2]) ||
        __builtin_add_overflow(array.plus, from->plus, &array.plus))
        return;
    array.loaded = from->loaded;
    struct format_vocabulary_step *step = is_first ? repeat - 1 : repeat; /* before: it was 0 */
    *step = (struct format_vocabulary_step){.op = FORMAT_STEP_SUM,
                                            .to = count->to,
                                            .is_first = is_first,
                                            .number = (uint32_t)number->factor,
                                            .parts = {array, repeat->parts[0]}};
    reading->steps->count = (unsigned)(step - reading->steps->all) + 1;
}

/* Reads an act that depends on the number of the repetition. */
static bool read_different(struct quick_reading *reading, unsigned number,
                           const struct format_vocabulary_operand *times)
{
    const struct format_vocabulary_operand value = vocabulary_quick_loop_number(number);
    struct vocabulary_steps *steps = reading->steps;
    struct counted act;
    bool is_first = !reading->total.type;
    struct format_vocabulary_step *repeat =
        make_total(reading) ? vocabulary_quick_add_step(reading, FORMAT_STEP_REPEAT, value.source)
                            : NULL;
    if (!repeat)
        return false;
    repeat->parts[0] = *times;
    unsigned first = steps->count;
    reading->let |= UINT32_C(1) << number;
    reading->values[number] = value;
    if (!read_conditional(reading, &act) || !add(reading, &act, &one) ||
        !vocabulary_quick_find_no_state(steps, first))
        return false;
    reading->let &= ~(UINT32_C(1) << number);
    repeat->number = steps->count - first;
    reading->repeats = true;
    make_sum(reading, repeat, is_first);
    return true;
}

/* Reads an act that is repeated. */
static bool read_loop(struct quick_reading *reading, unsigned number, size_t end)
{
    struct format_vocabulary_operand times;
    if (reading->let >> number & 1 || !vocabulary_quick_times(reading, end, &times))
        return false;
    const struct quick_reading start = *reading;
    unsigned count = reading->steps->count;
    if (!read_same(reading, &times)) {
        *reading = start;
        reading->steps->count = count;
        if (!read_different(reading, number, &times))
            return false;
    }
    bool is_end = reading->at + QUICK_LOOP_TAIL == end;
    reading->at = end;
    return is_end;
}

bool vocabulary_quick_add_act(struct quick_reading *reading)
{
    struct counted act;
    unsigned number;
    size_t end;
    if (vocabulary_quick_find_loop(reading, &number, &end))
        return read_loop(reading, number, end);
    return read_conditional(reading, &act) && add(reading, &act, &one);
}
