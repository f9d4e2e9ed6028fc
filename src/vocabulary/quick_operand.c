/* quick_operand.c: see quick_operand.h */
#include "vocabulary/quick_operand.h"

/* True if a step computes with two numbers, and does nothing else. */
static bool is_sum_of_two(const struct format_vocabulary_step *step)
{
    return step->op >= FORMAT_OP_ADD && step->op <= FORMAT_OP_OR && step->op != FORMAT_OP_JUMP;
}

/* Finds a sum, difference or product of the present expression that is the same, whatever condition
 * holds, and whose value is still there. NULL: there is none. */
static const struct format_vocabulary_step *find_same(const struct quick_reading *reading,
                                                      enum format_vocabulary_op op,
                                                      const struct format_vocabulary_operand *parts,
                                                      unsigned count)
{
    const struct format_vocabulary_step *all = reading->steps->all;
    uint64_t changed[FORMAT_SOURCES / 64 + 1] = {0}; /* bits of words that steps behind it change */
    for (unsigned i = reading->steps->count; i-- > reading->first_step && is_sum_of_two(&all[i]);) {
        const struct format_vocabulary_step *step = &all[i];
        bool is_there = step->op == op && count == 2 && op <= FORMAT_OP_MULTIPLY &&
                        !(changed[step->to / 64] >> step->to % 64 & 1);
        for (unsigned k = 0; k < 2 && is_there; k++)
            is_there = vocabulary_quick_is_same(&step->parts[k], &parts[k]) &&
                       step->to != parts[k].source &&
                       !(changed[parts[k].source / 64] >> parts[k].source % 64 & 1);
        if (is_there && step->to < FORMAT_SOURCE_VALUES + reading->next_value)
            return step;
        changed[step->to / 64] |= UINT64_C(1) << step->to % 64;
    }
    return NULL;
}

bool vocabulary_quick_step(struct quick_reading *reading, enum format_vocabulary_op op,
                           const struct format_vocabulary_operand *parts, unsigned count,
                           struct format_vocabulary_operand *to)
{
    struct vocabulary_steps *steps = reading->steps;
    const struct format_vocabulary_step *same = find_same(reading, op, parts, count);
    if (same) {
        *to = (struct format_vocabulary_operand){
            .source = same->to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
        return true;
    }
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
        operands[i].is_scaled = operands[i].factor != 1 || operands[i].plus;
}

void vocabulary_quick_prepare_steps(struct vocabulary_steps *steps)
{
    for (unsigned i = 0; i < steps->count; i++)
        vocabulary_quick_prepare(steps->all[i].parts,
                                 sizeof steps->all[i].parts / sizeof steps->all[i].parts[0]);
}

bool vocabulary_quick_push(struct quick_reading *reading,
                           const struct format_vocabulary_operand *operand)
{
    if (reading->depth == QUICK_DEPTH)
        return false;
    reading->stack[reading->depth++] = *operand;
    return true;
}

bool vocabulary_quick_is_same(const struct format_vocabulary_operand *one,
                              const struct format_vocabulary_operand *other)
{
    return one->source == other->source && one->type == other->type &&
           one->loaded == other->loaded && one->factor == other->factor && one->plus == other->plus;
}

bool vocabulary_quick_is_passed(const struct quick_reading *reading, uint32_t number, size_t end)
{
    for (size_t i = reading->at; i < end; i++) {
        uint64_t word = reading->words[i];
        if (quick_op(word) == FORMAT_OP_OUT &&
            (number == FORMAT_VOCABULARY_VALUES || quick_a(word) == number))
            return true;
        i += quick_op(word) == FORMAT_OP_WIDE;
    }
    return false;
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
        if (!has_key || vocabulary_quick_is_same(&set->key, key))
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
        if (step->op == FORMAT_OP_STATE && step->number == set->state && !step->when &&
            !set->has_when && vocabulary_quick_is_same(&step->parts[0], &set->key))
            return step;
    }
    return NULL;
}

/* True if the function sets that state by a key, here or anywhere. */
static bool is_set(const struct quick_reading *reading, uint32_t state)
{
    for (size_t i = 0; i < reading->count; i++) {
        uint64_t word = reading->words[i];
        if (quick_op(word) == FORMAT_OP_SET && quick_a(word) == state &&
            quick_b(word) & FORMAT_SET_KEY)
            return true;
        i += quick_op(word) == FORMAT_OP_WIDE;
    }
    return false;
}

/* Keeps the value behind that of a step free that finds a state, for its cell: if the state is set
 * later, steps in between must not have written there. */
static bool reserve_cell(struct quick_reading *reading, uint32_t state)
{
    if (!is_set(reading, state))
        return true;
    reading->next_value++;
    return reading->next_value <= FORMAT_VOCABULARY_VALUES;
}

bool vocabulary_quick_find_state(struct quick_reading *reading, const struct quick_set *set,
                                 struct format_vocabulary_operand *to, uint8_t *cell)
{
    struct format_vocabulary_step *step = find_step(reading, set);
    const struct format_vocabulary_operand parts[] = {set->key, {0}, set->when};
    if (!step) {
        if (!vocabulary_quick_step(reading, FORMAT_OP_STATE, parts, 3, to) ||
            !reserve_cell(reading, set->state))
            return false;
        step = &reading->steps->all[reading->steps->count - 1];
        step->number = set->state;
        step->when = set->has_when ? FORMAT_WHEN_PART : FORMAT_WHEN_ALWAYS;
        step->cell = step->to;
    }
    *to = (struct format_vocabulary_operand){
        .source = step->to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    if (cell)
        *cell = step->cell = (uint8_t)(step->to + 1);
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
        return vocabulary_quick_push(reading, &set->value);
    if (!find_state(reading, number, has_key, &key, &parts[2]))
        return false;
    if (!set)
        return vocabulary_quick_push(reading, &parts[2]);
    parts[0] = set->adds ? parts[2] : set->when;
    parts[1] = set->value;
    return vocabulary_quick_step(reading, set->adds ? FORMAT_OP_ADD : FORMAT_OP_JUMP_FALSE, parts,
                                 set->adds ? 2 : 3, &parts[0]) &&
           vocabulary_quick_push(reading, &parts[0]);
}

/* Lets a value stay that an operand is made of. */
static void keep(unsigned *next, const struct format_vocabulary_operand *operand)
{
    bool is_value = operand->type && operand->source >= FORMAT_SOURCE_VALUES &&
                    operand->source < FORMAT_SOURCE_STATES;
    unsigned behind = is_value ? operand->source - FORMAT_SOURCE_VALUES + 1U : 0;
    *next = *next > behind ? *next : behind;
}

static void keep_word(unsigned *next, uint8_t source)
{
    const struct format_vocabulary_operand operand = {.source = source, .type = 8};
    keep(next, &operand);
}

static void keep_sets(unsigned *next, const struct quick_reading *reading)
{
    for (unsigned i = 0; i < reading->set_count; i++) {
        const struct quick_set *set = &reading->sets[i];
        keep(next, &set->value);
        keep(next, &set->key);
        keep(next, &set->when);
        keep_word(next, set->cell);
    }
    for (unsigned i = 0; i < reading->steps->count; i++) {
        const struct format_vocabulary_step *step = &reading->steps->all[i];
        if (step->op != FORMAT_OP_STATE)
            continue;
        keep(next, &step->parts[0]);
        keep_word(next, (uint8_t)(step->to + is_set(reading, step->number)));
    }
}

void vocabulary_quick_reclaim(struct quick_reading *reading,
                              const struct format_vocabulary_quick *made)
{
    unsigned next = reading->first_value;
    for (unsigned i = 0; i < FORMAT_VOCABULARY_VALUES; i++) {
        if (reading->let >> i & 1)
            keep(&next, &reading->values[i]);
        if (reading->perhaps >> i & 1)
            keep(&next, &reading->if_known[i]);
    }
    keep_sets(&next, reading);
    keep(&next, &reading->total);
    keep(&next, &reading->guard.tested);
    keep(&next, &made->tested);
    for (unsigned i = 0; i < made->count; i++)
        keep(&next, &made->fields[i]);
    reading->next_value = next;
}
