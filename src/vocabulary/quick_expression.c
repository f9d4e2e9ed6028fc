/* quick_expression.c: see quick_expression.h */
#include "vocabulary/quick_expression.h"

#include "vocabulary/quick_branch.h"

/* Reads an argument or the result. Arguments on the stack are in memory there. */
static bool read_source(const struct quick_reading *reading, uint64_t word,
                        struct format_vocabulary_operand *to)
{
    enum { PLACES = 128, WORD = 8 };
    uint32_t number = quick_a(word);
    const unsigned size = quick_b(word) & 15;
    to->source = FORMAT_SOURCE_RESULT;
    to->type = (uint8_t)quick_b(word);
    to->factor = 1;
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    if (quick_op(word) == FORMAT_OP_RESULT)
        return true;
    if (number >= FORMAT_VOCABULARY_ARGUMENTS || reading->function->arguments[number] >= PLACES)
        return false;
    to->source = reading->function->arguments[number];
    if (to->source < FORMAT_REGISTERS)
        return true;
    to->plus = WORD * (to->source - FORMAT_REGISTERS);
    to->source = FORMAT_SOURCE_STACK;
    to->loaded = to->type;
    to->type = WORD;
    return true;
}

/* Computes an operand from another one and a number. False if that is no operand. */
static bool compute_operand(enum format_vocabulary_op op, struct format_vocabulary_operand left,
                            struct format_vocabulary_operand right,
                            struct format_vocabulary_operand *to)
{
    if (op != FORMAT_OP_SUBTRACT && quick_is_number(&left)) {
        const struct format_vocabulary_operand turned = left;
        left = right;
        right = turned;
    }
    if (left.loaded || !quick_is_number(&right))
        return false;
    *to = left;
    switch (op) {
    case FORMAT_OP_ADD:
        return !__builtin_add_overflow(left.plus, right.plus, &to->plus);
    case FORMAT_OP_SUBTRACT:
        return !__builtin_sub_overflow(left.plus, right.plus, &to->plus);
    case FORMAT_OP_MULTIPLY:
        return !__builtin_mul_overflow(left.plus, right.plus, &to->plus) &&
               !__builtin_mul_overflow(left.factor, right.plus, &to->factor);
    default:
        return false;
    }
}

/* Computes with the two operands on top of the stack. */
static bool compute(struct quick_reading *reading, enum format_vocabulary_op op)
{
    if (reading->depth < 2)
        return false;
    struct format_vocabulary_operand *parts = &reading->stack[reading->depth - 2], made;
    if (!compute_operand(op, parts[0], parts[1], &made) &&
        !vocabulary_quick_step(reading, op, parts, 2, &made))
        return false;
    parts[0] = made;
    reading->depth--;
    return true;
}

/* Computes with the operand on top of the stack. */
static bool compute_one(struct quick_reading *reading, enum format_vocabulary_op op)
{
    return reading->depth && vocabulary_quick_step(reading, op, &reading->stack[reading->depth - 1],
                                                   1, &reading->stack[reading->depth - 1]);
}

/* Adds a step that looks whether a value is known, which only a call on a condition has made. */
static bool need(struct quick_reading *reading, uint32_t number)
{
    struct vocabulary_steps *steps = reading->steps;
    if (!(reading->perhaps >> number & 1))
        return true;
    if (steps->count == VOCABULARY_STEPS)
        return false;
    steps->all[steps->count++] = (struct format_vocabulary_step){
        .op = FORMAT_STEP_NEED, .parts[0] = reading->if_known[number]};
    return true;
}

/* Lets a value stay as it is now, if a later call writes where it is: what is made of it is used
 * after that, too. */
static bool copy_value(struct quick_reading *reading, uint32_t number,
                       struct format_vocabulary_operand *to)
{
    *to = reading->values[number];
    return to->source != FORMAT_SOURCE_VALUES + number ||
           !vocabulary_quick_is_passed(reading, number, reading->count) ||
           vocabulary_quick_step(reading, FORMAT_OP_KEEP, to, 1, to);
}

static bool push_value(struct quick_reading *reading, uint32_t number)
{
    struct format_vocabulary_operand value;
    return number < FORMAT_VOCABULARY_VALUES && reading->let >> number & 1 &&
           (reading->is_guarded || !(reading->guarded_let >> number & 1)) &&
           need(reading, number) && copy_value(reading, number, &value) &&
           vocabulary_quick_push(reading, &value);
}

/* Replaces an address by what is there. */
static bool load(struct quick_reading *reading, uint8_t type)
{
    if (!reading->depth || !(type & 15))
        return false;
    struct format_vocabulary_operand *top = &reading->stack[reading->depth - 1];
    if (top->loaded && !vocabulary_quick_step(reading, FORMAT_OP_KEEP, top, 1, top))
        return false;
    top->loaded = type;
    return true;
}

/* True if a comparison with a number is the end of a condition, which has a range for it. */
static bool is_range(const struct quick_reading *reading)
{
    const struct format_vocabulary_operand *stack = reading->stack;
    return !reading->whole && reading->depth == 2 &&
           quick_is_number(&stack[0]) != quick_is_number(&stack[1]) &&
           reading->at + 1 < reading->count &&
           quick_op(reading->words[reading->at + 1]) == FORMAT_OP_WHEN;
}

static bool read_until(struct quick_reading *reading, size_t end);

/* Turns `a < b ? a : b` and the like, whose operands are on the stack behind the comparison, into
 * one step. False if it is nothing of that kind. */
static bool is_extreme(struct quick_reading *reading)
{
    struct vocabulary_steps *steps = reading->steps;
    const struct format_vocabulary_operand *parts = &reading->stack[reading->depth - 1];
    struct format_vocabulary_step *step =
        steps->count > reading->first_step ? &steps->all[steps->count - 1] : NULL;
    if (!step || (step->op != FORMAT_OP_LESS && step->op != FORMAT_OP_AT_MOST) ||
        parts[0].source != step->to || parts[0].loaded || parts[0].factor != 1 || parts[0].plus)
        return false;
    if (vocabulary_quick_is_same(&parts[1], &step->parts[0]) &&
        vocabulary_quick_is_same(&parts[2], &step->parts[1]))
        step->op = FORMAT_STEP_LEAST;
    else if (vocabulary_quick_is_same(&parts[1], &step->parts[1]) &&
             vocabulary_quick_is_same(&parts[2], &step->parts[0]))
        step->op = FORMAT_STEP_MOST;
    else
        return false;
    return true;
}

/* Reads the parts of a ? b : c. Both are computed, and one of them is taken. */
static bool read_both(struct quick_reading *reading, size_t other, size_t end)
{
    unsigned depth = reading->depth;
    if (!read_until(reading, other - 1) || reading->depth != depth + 1)
        return false;
    reading->at = other;
    if (!read_until(reading, end) || reading->depth != depth + 2)
        return false;
    reading->depth = depth;
    return is_extreme(reading) ||
           vocabulary_quick_step(reading, FORMAT_OP_JUMP_FALSE, &reading->stack[depth - 1], 3,
                                 &reading->stack[depth - 1]);
}

/* True if code between two places is only done where its value is wanted: it calls something, needs
 * what may not be known, or takes long. */
static bool is_only_wanted(const struct quick_reading *reading, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        uint64_t word = reading->words[i];
        enum format_vocabulary_op op = quick_op(word);
        if (op == FORMAT_OP_CALL || op == FORMAT_OP_WHEN ||
            (op == FORMAT_OP_VALUE && quick_a(word) < FORMAT_VOCABULARY_VALUES &&
             reading->perhaps >> quick_a(word) & 1))
            return true;
        i += op == FORMAT_OP_WIDE;
    }
    return false;
}

/* Reads a ? b : c, behind a. */
static bool read_choice(struct quick_reading *reading, uint64_t word)
{
    size_t other = reading->at + (size_t)quick_b(word); /* the jump at the end of b is before it */
    if (quick_b(word) < 1 || other > reading->count || !reading->depth ||
        quick_op(reading->words[other - 1]) != FORMAT_OP_JUMP)
        return false;
    int32_t by = quick_b(reading->words[other - 1]);
    size_t end = other + (size_t)by;
    if (by < 0 || end > reading->count)
        return false;
    return is_only_wanted(reading, reading->at, end)
               ? vocabulary_quick_branches(reading, other, end, read_until)
               : read_both(reading, other, end);
}

/* Reads `a else b`, behind a: what is not known is not quick. */
static bool skip_other(struct quick_reading *reading, uint64_t word)
{
    if (quick_b(word) < 0 || reading->at + (size_t)quick_b(word) > reading->count)
        return false;
    reading->at += (size_t)quick_b(word);
    return true;
}

bool vocabulary_quick_settle(struct quick_reading *reading, uint32_t number)
{
    const uint32_t bit = UINT32_C(1) << number;
    struct format_vocabulary_operand *value = &reading->values[number];
    const uint8_t to = (uint8_t)(FORMAT_SOURCE_VALUES + number);
    struct vocabulary_steps *steps = reading->steps;
    if (!(reading->let & bit) || (reading->passed | reading->perhaps) & bit ||
        reading->depth == QUICK_DEPTH || (!reading->is_guarded && reading->guarded_let & bit))
        return false;
    for (unsigned i = 0; i < reading->depth; i++) {
        if (reading->stack[i].source == to)
            return false;
    }
    if (steps->count == VOCABULARY_STEPS)
        return false;
    steps->all[steps->count++] =
        (struct format_vocabulary_step){.op = FORMAT_OP_KEEP, .to = to, .parts[0] = *value};
    *value = (struct format_vocabulary_operand){
        .source = to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    reading->passed |= bit;
    reading->settled |= bit;
    reading->guarded_let |= (uint32_t)reading->is_guarded << number;
    return true;
}

/* True if another argument is the address of a value. */
static bool is_pushed(const struct quick_reading *reading, uint32_t number)
{
    for (unsigned i = 0; i < reading->depth; i++) {
        if (reading->stack[i].field != FORMAT_PASS_NUMBER &&
            reading->stack[i].source == FORMAT_SOURCE_VALUES + number)
            return true;
    }
    return false;
}

/* Pushes the address of a value, which a call writes, or reads if it is kept. One that is written
 * is not known before the call has done that, and is cleared just before it. */
static bool push_address(struct quick_reading *reading, uint32_t number, bool keeps)
{
    const struct format_vocabulary_operand address = {
        .source = (uint8_t)(FORMAT_SOURCE_VALUES + number),
        .type = 8 | FORMAT_TYPE_SIGNED,
        .field = keeps ? FORMAT_PASS_KEPT : FORMAT_PASS_ADDRESS,
        .factor = 1};
    if (!reading->may_call || number >= FORMAT_VOCABULARY_VALUES || reading->kept >> number & 1 ||
        is_pushed(reading, number))
        return false;
    bool is_settled = reading->settled >> number & 1;
    if (keeps && !is_settled && !vocabulary_quick_settle(reading, number))
        return false;
    reading->settled &= ~(UINT32_C(1) << number);
    reading->let &= keeps ? reading->let : ~(UINT32_C(1) << number);
    return vocabulary_quick_push(reading, &address);
}

/* Gives a value the type that a call has written. */
static bool narrow(struct quick_reading *reading, uint32_t number, uint8_t type)
{
    if (number >= FORMAT_VOCABULARY_VALUES || !(type & 15))
        return false;
    reading->values[number] = (struct format_vocabulary_operand){
        .source = (uint8_t)(FORMAT_SOURCE_VALUES + number), .type = type, .factor = 1};
    reading->let |= UINT32_C(1) << number;
    reading->perhaps &= ~(UINT32_C(1) << number);
    reading->guarded_let &= ~(UINT32_C(1) << number);
    reading->guarded_let |= (uint32_t)reading->is_guarded << number;
    return true;
}

/* Adds the step of a call, whose arguments are on the stack. What is read before is not read again
 * after it. */
static bool call(struct quick_reading *reading, uint32_t a, uint8_t type)
{
    enum { PARTS = 3 };
    unsigned count = a >> 20;
    struct format_vocabulary_operand made;
    if (!reading->may_call || reading->calls == FORMAT_QUICK_CALLED || count > reading->depth ||
        count > FORMAT_VOCABULARY_CALLED)
        return false;
    for (unsigned i = 0; i < reading->depth; i++) {
        struct format_vocabulary_operand *each = &reading->stack[i];
        if (each->field == FORMAT_PASS_NUMBER && !vocabulary_quick_make_plain(reading, each))
            return false;
    }
    const struct format_vocabulary_operand *parts = &reading->stack[reading->depth - count];
    unsigned first = count > PARTS ? PARTS : 0;
    if (first && !vocabulary_quick_step(reading, FORMAT_OP_ARGUMENT, parts, PARTS, &made))
        return false;
    if (!vocabulary_quick_step(reading, FORMAT_OP_CALL, parts + first, count - first, &made))
        return false;
    struct format_vocabulary_step *step = &reading->steps->all[reading->steps->count - 1];
    step->number = a;
    step->to_called = ((int32_t)(a & 0xfffff) - (int32_t)reading->function->number) *
                      (int32_t)sizeof *reading->function;
    step->type = type;
    reading->calls++;
    reading->depth -= count;
    return vocabulary_quick_push(reading, &made);
}

/* Reads one operation of an expression, which is behind the present place already. */
static bool read_known(struct quick_reading *reading, uint64_t word)
{
    struct format_vocabulary_operand made = {0};
    enum format_vocabulary_op op = quick_op(word);
    switch (op) {
    case FORMAT_OP_NUMBER:
        if (vocabulary_quick_fold_end(reading, reading->at - 1)) {
            reading->at--;
            return vocabulary_quick_fold(reading, read_until);
        }
        made.plus = quick_b(word);
        return vocabulary_quick_push(reading, &made);
    case FORMAT_OP_ARGUMENT:
    case FORMAT_OP_RESULT:
        return read_source(reading, word, &made) && vocabulary_quick_push(reading, &made);
    case FORMAT_OP_VALUE:
        return push_value(reading, quick_a(word));
    case FORMAT_OP_KEEP:
        return vocabulary_quick_fold_times(reading, quick_a(word));
    case FORMAT_OP_STATE:
        return vocabulary_quick_push_state(reading, quick_a(word), quick_b(word));
    case FORMAT_OP_LOAD:
        return load(reading, (uint8_t)quick_b(word));
    case FORMAT_OP_CALL:
        return call(reading, quick_a(word), (uint8_t)quick_b(word));
    case FORMAT_OP_OUT:
        return push_address(reading, quick_a(word), quick_b(word));
    case FORMAT_OP_NARROW:
        return narrow(reading, quick_a(word), (uint8_t)quick_b(word));
    case FORMAT_OP_NEGATE:
    case FORMAT_OP_NOT:
        return compute_one(reading, op);
    case FORMAT_OP_JUMP_FALSE:
        return read_choice(reading, word);
    case FORMAT_OP_JUMP_KNOWN:
        return skip_other(reading, word);
    default:
        return op >= FORMAT_OP_ADD && op <= FORMAT_OP_OR && compute(reading, op);
    }
}

/* Reads one operation of an expression. False, and nothing is read, if it has no quick form. */
static bool read_operation(struct quick_reading *reading)
{
    enum format_vocabulary_op op = quick_next(reading);
    struct vocabulary_steps *steps = reading->steps;
    const unsigned count = steps->count, depth = reading->depth;
    const size_t at = reading->at;
    if (op == FORMAT_OP_STOP ||
        (op >= FORMAT_OP_EQUAL && op <= FORMAT_OP_AT_MOST && is_range(reading)))
        return false;
    if (op == FORMAT_OP_NOT && !reading->whole && depth == 1 && at + 1 < reading->count &&
        quick_op(reading->words[at + 1]) == FORMAT_OP_WHEN)
        return false;
    const struct quick_reading start = *reading;
    if (read_known(reading, reading->words[reading->at++]))
        return true;
    *reading = start;
    steps->count = count;
    return false;
}

/* Reads operations up to a place. */
static bool read_until(struct quick_reading *reading, size_t end)
{
    while (reading->at < end && read_operation(reading))
        ;
    return reading->at == end;
}

void vocabulary_quick_read(struct quick_reading *reading)
{
    reading->depth = 0;
    reading->first_step = reading->steps->count;
    while (read_operation(reading))
        ;
}

bool vocabulary_quick_skip(struct quick_reading *reading)
{
    size_t fold = 0, end; /* of the outermost sum(...) or product(...) */
    for (;; reading->at++) {
        switch (quick_next(reading)) {
        case FORMAT_OP_FIELD:
            return true;
        case FORMAT_OP_KEEP:
        case FORMAT_OP_WHEN:
            if (reading->at >= fold && !vocabulary_quick_fold_end(reading, reading->at + 1))
                return false;
            break;
        case FORMAT_OP_CALL:
        case FORMAT_OP_OUT:
        case FORMAT_OP_NARROW:
            if (!reading->may_call)
                return false;
            break;
        case FORMAT_OP_WIDE:
            reading->at++;
            break;
        case FORMAT_OP_NUMBER:
            end = vocabulary_quick_fold_end(reading, reading->at);
            fold = end > fold ? end : fold;
            break;
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
    struct quick_reading reading = {.words = words, .count = count};
    return vocabulary_quick_skip(&reading) && reading.at + 1 == count;
}
