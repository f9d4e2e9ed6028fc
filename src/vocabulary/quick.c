/* quick.c: see quick.h. Reads compiled code: [condition] fields act, one act in all. */
#include "vocabulary/quick.h"

#include <stdint.h>

/* Code that is being read. */
struct reading {
    const uint64_t *words;
    size_t at, count;
    const struct format_vocabulary_function *function;
};

static enum format_vocabulary_op op_of(uint64_t word)
{
    return (enum format_vocabulary_op)(word & 0xff);
}

static uint32_t a_of(uint64_t word)
{
    return (uint32_t)(word >> 8 & 0xffffff);
}

static int32_t b_of(uint64_t word)
{
    return (int32_t)(word >> 32);
}

/* Returns the operation that comes next; FORMAT_OP_STOP at the end. */
static enum format_vocabulary_op next(const struct reading *reading)
{
    return reading->at < reading->count ? op_of(reading->words[reading->at]) : FORMAT_OP_STOP;
}

static bool skip(struct reading *reading, enum format_vocabulary_op op)
{
    bool is_it = next(reading) == op;
    reading->at += is_it;
    return is_it;
}

static bool read_number(struct reading *reading, int32_t *number)
{
    if (next(reading) != FORMAT_OP_NUMBER)
        return false;
    *number = b_of(reading->words[reading->at++]);
    return true;
}

/* Reads an argument that is in a register, or the result. */
static bool read_source(struct reading *reading, struct format_vocabulary_operand *to)
{
    enum format_vocabulary_op op = next(reading);
    uint64_t word = op == FORMAT_OP_STOP ? 0 : reading->words[reading->at];
    uint32_t number = a_of(word);
    if (op == FORMAT_OP_RESULT)
        to->source = FORMAT_SOURCE_RESULT;
    else if (op == FORMAT_OP_ARGUMENT && number < FORMAT_VOCABULARY_ARGUMENTS &&
             reading->function->arguments[number] < FORMAT_REGISTERS)
        to->source = reading->function->arguments[number];
    else
        return false;
    to->type = (uint8_t)b_of(word);
    to->factor = 1;
    reading->at++;
    return to->type != 0;
}

/* Reads a number, a source, or the product of both, up to the end of the expression. */
static bool read_operand(struct reading *reading, struct format_vocabulary_operand *to)
{
    int32_t factor = 1;
    if (read_number(reading, &factor)) {
        if (!read_source(reading, to)) {
            *to = (struct format_vocabulary_operand){.factor = factor};
            return true;
        }
    } else if (!read_source(reading, to)) {
        return false;
    } else if (!read_number(reading, &factor)) {
        return true;
    }
    to->factor = factor;
    return skip(reading, FORMAT_OP_MULTIPLY);
}

static void set_range(struct format_vocabulary_quick *to, int64_t from, int64_t last, bool outside)
{
    to->from = from;
    to->to = last;
    to->is_outside = outside;
}

/* Reads a comparison of `source OP number`, or `number OP source` if it is turned. */
static bool read_comparison(struct reading *reading, int64_t number, bool turned,
                            struct format_vocabulary_quick *to)
{
    enum format_vocabulary_op op = next(reading);
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

/* Reads `when EXPRESSION`, which jumps to the end. Without one, everything is within the range. */
static bool read_condition(struct reading *reading, struct format_vocabulary_quick *to)
{
    size_t start = reading->at;
    int32_t number;
    bool good = skip(reading, FORMAT_OP_BEGIN);
    if (good && read_number(reading, &number))
        good = read_source(reading, &to->tested) && read_comparison(reading, number, true, to);
    else if (good && (good = read_source(reading, &to->tested)) && read_number(reading, &number))
        good = read_comparison(reading, number, false, to);
    else if (good)
        set_range(to, 0, 0, !skip(reading, FORMAT_OP_NOT));
    if (good && next(reading) == FORMAT_OP_WHEN) {
        int32_t by = b_of(reading->words[reading->at++]);
        return by >= 0 && reading->at + (size_t)by == reading->count;
    }
    reading->at = start;
    to->tested = (struct format_vocabulary_operand){0};
    set_range(to, INT64_MIN, INT64_MAX, false);
    return true;
}

/* Skips the expression of a field that only logs need. It may do nothing but read. */
static bool skip_expression(struct reading *reading)
{
    for (;; reading->at++) {
        switch (next(reading)) {
        case FORMAT_OP_FIELD:
            return true;
        case FORMAT_OP_WIDE:
            reading->at++;
            break;
        case FORMAT_OP_NUMBER:
        case FORMAT_OP_ARGUMENT:
        case FORMAT_OP_RESULT:
        case FORMAT_OP_VALUE:
        case FORMAT_OP_LOAD:
        case FORMAT_OP_TEXT:
        case FORMAT_OP_STATE:
        case FORMAT_OP_NEGATE:
        case FORMAT_OP_NOT:
        case FORMAT_OP_ADD:
        case FORMAT_OP_SUBTRACT:
        case FORMAT_OP_MULTIPLY:
        case FORMAT_OP_DIVIDE:
        case FORMAT_OP_REMAINDER:
        case FORMAT_OP_EQUAL:
        case FORMAT_OP_DIFFERENT:
        case FORMAT_OP_LESS:
        case FORMAT_OP_AT_MOST:
        case FORMAT_OP_JUMP:
        case FORMAT_OP_JUMP_FALSE:
        case FORMAT_OP_JUMP_KNOWN:
            break;
        default:
            return false;
        }
    }
}

bool vocabulary_quick_only_reads(const uint64_t *words, size_t count)
{
    struct reading reading = {.words = words, .count = count};
    return skip_expression(&reading) && reading.at + 1 == count;
}

/* Finds the field that the next expression is for. False if it is no simple one. */
static bool find_field(const struct reading *reading, enum format_act_field *field)
{
    struct reading ahead = *reading;
    if (!skip_expression(&ahead))
        return false;
    *field = (enum format_act_field)a_of(ahead.words[ahead.at]);
    return true;
}

/* Reads one field. */
static bool read_field(struct reading *reading, struct format_vocabulary_quick *to,
                       uint32_t *fields)
{
    enum format_act_field field;
    if (!skip(reading, FORMAT_OP_BEGIN) || !find_field(reading, &field))
        return false;
    *fields |= UINT32_C(1) << field;
    bool counts =
        field == FORMAT_FIELD_BYTES || field == FORMAT_FIELD_GIVEN || field == FORMAT_FIELD_TAKEN;
    if (counts) {
        if (to->count == FORMAT_QUICK_OPERANDS || !read_operand(reading, &to->bytes[to->count]))
            return false;
        to->count++;
    } else if (!skip_expression(reading)) {
        return false;
    }
    return skip(reading, FORMAT_OP_FIELD);
}

/* True if nothing but bytes is recorded of such an act when it is not logged. */
static bool tells_bytes_only(enum format_act_type type, uint32_t fields)
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

void vocabulary_quick_make(const struct vocabulary_compiled *compiled,
                           struct format_vocabulary_function *function)
{
    const struct vocabulary_code *code = &compiled->after;
    struct format_vocabulary_quick made = {.is_quick = true};
    struct reading reading = {.words = code->words, .count = code->count, .function = function};
    uint32_t fields = 0;
    if (compiled->before.count || compiled->takes_count || function->stack ||
        !tells_bytes_only(compiled->act, 0) || !code->count)
        return;
    reading.count--; /* FORMAT_OP_STOP */
    if (!read_condition(&reading, &made))
        return;
    while (next(&reading) != FORMAT_OP_ACT) {
        if (!read_field(&reading, &made, &fields))
            return;
    }
    enum format_act_type type = (enum format_act_type)a_of(reading.words[reading.at++]);
    if (reading.at == reading.count && type == compiled->act && tells_bytes_only(type, fields))
        function->quick = made;
}
