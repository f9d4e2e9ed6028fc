/* quick.c: see quick.h. Reads compiled code: named values, states, and mostly one act in all, with
 * its condition and its fields. An expression that is no operand becomes steps. */
#include "vocabulary/quick_act.h"
#include "vocabulary/quick_branch.h"
#include "vocabulary/quick_message.h"
#include "vocabulary/quick_set.h"
#include "vocabulary/quick_statement.h"
#include "vocabulary/quick_sum.h"

#include <stdint.h>
#include <string.h>

/* Reads a named value. Where it is behind a pointer, or threads share it, it is read once. */
static bool read_let(struct quick_reading *reading)
{
    struct format_vocabulary_operand value;
    uint64_t word;
    if (!vocabulary_quick_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
        quick_a(word) >= FORMAT_VOCABULARY_VALUES ||
        ((value.loaded || value.source >= FORMAT_SOURCE_SHARED) &&
         !vocabulary_quick_step(reading, FORMAT_OP_KEEP, &value, 1, &value)))
        return false;
    reading->values[quick_a(word)] = value;
    reading->let |= UINT32_C(1) << quick_a(word);
    return true;
}

/* Reads a call whose result has no name. */
static bool read_call(struct quick_reading *reading)
{
    unsigned calls = reading->calls;
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    vocabulary_quick_read(reading);
    return reading->depth == 1 && reading->calls > calls &&
           vocabulary_quick_is_end_of_call(reading);
}

/* Reads an act, or a call, on a condition. All of them in a function have the same one. */
static bool read_guarded(struct quick_reading *reading, enum format_act_type act,
                         struct format_vocabulary_quick *made, bool is_act)
{
    const struct format_vocabulary_quick *guard = &reading->guard;
    if (reading->has_guard &&
        (!vocabulary_quick_is_same(&guard->tested, &made->tested) || guard->from != made->from ||
         guard->to != made->to || guard->is_outside != made->is_outside))
        return false;
    if (reading->guard_count == QUICK_GUARDS)
        return false;
    reading->has_guard = true;
    reading->guard = *made;
    unsigned *steps = reading->guards[reading->guard_count++];
    steps[0] = reading->steps->count;
    reading->is_guarded = true;
    bool good = is_act ? vocabulary_quick_act(reading, act, made) : read_call(reading);
    reading->is_guarded = false;
    steps[1] = reading->steps->count;
    return good;
}

/* Lets guarded steps wait for the condition of the act. */
static void mark_guarded(struct quick_reading *reading)
{
    for (unsigned i = 0; i < reading->guard_count; i++) {
        for (unsigned k = reading->guards[i][0]; k < reading->guards[i][1]; k++) {
            struct format_vocabulary_step *step = &reading->steps->all[k];
            if (step->op != FORMAT_OP_STATE)
                step->when = FORMAT_WHEN_ACT;
        }
    }
}

/* Reads the condition of a statement that is no act as a number, from its beginning. */
static bool read_number(struct quick_reading *reading, struct format_vocabulary_operand *when)
{
    reading->whole = true;
    reading->at++; /* FORMAT_OP_BEGIN */
    vocabulary_quick_read(reading);
    reading->whole = false;
    *when = reading->stack[0];
    return reading->depth == 1 && quick_take(reading, FORMAT_OP_WHEN);
}

/* Settles the values whose address a call has, up to the end of its statement, before they would be
 * settled on a condition. */
static bool settle_values(struct quick_reading *reading, size_t end)
{
    for (size_t i = reading->at; i < end; i++) {
        uint64_t word = reading->words[i];
        if (quick_op(word) == FORMAT_OP_OUT && quick_b(word) &&
            !vocabulary_quick_settle(reading, quick_a(word)))
            return false;
        i += quick_op(word) == FORMAT_OP_WIDE;
    }
    return true;
}

/* Reads a call on a condition, behind which another one may be for the act. What it names is known
 * only where the condition holds. */
static bool read_branch(struct quick_reading *reading, size_t end)
{
    struct format_vocabulary_operand when;
    if (!read_number(reading, &when) || !vocabulary_quick_make_plain(reading, &when) ||
        !settle_values(reading, end))
        return false;
    const struct quick_reading before = *reading;
    struct format_vocabulary_step *unless = vocabulary_quick_unless(reading, &when);
    if (!unless || !read_call(reading) || reading->at != end ||
        !vocabulary_quick_keeps_values(reading, &before) ||
        !vocabulary_quick_surround(reading, unless))
        return false;
    uint32_t named = reading->let & ~before.let;
    reading->perhaps |= named;
    for (unsigned i = 0; i < FORMAT_VOCABULARY_VALUES; i++) {
        if (named >> i & 1)
            reading->if_known[i] = when;
    }
    return true;
}

/* Reads a condition and the statement that it is for. */
static bool read_conditional(struct quick_reading *reading, enum format_act_type act,
                             struct format_vocabulary_quick *made, bool *has_act)
{
    const struct quick_reading start = *reading;
    const struct format_vocabulary_quick before = *made;
    unsigned count = reading->steps->count;
    size_t end;
    if (!vocabulary_quick_condition(reading, made, &end) || !end)
        return false;
    enum format_vocabulary_op does = vocabulary_quick_ending(reading);
    if (!*has_act && (does == FORMAT_OP_FIELD || does == FORMAT_OP_ACT)) {
        *has_act = true;
        return read_guarded(reading, act, made, true) && reading->at == end;
    }
    if (does == FORMAT_OP_CALL && !reading->is_branching) {
        bool good = (!*has_act || reading->has_guard) && read_guarded(reading, act, made, false);
        *made = before;
        return good && reading->at == end;
    }
    struct format_vocabulary_operand when;
    *made = before;
    *reading = start;
    reading->steps->count = count;
    if (does == FORMAT_OP_CALL)
        return read_branch(reading, end);
    if (does != FORMAT_OP_SET || !read_number(reading, &when))
        return false;
    unsigned calls = reading->calls; /* those of the condition are not conditional themselves */
    return vocabulary_quick_set(reading, &when) && reading->calls == calls && reading->at == end;
}

/* Reads one statement. */
static bool read_statement(struct quick_reading *reading, enum format_act_type act,
                           struct format_vocabulary_quick *made, bool *has_act)
{
    size_t none;
    switch (vocabulary_quick_ending(reading)) {
    case FORMAT_OP_KEEP:
        return read_let(reading);
    case FORMAT_OP_SET:
        return vocabulary_quick_set(reading, NULL);
    case FORMAT_OP_CALL:
        return read_call(reading);
    case FORMAT_OP_WHEN:
        return read_conditional(reading, act, made, has_act);
    case FORMAT_OP_FIELD:
    case FORMAT_OP_ACT:
        if (*has_act || reading->has_guard || !vocabulary_quick_condition(reading, made, &none) ||
            none)
            return false;
        *has_act = true;
        return vocabulary_quick_act(reading, act, made);
    default:
        return false;
    }
}

/* True if nothing but words of the call is read after it. Without bytes, these are 0. */
static bool is_plain(const struct format_vocabulary_quick *made, enum format_act_type act)
{
    bool plain = act != FORMAT_DOES_COLLECTIVE && act != FORMAT_DOES_MOVE && !made->steps &&
                 !made->sets && !made->takes && quick_is_plain(&made->tested) &&
                 made->bytes == (made->count > 0);
    for (unsigned i = 0; i < made->count; i++)
        plain &= quick_is_plain(&made->fields[i]);
    return plain;
}

static bool is_shared(const struct format_vocabulary_operand *operand)
{
    return operand->source >= FORMAT_SOURCE_SHARED;
}

/* True if a number of the act is a state of the process. */
static bool tells_shared(const struct format_vocabulary_quick *made)
{
    bool tells = is_shared(&made->tested);
    for (unsigned i = 0; i < made->count; i++)
        tells |= is_shared(&made->fields[i]);
    return tells;
}

/* True if steps after the call read or set states of the process. */
static bool have_shared(const struct format_vocabulary_step *steps,
                        const struct format_vocabulary_quick *made)
{
    bool have = false;
    for (unsigned i = 0; i < made->steps + made->sets; i++) {
        have |=
            i < made->steps ? steps[i].op == FORMAT_OP_STATE : steps[i].to != FORMAT_OWNER_THREAD;
        for (unsigned k = 0; k < 3; k++)
            have |= is_shared(&steps[i].parts[k]);
    }
    return have;
}

/* True if steps find one state by its key, which is the only one that is set. */
static bool have_key(const struct format_vocabulary_step *steps,
                     const struct format_vocabulary_quick *made)
{
    return made->steps == 1 && steps[0].op == FORMAT_OP_STATE && !steps[0].when &&
           (!made->sets || (made->sets == 1 && steps[1].to == FORMAT_OWNER_KEY && !steps[1].when));
}

static enum format_vocabulary_quick_way way_of(const struct format_vocabulary_step *steps,
                                               const struct format_vocabulary_quick *made)
{
    if (made->takes || made->tested.loaded || made->bytes > 1)
        return FORMAT_QUICK_OTHER;
    if (!tells_shared(made) && have_key(steps, made))
        return FORMAT_QUICK_KEY;
    if (tells_shared(made) || have_shared(steps, made))
        return FORMAT_QUICK_SHARED;
    return made->steps || made->sets ? FORMAT_QUICK_STEPS : FORMAT_QUICK_NEAR;
}

/* Reads a statement with one of several acts, if it is one. */
static bool add_act(struct quick_reading *reading)
{
    const struct quick_reading start = *reading;
    unsigned count = reading->steps->count;
    if (reading->notes ? vocabulary_quick_add_message(reading) : vocabulary_quick_add_act(reading))
        return true;
    *reading = start;
    reading->steps->count = count;
    return false;
}

/* Makes the bytes of several acts those of one that always takes place. */
static void make_sum(const struct quick_reading *reading, struct format_vocabulary_quick *made)
{
    made->from = INT64_MIN;
    made->to = INT64_MAX;
    made->is_outside = false;
    made->logs_quick = false;
    made->fields[0] = reading->total;
    made->fields[0].field = FORMAT_FIELD_BYTES;
    made->bytes = 1;
    made->count = 1;
    made->places[FORMAT_FIELD_BYTES] = 1;
}

static bool read_statements(struct quick_reading *reading, enum format_act_type act,
                            struct format_vocabulary_quick *made, bool is_sum, bool *has_act)
{
    while (reading->at < reading->count) {
        if (!(is_sum && add_act(reading)) && !read_statement(reading, act, made, has_act))
            return false;
        vocabulary_quick_reclaim(reading, made);
    }
    return true;
}

/* Reads the same code once more, where several messages are logged: `reading` is at its beginning,
 * `made` has its form for where they are not. Adds the steps. */
static void add_messages(struct quick_reading reading, enum format_act_type act,
                         struct format_vocabulary_quick *made)
{
    struct vocabulary_steps own = {.count = 0}, *all = reading.steps;
    struct format_vocabulary_quick ignored = {0};
    uint8_t sets = 0;
    bool has_act = true;
    if (!vocabulary_quick_is_sum(&reading) || made->takes)
        return;
    reading.is_branching = true;
    reading.steps = &own;
    reading.first_after = 0;
    reading.notes = true;
    reading.count--; /* FORMAT_OP_STOP */
    if (!read_statements(&reading, act, &ignored, true, &has_act))
        return;
    made->messages = (uint8_t)own.count;
    if (!vocabulary_quick_add_sets(&reading, &sets) || sets != made->sets) {
        made->messages = 0;
        return;
    }
    memcpy(all->all + all->count, own.all, own.count * sizeof own.all[0]);
    all->count += own.count;
}

/* Reads the code after the call. False if it has no quick form. */
static bool read_code(struct quick_reading *reading, enum format_act_type act,
                      struct format_vocabulary_quick *made)
{
    bool is_sum = vocabulary_quick_is_sum(reading), has_act = is_sum;
    if ((!is_sum && !vocabulary_quick_tells_bytes(act, 0)) || (!reading->count && !made->takes))
        return false;
    reading->count -= reading->count > 0; /* FORMAT_OP_STOP */
    made->logs_quick = true;
    made->is_outside = true; /* of the range from 0 to 0: without an act */
    if (!read_statements(reading, act, made, is_sum, &has_act))
        return false;
    if (is_sum)
        make_sum(reading, made);
    made->steps = (uint8_t)(reading->steps->count - made->before);
    if (!vocabulary_quick_add_sets(reading, &made->sets))
        return false;
    made->logs_quick &= !made->takes || !has_act; /* one message of one call, at most */
    made->is_plain = made->logs_quick && is_plain(made, act);
    made->way = (uint8_t)(reading->repeats ? FORMAT_QUICK_OTHER
                                           : way_of(&reading->steps->all[made->before], made));
    if (reading->calls) {
        mark_guarded(reading);
        made->way = FORMAT_QUICK_CALLS;
    }
    return made->takes ? !reading->calls : has_act;
}

/* Reads the code after the call: calls on a condition are guarded by that of the act if they have
 * the same one; otherwise steps look at each. */
static bool read_either(struct quick_reading *reading, enum format_act_type act,
                        struct format_vocabulary_quick *made)
{
    const struct quick_reading start = *reading;
    const struct format_vocabulary_quick before = *made;
    if (read_code(reading, act, made))
        return true;
    *reading = start;
    *made = before;
    reading->steps->count = made->before;
    reading->is_branching = true;
    return reading->has_calls && read_code(reading, act, made);
}

/* Reads named values that are words of the call, which stay as they are: nothing needs to be done
 * before the call. False if there is any other. */
static bool read_aliases(struct quick_reading *reading)
{
    while (reading->at < reading->count) {
        struct format_vocabulary_operand value;
        uint64_t word;
        if (!vocabulary_quick_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
            quick_a(word) >= FORMAT_VOCABULARY_VALUES || reading->steps->count ||
            !quick_is_plain(&value))
            return false;
        reading->values[quick_a(word)] = value;
        reading->let |= UINT32_C(1) << quick_a(word);
    }
    return true;
}

/* Reads the code before the call: named values, which stay where the other code expects them.
 * False if it has no quick form. */
static bool read_before(struct quick_reading *reading, struct format_vocabulary_quick *made)
{
    if (!reading->count)
        return true;
    reading->count--; /* FORMAT_OP_STOP */
    const struct quick_reading start = *reading;
    made->later = read_aliases(reading);
    if (made->later)
        return true;
    *reading = start;
    reading->steps->count = 0;
    while (reading->at < reading->count) {
        if (!vocabulary_quick_keep(reading, &made->known))
            return false;
    }
    made->before = (uint8_t)reading->steps->count;
    return true;
}

void vocabulary_quick_make(const struct vocabulary_compiled *compiled,
                           struct format_vocabulary_function *function,
                           struct vocabulary_steps *steps)
{
    struct format_vocabulary_quick made = {0};
    struct quick_reading reading = {.words = compiled->before.words,
                                    .count = compiled->before.count,
                                    .function = function,
                                    .steps = steps};
    steps->count = 0;
    reading.next_value = vocabulary_quick_first_free(
        &compiled->after, vocabulary_quick_first_free(&compiled->before, 0));
    if (!read_before(&reading, &made)) {
        steps->count = 0;
        return;
    }
    function->quick = made;
    function->quick.begins = true;
    reading.words = compiled->after.words;
    reading.count = compiled->after.count;
    reading.at = 0;
    reading.first_after = steps->count;
    reading.may_call = true;
    for (size_t i = 0; i < reading.count; i++)
        reading.has_calls |= quick_op(reading.words[i]) == FORMAT_OP_CALL;
    made.takes = compiled->takes_count > 0;
    reading.first_value = reading.next_value;
    reading.kept = made.known;
    const struct quick_reading start = reading;
    if (read_either(&reading, compiled->act, &made)) {
        add_messages(start, compiled->act, &made);
        made.is_quick = made.begins = true;
        function->quick = made;
    } else {
        steps->count = made.before;
    }
    vocabulary_quick_prepare(&function->quick.tested, 1);
    vocabulary_quick_prepare(function->quick.fields, FORMAT_QUICK_FIELDS);
    vocabulary_quick_prepare_steps(steps);
}
