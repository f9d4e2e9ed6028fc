/* quick_operand.c: see quick_operand.h */
#include "vocabulary/quick_operand.h"

/* Reads an argument that is in a register, or the result. */
static bool read_source(const struct quick_reading *reading, uint64_t word,
                        struct format_vocabulary_operand *to)
{
    uint32_t number = quick_a(word);
    if (quick_op(word) == FORMAT_OP_RESULT)
        to->source = FORMAT_SOURCE_RESULT;
    else if (number < FORMAT_VOCABULARY_ARGUMENTS &&
             reading->function->arguments[number] < FORMAT_REGISTERS)
        to->source = reading->function->arguments[number];
    else
        return false;
    unsigned size = quick_b(word) & 15;
    to->type = (uint8_t)quick_b(word);
    to->factor = 1;
    return size == 1 || size == 2 || size == 4 || size == 8;
}

bool vocabulary_quick_step(struct quick_reading *reading, enum format_vocabulary_op op,
                           const struct format_vocabulary_operand *parts, unsigned count,
                           struct format_vocabulary_operand *to)
{
    struct vocabulary_steps *steps = reading->steps;
    if (steps->count == VOCABULARY_STEPS || reading->next_value >= FORMAT_VOCABULARY_VALUES)
        return false;
    unsigned value = FORMAT_SOURCE_VALUES + reading->next_value++;
    struct format_vocabulary_step *step = &steps->all[steps->count++];
    *step = (struct format_vocabulary_step){.op = (uint8_t)op, .to = (uint8_t)value};
    for (unsigned i = 0; i < count; i++)
        step->parts[i] = parts[i];
    *to = (struct format_vocabulary_operand){
        .source = (uint8_t)value, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    return true;
}

void vocabulary_quick_prepare(struct format_vocabulary_operand *operands, size_t count)
{
    for (size_t i = 0; i < count; i++)
        operands[i].taking = format_vocabulary_taking(&operands[i]);
}

void vocabulary_quick_prepare_steps(struct vocabulary_steps *steps)
{
    for (unsigned i = 0; i < steps->count; i++)
        vocabulary_quick_prepare(steps->all[i].parts,
                                 sizeof steps->all[i].parts / sizeof steps->all[i].parts[0]);
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

static bool push(struct quick_reading *reading, const struct format_vocabulary_operand *operand)
{
    if (reading->depth == QUICK_DEPTH)
        return false;
    reading->stack[reading->depth++] = *operand;
    return true;
}

static bool push_value(struct quick_reading *reading, uint32_t number)
{
    return number < FORMAT_VOCABULARY_VALUES && reading->let >> number & 1 &&
           push(reading, &reading->values[number]);
}

static bool is_same(const struct format_vocabulary_operand *one,
                    const struct format_vocabulary_operand *other)
{
    return one->source == other->source && one->type == other->type &&
           one->loaded == other->loaded && one->factor == other->factor && one->plus == other->plus;
}

bool vocabulary_quick_make_plain(struct quick_reading *reading,
                                 struct format_vocabulary_operand *operand)
{
    return quick_is_plain(operand) ||
           vocabulary_quick_step(reading, FORMAT_OP_KEEP, operand, 1, operand);
}

bool vocabulary_quick_find_set(struct quick_reading *reading, uint32_t state, bool has_key,
                               const struct format_vocabulary_operand *key,
                               struct quick_set **found)
{
    *found = NULL;
    for (unsigned i = 0; i < reading->set_count; i++) {
        struct quick_set *set = &reading->sets[i];
        if (set->state != state)
            continue;
        if (!has_key || is_same(&set->key, key))
            *found = set;
        else if (!quick_is_number(&set->key) || !quick_is_number(key))
            return false;
    }
    return true;
}

/* Returns the step that finds a state; NULL: there is none. */
static struct format_vocabulary_step *find_step(const struct quick_reading *reading,
                                                const struct quick_set *set)
{
    for (unsigned i = reading->first_after; i < reading->steps->count; i++) {
        struct format_vocabulary_step *step = &reading->steps->all[i];
        if (step->op == FORMAT_OP_STATE && step->number == set->state && !step->has_when &&
            !set->has_when && is_same(&step->parts[0], &set->key))
            return step;
    }
    return NULL;
}

bool vocabulary_quick_find_state(struct quick_reading *reading, const struct quick_set *set,
                                 struct format_vocabulary_operand *to, uint8_t *cell)
{
    struct format_vocabulary_step *step = find_step(reading, set);
    const struct format_vocabulary_operand parts[] = {set->key, {0}, set->when};
    if (!step) {
        if (!vocabulary_quick_step(reading, FORMAT_OP_STATE, parts, 3, to))
            return false;
        step = &reading->steps->all[reading->steps->count - 1];
        step->number = set->state;
        step->has_when = set->has_when;
        step->cell = step->to;
    }
    *to = (struct format_vocabulary_operand){
        .source = step->to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    if (!cell)
        return true;
    bool is_first = step->cell == step->to;
    if (is_first && reading->next_value >= FORMAT_VOCABULARY_VALUES)
        return false;
    if (is_first)
        step->cell = (uint8_t)(FORMAT_SOURCE_VALUES + reading->next_value++);
    *cell = step->cell;
    return true;
}

/* Finds a state as it was before the function has set it. */
static bool find_state(struct quick_reading *reading, uint32_t number, bool has_key,
                       const struct format_vocabulary_operand *key,
                       struct format_vocabulary_operand *to)
{
    const struct quick_set wanted = {.state = number, .has_key = has_key, .key = *key};
    *to = (struct format_vocabulary_operand){.source = (uint8_t)(FORMAT_SOURCE_STATES + number),
                                             .type = 8 | FORMAT_TYPE_SIGNED,
                                             .factor = 1};
    return has_key ? vocabulary_quick_find_state(reading, &wanted, to, NULL)
                   : number < FORMAT_SOURCES - FORMAT_SOURCE_STATES;
}

bool vocabulary_quick_push_state(struct quick_reading *reading, uint32_t number, bool has_key)
{
    struct format_vocabulary_operand key = {0}, parts[3];
    struct quick_set *set;
    if (has_key) {
        if (!reading->depth)
            return false;
        key = reading->stack[--reading->depth];
        if (!vocabulary_quick_make_plain(reading, &key))
            return false;
    }
    if (!vocabulary_quick_find_set(reading, number, has_key, &key, &set))
        return false;
    if (set && !set->adds && !set->has_when)
        return push(reading, &set->value);
    if (!find_state(reading, number, has_key, &key, &parts[2]))
        return false;
    if (!set)
        return push(reading, &parts[2]);
    parts[0] = set->adds ? parts[2] : set->when;
    parts[1] = set->value;
    return vocabulary_quick_step(reading, set->adds ? FORMAT_OP_ADD : FORMAT_OP_JUMP_FALSE, parts,
                                 set->adds ? 2 : 3, &parts[0]) &&
           push(reading, &parts[0]);
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
    if (is_same(&parts[1], &step->parts[0]) && is_same(&parts[2], &step->parts[1]))
        step->op = FORMAT_STEP_LEAST;
    else if (is_same(&parts[1], &step->parts[1]) && is_same(&parts[2], &step->parts[0]))
        step->op = FORMAT_STEP_MOST;
    else
        return false;
    return true;
}

/* Reads a ? b : c, behind a. Both are computed, and one of them is taken. */
static bool read_choice(struct quick_reading *reading, uint64_t word)
{
    size_t other = reading->at + (size_t)quick_b(word); /* the jump at the end of b is before it */
    unsigned depth = reading->depth;
    if (quick_b(word) < 1 || other > reading->count || !depth ||
        quick_op(reading->words[other - 1]) != FORMAT_OP_JUMP)
        return false;
    int32_t by = quick_b(reading->words[other - 1]);
    if (by < 0 || other + (size_t)by > reading->count || !read_until(reading, other - 1) ||
        reading->depth != depth + 1)
        return false;
    reading->at = other;
    if (!read_until(reading, other + (size_t)by) || reading->depth != depth + 2)
        return false;
    reading->depth = depth;
    return is_extreme(reading) ||
           vocabulary_quick_step(reading, FORMAT_OP_JUMP_FALSE, &reading->stack[depth - 1], 3,
                                 &reading->stack[depth - 1]);
}

/* Reads `a else b`, behind a: what is not known is not quick. */
static bool skip_other(struct quick_reading *reading, uint64_t word)
{
    if (quick_b(word) < 0 || reading->at + (size_t)quick_b(word) > reading->count)
        return false;
    reading->at += (size_t)quick_b(word);
    return true;
}

/* Reads one operation of an expression, which is behind the present place already. */
static bool read_known(struct quick_reading *reading, uint64_t word)
{
    struct format_vocabulary_operand made = {0};
    enum format_vocabulary_op op = quick_op(word);
    switch (op) {
    case FORMAT_OP_NUMBER:
        made.plus = quick_b(word);
        return push(reading, &made);
    case FORMAT_OP_ARGUMENT:
    case FORMAT_OP_RESULT:
        return read_source(reading, word, &made) && push(reading, &made);
    case FORMAT_OP_VALUE:
        return push_value(reading, quick_a(word));
    case FORMAT_OP_STATE:
        return vocabulary_quick_push_state(reading, quick_a(word), quick_b(word));
    case FORMAT_OP_LOAD:
        return load(reading, (uint8_t)quick_b(word));
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
    unsigned depth = reading->depth, count = steps->count, value = reading->next_value;
    size_t at = reading->at;
    if (op == FORMAT_OP_STOP ||
        (op >= FORMAT_OP_EQUAL && op <= FORMAT_OP_AT_MOST && is_range(reading)))
        return false;
    if (op == FORMAT_OP_NOT && !reading->whole && depth == 1 && at + 1 < reading->count &&
        quick_op(reading->words[at + 1]) == FORMAT_OP_WHEN)
        return false;
    if (read_known(reading, reading->words[reading->at++]))
        return true;
    reading->at = at;
    reading->depth = depth;
    steps->count = count;
    reading->next_value = value;
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
    for (;; reading->at++) {
        switch (quick_next(reading)) {
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
    struct quick_reading reading = {.words = words, .count = count};
    return vocabulary_quick_skip(&reading) && reading.at + 1 == count;
}
