/* quick.c: see quick.h. Reads compiled code: named values, states, and one act in all, with its
 * condition and its fields. An expression that is no operand becomes steps. */
#include "vocabulary/quick_set.h"
#include "vocabulary/quick_statement.h"

#include <stdint.h>
#include <string.h>

/* Reads the operand of a field, up to the end of its expression. */
static bool read_operand(struct quick_reading *reading, struct format_vocabulary_operand *to)
{
    vocabulary_quick_read(reading);
    *to = reading->stack[0];
    return reading->depth == 1 && quick_next(reading) == FORMAT_OP_FIELD;
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
        return read_comparison(reading, stack[!turned].plus, turned, to);
    }
    if (reading->depth != 1)
        return false;
    to->tested = stack[0];
    set_range(to, 0, 0, !quick_take(reading, FORMAT_OP_NOT));
    return true;
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
    unsigned count = reading->steps->count, value = reading->next_value;
    bool is_simple = read_operand(reading, &operand);
    operand.field = field;
    reading->at = ahead.at + 1;
    if (is_simple && add_field(to, &operand))
        return true;
    reading->steps->count = count;
    reading->next_value = value;
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

/* Reads the act, behind its condition. */
static bool read_act(struct quick_reading *reading, enum format_act_type act,
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
    return type == act && tells_bytes_only(type, fields);
}

enum format_vocabulary_op vocabulary_quick_ending(const struct quick_reading *reading)
{
    struct quick_reading ahead = *reading;
    if (!quick_take(&ahead, FORMAT_OP_BEGIN))
        return quick_next(&ahead) == FORMAT_OP_ACT ? FORMAT_OP_ACT : FORMAT_OP_STOP;
    if (vocabulary_quick_skip(&ahead))
        return FORMAT_OP_FIELD;
    return quick_next(&ahead);
}

/* Reads the expression of a named value or of a state, which ends with that operation. */
static bool read_expression(struct quick_reading *reading, enum format_vocabulary_op end,
                            struct format_vocabulary_operand *to, uint64_t *word)
{
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    vocabulary_quick_read(reading);
    if (reading->depth != 1 || quick_next(reading) != end)
        return false;
    *to = reading->stack[0];
    *word = reading->words[reading->at++];
    return true;
}

/* Reads a named value. Where it is behind a pointer, or threads share it, it is read once. */
static bool read_let(struct quick_reading *reading)
{
    struct format_vocabulary_operand value;
    uint64_t word;
    if (!read_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
        quick_a(word) >= FORMAT_VOCABULARY_VALUES ||
        ((value.loaded || value.source >= FORMAT_SOURCE_SHARED) &&
         !vocabulary_quick_step(reading, FORMAT_OP_KEEP, &value, 1, &value)))
        return false;
    reading->values[quick_a(word)] = value;
    reading->let |= UINT32_C(1) << quick_a(word);
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
        return read_act(reading, act, made) && reading->at == end;
    }
    if (does != FORMAT_OP_SET)
        return false;
    *made = before;
    *reading = start;
    reading->steps->count = count;
    reading->whole = true;
    reading->at++; /* FORMAT_OP_BEGIN */
    vocabulary_quick_read(reading);
    reading->whole = false;
    if (reading->depth != 1 || !quick_take(reading, FORMAT_OP_WHEN))
        return false;
    struct format_vocabulary_operand when = reading->stack[0];
    return vocabulary_quick_set(reading, &when) && reading->at == end;
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
    case FORMAT_OP_WHEN:
        return read_conditional(reading, act, made, has_act);
    case FORMAT_OP_FIELD:
    case FORMAT_OP_ACT:
        if (*has_act || !vocabulary_quick_condition(reading, made, &none) || none)
            return false;
        *has_act = true;
        return read_act(reading, act, made);
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
    return made->steps == 1 && steps[0].op == FORMAT_OP_STATE && !steps[0].has_when &&
           (!made->sets ||
            (made->sets == 1 && steps[1].to == FORMAT_OWNER_KEY && !steps[1].has_when));
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

/* Reads the code after the call. False if it has no quick form. */
static bool read_code(struct quick_reading *reading, enum format_act_type act,
                      struct format_vocabulary_quick *made)
{
    bool has_act = false;
    if (!tells_bytes_only(act, 0) || (!reading->count && !made->takes))
        return false;
    reading->count -= reading->count > 0; /* FORMAT_OP_STOP */
    made->logs_quick = true;
    set_range(made, 0, 0, true); /* without an act */
    while (reading->at < reading->count) {
        if (!read_statement(reading, act, made, &has_act))
            return false;
    }
    made->steps = (uint8_t)(reading->steps->count - made->before);
    if (!vocabulary_quick_add_sets(reading, &made->sets))
        return false;
    made->logs_quick &= !made->takes || !has_act; /* one message of one call, at most */
    made->is_plain = made->logs_quick && is_plain(made, act);
    made->way = (uint8_t)way_of(&reading->steps->all[made->before], made);
    return has_act || made->takes;
}

bool vocabulary_quick_keep(struct quick_reading *reading, uint32_t *known)
{
    struct format_vocabulary_operand value;
    uint64_t word;
    if (!read_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
        quick_a(word) >= FORMAT_VOCABULARY_VALUES || reading->steps->count == VOCABULARY_STEPS)
        return false;
    uint8_t to = (uint8_t)(FORMAT_SOURCE_VALUES + quick_a(word));
    reading->steps->all[reading->steps->count++] =
        (struct format_vocabulary_step){.op = FORMAT_OP_KEEP, .to = to, .parts[0] = value};
    reading->values[quick_a(word)] = (struct format_vocabulary_operand){
        .source = to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    reading->let |= UINT32_C(1) << quick_a(word);
    *known |= UINT32_C(1) << quick_a(word);
    return true;
}

/* Reads named values that are words of the call, which stay as they are: nothing needs to be done
 * before the call. False if there is any other. */
static bool read_aliases(struct quick_reading *reading)
{
    while (reading->at < reading->count) {
        struct format_vocabulary_operand value;
        uint64_t word;
        if (!read_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
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

unsigned vocabulary_quick_first_free(const struct vocabulary_code *code, unsigned from)
{
    for (size_t i = 0; i < code->count; i++) {
        enum format_vocabulary_op op = quick_op(code->words[i]);
        bool names = op == FORMAT_OP_VALUE || op == FORMAT_OP_KEEP || op == FORMAT_OP_OUT ||
                     op == FORMAT_OP_NARROW;
        if (names && quick_a(code->words[i]) >= from)
            from = quick_a(code->words[i]) + 1;
    }
    return from;
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
    if (function->stack || !read_before(&reading, &made)) {
        steps->count = 0;
        return;
    }
    function->quick = made;
    function->quick.begins = true;
    reading.words = compiled->after.words;
    reading.count = compiled->after.count;
    reading.at = 0;
    reading.first_after = steps->count;
    made.takes = compiled->takes_count > 0;
    if (read_code(&reading, compiled->act, &made)) {
        made.is_quick = made.begins = true;
        function->quick = made;
    } else {
        steps->count = made.before;
    }
    vocabulary_quick_prepare(&function->quick.tested, 1);
    vocabulary_quick_prepare(function->quick.fields, FORMAT_QUICK_FIELDS);
    vocabulary_quick_prepare_steps(steps);
}
