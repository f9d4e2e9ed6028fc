/* quick_set.c: see quick_set.h. States are set when everything else is done, one after another. */
#include "vocabulary/quick_set.h"

#include "vocabulary/quick_expression.h"

static const struct format_vocabulary_operand nothing;

/* Reads the expression of a state, and its key's. */
static bool read_parts(struct quick_reading *reading, struct quick_set *to)
{
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    vocabulary_quick_read(reading);
    if (quick_next(reading) != FORMAT_OP_SET)
        return false;
    uint64_t word = reading->words[reading->at++];
    *to = (struct quick_set){.state = quick_a(word),
                             .has_key = quick_b(word) & FORMAT_SET_KEY,
                             .adds = quick_b(word) & FORMAT_SET_ADDS};
    if (reading->depth != 1U + to->has_key)
        return false;
    to->key = to->has_key ? reading->stack[0] : nothing;
    to->value = reading->stack[to->has_key];
    return !to->has_key || vocabulary_quick_make_plain(reading, &to->key);
}

/* Makes the value of a state a word of the call; with a condition, what is behind a pointer is read
 * only where it holds. */
static bool make_value(struct quick_reading *reading, struct quick_set *set)
{
    const struct format_vocabulary_operand parts[] = {set->when, set->value, nothing};
    bool chooses = set->has_when && (set->adds || !quick_is_plain(&set->value));
    if (!chooses)
        return vocabulary_quick_make_plain(reading, &set->value);
    return vocabulary_quick_step(reading, FORMAT_OP_JUMP_FALSE, parts, 3, &set->value);
}

/* Adds to what the function has set a state to. */
static bool add_to(struct quick_reading *reading, struct quick_set *earlier,
                   const struct quick_set *set)
{
    const struct format_vocabulary_operand parts[] = {earlier->value, set->value};
    return !earlier->has_when &&
           vocabulary_quick_step(reading, FORMAT_OP_ADD, parts, 2, &earlier->value);
}

/* Chooses between the new value of a thread's state and the present one: no other thread changes it
 * meanwhile. */
static bool choose(struct quick_reading *reading, struct quick_set *set)
{
    struct format_vocabulary_operand parts[] = {set->when, set->value, nothing};
    reading->depth = 0;
    if (!vocabulary_quick_push_state(reading, set->state, false))
        return false;
    parts[2] = reading->stack[0];
    set->has_when = false;
    return vocabulary_quick_step(reading, FORMAT_OP_JUMP_FALSE, parts, 3, &set->value);
}

bool vocabulary_quick_set(struct quick_reading *reading,
                          const struct format_vocabulary_operand *when)
{
    struct quick_set set, *earlier;
    if (!read_parts(reading, &set) ||
        !vocabulary_quick_find_set(reading, set.state, set.has_key, &set.key, &earlier))
        return false;
    set.has_when = when;
    set.when = when ? *when : nothing;
    if (when && !vocabulary_quick_make_plain(reading, &set.when))
        return false;
    bool chooses = when && !set.adds && set.state < FORMAT_VOCABULARY_THREAD_STATES;
    if (chooses ? !choose(reading, &set) : !make_value(reading, &set))
        return false;
    struct format_vocabulary_operand ignored;
    if (set.has_key && !earlier && !vocabulary_quick_find_state(reading, &set, &ignored, &set.cell))
        return false;
    if (set.adds) {
        /* 0 is added where the condition does not hold; a state with a key is perhaps not there */
        set.has_when = set.has_when && set.has_key;
        if (earlier)
            return add_to(reading, earlier, &set);
    }
    if (earlier && (set.has_when || earlier->has_when))
        return false;
    set.cell = earlier ? earlier->cell : set.cell;
    if (!earlier && reading->set_count == QUICK_SETS)
        return false;
    *(earlier ? earlier : &reading->sets[reading->set_count++]) = set;
    return true;
}

/* Tells whose state it is, and its number there. False if it has no quick form. */
static bool find_owner(const struct quick_set *set, struct format_vocabulary_step *step)
{
    bool is_threads = set->state < FORMAT_VOCABULARY_THREAD_STATES;
    uint32_t first = is_threads ? 0 : FORMAT_VOCABULARY_THREAD_STATES;
    step->to = set->has_key ? FORMAT_OWNER_KEY
               : is_threads ? FORMAT_OWNER_THREAD
                            : FORMAT_OWNER_PROCESS;
    step->number = set->has_key ? set->state : set->state - first;
    return set->has_key || set->state < FORMAT_SOURCES - FORMAT_SOURCE_STATES;
}

bool vocabulary_quick_add_sets(struct quick_reading *reading, uint8_t *count)
{
    struct vocabulary_steps *steps = reading->steps;
    for (unsigned i = 0; i < reading->set_count; i++) {
        const struct quick_set *set = &reading->sets[i];
        struct format_vocabulary_step step = {.op = set->adds ? FORMAT_OP_ADD : FORMAT_OP_SET,
                                              .when = set->has_when ? FORMAT_WHEN_PART
                                                                    : FORMAT_WHEN_ALWAYS,
                                              .cell = set->cell,
                                              .parts = {set->value, nothing, set->when}};
        if (steps->count == VOCABULARY_STEPS || !find_owner(set, &step))
            return false;
        steps->all[steps->count++] = step;
        ++*count;
    }
    return true;
}
