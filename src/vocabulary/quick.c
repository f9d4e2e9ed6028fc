/* quick.c: see quick.h. Reads compiled code: [condition] fields act, one act in all. */
#include "vocabulary/quick.h"

#include <stdint.h>

enum { DEPTH = 4 }; /* of an expression that has a quick form */

/* Code that is being read. */
struct reading {
    const uint64_t *words;
    size_t at, count;
    const struct format_vocabulary_function *function;
    struct format_vocabulary_operand stack[DEPTH];
    unsigned depth;
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

static bool is_number(const struct format_vocabulary_operand *operand)
{
    return !operand->type && !operand->loaded;
}

/* Reads an argument that is in a register, or the result. */
static bool read_source(const struct reading *reading, uint64_t word,
                        struct format_vocabulary_operand *to)
{
    uint32_t number = a_of(word);
    if (op_of(word) == FORMAT_OP_RESULT)
        to->source = FORMAT_SOURCE_RESULT;
    else if (number < FORMAT_VOCABULARY_ARGUMENTS &&
             reading->function->arguments[number] < FORMAT_REGISTERS)
        to->source = reading->function->arguments[number];
    else
        return false;
    to->type = (uint8_t)b_of(word);
    to->factor = 1;
    return to->type != 0;
}

/* Computes with the two operands on top of the stack. */
static bool compute(struct reading *reading, enum format_vocabulary_op op)
{
    if (reading->depth < 2)
        return false;
    struct format_vocabulary_operand right = reading->stack[--reading->depth],
                                     *left = &reading->stack[reading->depth - 1];
    if (op != FORMAT_OP_SUBTRACT && is_number(left)) {
        const struct format_vocabulary_operand turned = *left;
        *left = right;
        right = turned;
    }
    if (left->loaded || !is_number(&right))
        return false;
    switch (op) {
    case FORMAT_OP_ADD:
        return !__builtin_add_overflow(left->plus, right.plus, &left->plus);
    case FORMAT_OP_SUBTRACT:
        return !__builtin_sub_overflow(left->plus, right.plus, &left->plus);
    case FORMAT_OP_MULTIPLY:
        return !__builtin_mul_overflow(left->plus, right.plus, &left->plus) &&
               !__builtin_mul_overflow(left->factor, right.plus, &left->factor);
    default:
        return false;
    }
}

/* Reads one operation of an expression. False, and nothing is read, if it has no quick form. */
static bool read_operation(struct reading *reading)
{
    enum format_vocabulary_op op = next(reading);
    uint64_t word = op == FORMAT_OP_STOP ? 0 : reading->words[reading->at];
    struct format_vocabulary_operand made = {0};
    switch (op) {
    case FORMAT_OP_NUMBER:
        made.plus = b_of(word);
        break;
    case FORMAT_OP_ARGUMENT:
    case FORMAT_OP_RESULT:
        if (!read_source(reading, word, &made))
            return false;
        break;
    case FORMAT_OP_LOAD:
        if (!reading->depth || reading->stack[reading->depth - 1].loaded)
            return false;
        reading->stack[reading->depth - 1].loaded = (uint8_t)b_of(word);
        reading->at++;
        return b_of(word) & 15;
    case FORMAT_OP_ADD:
    case FORMAT_OP_SUBTRACT:
    case FORMAT_OP_MULTIPLY:
        if (!compute(reading, op))
            return false;
        reading->at++;
        return true;
    default:
        return false;
    }
    if (reading->depth == DEPTH)
        return false;
    reading->stack[reading->depth++] = made;
    reading->at++;
    return true;
}

/* Reads operations as far as they have a quick form. */
static void read_operations(struct reading *reading)
{
    reading->depth = 0;
    while (read_operation(reading))
        ;
}

/* Reads the operand of a field, up to the end of its expression. */
static bool read_operand(struct reading *reading, struct format_vocabulary_operand *to)
{
    read_operations(reading);
    *to = reading->stack[0];
    return reading->depth == 1 && next(reading) == FORMAT_OP_FIELD;
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

/* Reads what is tested, and the range that it has to be in. */
static bool read_test(struct reading *reading, struct format_vocabulary_quick *to)
{
    read_operations(reading);
    const struct format_vocabulary_operand *stack = reading->stack;
    if (reading->depth == 2 && is_number(&stack[0]) != is_number(&stack[1])) {
        bool turned = is_number(&stack[0]);
        to->tested = stack[turned];
        return read_comparison(reading, stack[!turned].plus, turned, to);
    }
    if (reading->depth != 1)
        return false;
    to->tested = stack[0];
    set_range(to, 0, 0, !skip(reading, FORMAT_OP_NOT));
    return true;
}

/* Reads `when EXPRESSION`, which jumps to the end. Without one, everything is within the range. */
static bool read_condition(struct reading *reading, struct format_vocabulary_quick *to)
{
    size_t start = reading->at;
    bool good = skip(reading, FORMAT_OP_BEGIN) && read_test(reading, to);
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
        case FORMAT_OP_SHIFT_LEFT:
        case FORMAT_OP_SHIFT_RIGHT:
        case FORMAT_OP_AND:
        case FORMAT_OP_OR:
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

static bool counts_bytes(uint8_t field)
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
    if (counts_bytes(field->field)) {
        *at = to->fields[to->bytes];
        at = &to->fields[to->bytes++];
    }
    *at = *field;
    return true;
}

/* Reads one field. */
static bool read_field(struct reading *reading, struct format_vocabulary_quick *to,
                       uint32_t *fields)
{
    if (!skip(reading, FORMAT_OP_BEGIN))
        return false;
    struct reading ahead = *reading;
    struct format_vocabulary_operand operand;
    if (!skip_expression(&ahead))
        return false;
    uint8_t field = (uint8_t)a_of(ahead.words[ahead.at]);
    *fields |= UINT32_C(1) << field;
    bool is_simple = read_operand(reading, &operand);
    operand.field = field;
    reading->at = ahead.at + 1;
    if (is_simple && add_field(to, &operand))
        return true;
    to->logs_quick = false;
    return !counts_bytes(field);
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

/* Reads the code after the call. False if it has no quick form. */
static bool read_code(struct reading *reading, enum format_act_type act,
                      struct format_vocabulary_quick *made)
{
    static const uint32_t slow_fields =
        UINT32_C(1) << FORMAT_FIELD_GROUP | UINT32_C(1) << FORMAT_FIELD_REQUEST;
    uint32_t fields = 0;
    if (!tells_bytes_only(act, 0) || !reading->count)
        return false;
    reading->count--; /* FORMAT_OP_STOP */
    made->logs_quick = true;
    if (!read_condition(reading, made))
        return false;
    while (next(reading) != FORMAT_OP_ACT) {
        if (!read_field(reading, made, &fields))
            return false;
    }
    enum format_act_type type = (enum format_act_type)a_of(reading->words[reading->at++]);
    made->logs_quick &= !(fields & slow_fields);
    bool is_anonymous = b_of(reading->words[reading->at - 1]);
    made->logs_quick &= !is_anonymous;
    return reading->at == reading->count && type == act && tells_bytes_only(type, fields);
}

void vocabulary_quick_make(const struct vocabulary_compiled *compiled,
                           struct format_vocabulary_function *function)
{
    const struct vocabulary_code *code = &compiled->after;
    struct format_vocabulary_quick made = {0};
    struct reading reading = {.words = code->words, .count = code->count, .function = function};
    if (compiled->before.count || function->stack || compiled->is_opened)
        return;
    if (!compiled->takes_count && read_code(&reading, compiled->act, &made)) {
        made.is_quick = true;
        function->quick = made;
    }
    function->quick.begins = true;
}
