/* quick_act.c: see quick_act.h */
#include "vocabulary/quick_act.h"

#include <stdint.h>
#include <string.h>

/* Reads the operand of a field, up to the end of its expression. */
static bool read_operand(struct quick_reading *reading, struct format_vocabulary_operand *to)
{
    vocabulary_quick_read(reading);
    *to = reading->stack[0];
    return reading->depth == 1 && quick_next(reading) == FORMAT_OP_FIELD &&
           (!reading->has_calls || vocabulary_quick_make_plain(reading, to));
}

static void set_range(struct format_vocabulary_quick *to, int64_t from, int64_t last, bool outside)
{
    to->from = from;
    to->to = last;
    to->is_outside = outside;
}

/* Reads a comparison of `source OP number`, or `number OP source` if it is turned. */
static bool read_comparison(struct quick_reading *reading, int64_t number, bool turned,
                            struct format_vocabulary_quick *to)
{
    enum format_vocabulary_op op = quick_next(reading);
    if (op == FORMAT_OP_EQUAL || op == FORMAT_OP_DIFFERENT)
        set_range(to, number, number, op == FORMAT_OP_DIFFERENT);
    else if (op == FORMAT_OP_LESS && turned)
        set_range(to, number + 1, INT64_MAX, false);
    else if (op == FORMAT_OP_LESS)
        set_range(to, INT64_MIN, number - 1, false);
    else if (op == FORMAT_OP_AT_MOST && turned)
        set_range(to, number, INT64_MAX, false);
    else if (op == FORMAT_OP_AT_MOST)
        set_range(to, INT64_MIN, number, false);
    else
        return false;
    reading->at++;
    return true;
}

/* Reads what is tested, and the range that it has to be in. */
static bool read_test(struct quick_reading *reading, struct format_vocabulary_quick *to)
{
    vocabulary_quick_read(reading);
    const struct format_vocabulary_operand *stack = reading->stack;
    if (reading->depth == 2 && quick_is_number(&stack[0]) != quick_is_number(&stack[1])) {
        bool turned = quick_is_number(&stack[0]);
        to->tested = stack[turned];
        if (!read_comparison(reading, stack[!turned].plus, turned, to))
            return false;
    } else if (reading->depth == 1) {
        to->tested = stack[0];
        set_range(to, 0, 0, !quick_take(reading, FORMAT_OP_NOT));
    } else {
        return false;
    }
    return !reading->has_calls || vocabulary_quick_make_plain(reading, &to->tested);
}

bool vocabulary_quick_condition(struct quick_reading *reading, struct format_vocabulary_quick *to,
                                size_t *end)
{
    const struct quick_reading start = *reading;
    unsigned count = reading->steps->count;
    bool good = quick_take(reading, FORMAT_OP_BEGIN) && read_test(reading, to);
    if (good && quick_next(reading) == FORMAT_OP_WHEN) {
        int32_t by = quick_b(reading->words[reading->at++]);
        *end = reading->at + (size_t)by;
        return by >= 0 && *end <= reading->count;
    }
    *reading = start;
    reading->steps->count = count;
    to->tested = (struct format_vocabulary_operand){0};
    set_range(to, INT64_MIN, INT64_MAX, false);
    *end = 0;
    return true;
}

bool vocabulary_quick_counts_bytes(uint8_t field)
{
    return field == FORMAT_FIELD_BYTES || field == FORMAT_FIELD_GIVEN ||
           field == FORMAT_FIELD_TAKEN;
}

/* Adds a field; those that count bytes come first. */
static bool add_field(struct format_vocabulary_quick *to,
                      const struct format_vocabulary_operand *field)
{
    if (to->count == FORMAT_QUICK_FIELDS)
        return false;
    struct format_vocabulary_operand *at = &to->fields[to->count++];
    if (vocabulary_quick_counts_bytes(field->field)) {
        *at = to->fields[to->bytes];
        at = &to->fields[to->bytes++];
    }
    *at = *field;
    return true;
}

/* Reads one field. */
static bool read_field(struct quick_reading *reading, struct format_vocabulary_quick *to,
                       uint32_t *fields)
{
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    struct quick_reading ahead = *reading;
    struct format_vocabulary_operand operand;
    if (!vocabulary_quick_skip(&ahead))
        return false;
    uint8_t field = (uint8_t)quick_a(ahead.words[ahead.at]);
    *fields |= UINT32_C(1) << field;
    const struct quick_reading start = *reading;
    unsigned count = reading->steps->count;
    bool is_simple = read_operand(reading, &operand);
    operand.field = field;
    reading->at = ahead.at + 1;
    if (is_simple && add_field(to, &operand)) {
        vocabulary_quick_reclaim(reading, to);
        return true;
    }
    *reading = start;
    reading->steps->count = count;
    reading->at = ahead.at + 1;
    to->logs_quick = false;
    return !vocabulary_quick_counts_bytes(field) &&
           vocabulary_quick_only_reads(start.words + start.at, reading->at - start.at);
}

bool vocabulary_quick_tells_bytes(enum format_act_type type, uint32_t fields)
{
    static const uint32_t others = UINT32_C(1) << FORMAT_FIELD_OBJECT |
                                   UINT32_C(1) << FORMAT_FIELD_ACTIVITY |
                                   UINT32_C(1) << FORMAT_FIELD_NAME;
    bool begins = fields & UINT32_C(1) << FORMAT_FIELD_REQUEST;
    if (fields & others)
        return false;
    switch (type) {
    case FORMAT_DOES_VISIT:
    case FORMAT_DOES_SEND:
    case FORMAT_DOES_COLLECTIVE:
    case FORMAT_DOES_MOVE:
    case FORMAT_DOES_FINISH:
    case FORMAT_DOES_ATOMIC:
    case FORMAT_DOES_CLOCK:
    case FORMAT_DOES_IDLE:
    case FORMAT_DOES_INPUT:
    case FORMAT_DOES_OUTPUT:
        return true;
    case FORMAT_DOES_RECEIVE:
        return !begins; /* then it receives nothing yet */
    default:
        return false;
    }
}

/* Gives the fields of a message the places that they have in all functions. Those that it does not
 * have are numbers: no bytes, any peer, no tag. */
static void order_message(struct format_vocabulary_quick *made, enum format_act_type act)
{
    const enum format_act_field fields[] = {
        [FORMAT_QUICK_BYTES] = FORMAT_FIELD_BYTES,
        [FORMAT_QUICK_PEER] = act == FORMAT_DOES_SEND ? FORMAT_FIELD_TO : FORMAT_FIELD_FROM,
        [FORMAT_QUICK_TAG] = FORMAT_FIELD_TAG,
    };
    const unsigned count = sizeof fields / sizeof fields[0];
    struct format_vocabulary_operand ordered[sizeof fields / sizeof fields[0]];
    for (unsigned i = 0; i < count; i++) {
        ordered[i] = (struct format_vocabulary_operand){
            .field = (uint8_t)fields[i], .plus = fields[i] == FORMAT_FIELD_BYTES ? 0 : -1};
        if (made->places[fields[i]])
            ordered[i] = made->fields[made->places[fields[i]] - 1];
    }
    memset(made->places, 0, sizeof made->places);
    for (unsigned i = 0; i < count; i++) {
        made->fields[i] = ordered[i];
        made->places[fields[i]] = (uint8_t)(i + 1);
    }
    made->bytes = 1;
    made->count = (uint8_t)count;
}

bool vocabulary_quick_act(struct quick_reading *reading, enum format_act_type act,
                          struct format_vocabulary_quick *made)
{
    static const uint32_t slow_fields =
        UINT32_C(1) << FORMAT_FIELD_GROUP | UINT32_C(1) << FORMAT_FIELD_REQUEST;
    uint32_t fields = 0;
    while (quick_next(reading) != FORMAT_OP_ACT) {
        if (!read_field(reading, made, &fields))
            return false;
    }
    uint64_t word = reading->words[reading->at++];
    enum format_act_type type = (enum format_act_type)quick_a(word);
    bool is_anonymous = quick_b(word);
    made->logs_quick &= !(fields & slow_fields) && !is_anonymous;
    for (unsigned i = 0; i < made->count; i++)
        made->places[made->fields[i].field] = (uint8_t)(i + 1);
    if (made->logs_quick && (type == FORMAT_DOES_SEND || type == FORMAT_DOES_RECEIVE))
        order_message(made, type);
    return type == act && vocabulary_quick_tells_bytes(type, fields);
}
