/* quick_message.c: see quick_message.h */
#include "vocabulary/quick_message.h"

#include "vocabulary/quick_branch.h"
#include "vocabulary/quick_loop.h"

#include <string.h>

/* Returns the part of FORMAT_STEP_MESSAGE that a field is; FORMAT_QUICK_MESSAGE if it is none. */
static unsigned part_of(uint32_t field)
{
    switch (field) {
    case FORMAT_FIELD_TO:
    case FORMAT_FIELD_FROM:
        return FORMAT_QUICK_PEER;
    case FORMAT_FIELD_TAG:
        return FORMAT_QUICK_TAG;
    case FORMAT_FIELD_BYTES:
        return FORMAT_QUICK_BYTES;
    default:
        return FORMAT_QUICK_MESSAGE;
    }
}

/* Reads the fields of a message, and adds its step. A field that is in memory is read before what
 * the next one calls. */
static bool read_message(struct quick_reading *reading)
{
    /* without a field: any peer, no tag, no bytes */
    struct format_vocabulary_operand parts[FORMAT_QUICK_MESSAGE] = {
        [FORMAT_QUICK_PEER] = {.plus = -1}, [FORMAT_QUICK_TAG] = {.plus = -1}};
    while (quick_take(reading, FORMAT_OP_BEGIN)) {
        vocabulary_quick_read(reading);
        if (reading->depth != 1 || quick_next(reading) != FORMAT_OP_FIELD)
            return false;
        unsigned part = part_of(quick_a(reading->words[reading->at++]));
        if (part == FORMAT_QUICK_MESSAGE)
            return false;
        parts[part] = reading->stack[0];
        if (reading->has_calls && !vocabulary_quick_make_plain(reading, &parts[part]))
            return false;
    }
    if (quick_next(reading) != FORMAT_OP_ACT)
        return false;
    uint64_t word = reading->words[reading->at++];
    bool receives = quick_a(word) == FORMAT_DOES_RECEIVE, is_anonymous = quick_b(word);
    struct format_vocabulary_step *step =
        (quick_a(word) == FORMAT_DOES_SEND || receives) && !is_anonymous
            ? vocabulary_quick_add_step(reading, FORMAT_STEP_MESSAGE, 0)
            : NULL;
    if (!step)
        return false;
    step->number = receives;
    memcpy(step->parts, parts, sizeof parts);
    return true;
}

/* Reads a condition, if there is one, and adds a step that skips what it is for; *end: where that
 * ends, or 0. */
static bool read_condition(struct quick_reading *reading, struct format_vocabulary_step **unless,
                           size_t *end)
{
    struct format_vocabulary_operand when;
    *unless = NULL;
    if (!vocabulary_quick_when(reading, &when, end))
        return false;
    if (!*end)
        return true;
    *unless = vocabulary_quick_unless(reading, &when);
    return *unless;
}

/* Reads a message with its condition. */
static bool read_conditional(struct quick_reading *reading)
{
    struct format_vocabulary_step *unless;
    size_t end;
    return read_condition(reading, &unless, &end) && read_message(reading) &&
           (!end || reading->at == end) && vocabulary_quick_surround(reading, unless);
}

/* Reads a condition that does not depend on the number of a loop, ahead of it. Where it does,
 * or calls something, nothing is read. */
static struct format_vocabulary_step *read_condition_ahead(struct quick_reading *reading)
{
    const struct quick_reading start = *reading;
    unsigned count = reading->steps->count;
    struct format_vocabulary_step *unless;
    size_t end;
    if (read_condition(reading, &unless, &end) && reading->calls == start.calls)
        return unless;
    *reading = start;
    reading->steps->count = count;
    return NULL;
}

/* Reads a message that is repeated. */
static bool read_loop(struct quick_reading *reading, unsigned number, size_t end)
{
    const struct format_vocabulary_operand value = vocabulary_quick_loop_number(number);
    struct format_vocabulary_operand times;
    if (reading->let >> number & 1 || !vocabulary_quick_times(reading, end, &times))
        return false;
    struct format_vocabulary_step *unless = read_condition_ahead(reading),
                                  *repeat = vocabulary_quick_add_step(reading, FORMAT_STEP_REPEAT,
                                                                      value.source);
    if (!repeat)
        return false;
    repeat->parts[0] = times;
    reading->let |= UINT32_C(1) << number;
    reading->values[number] = value;
    bool good = read_conditional(reading) && vocabulary_quick_surround(reading, repeat) &&
                vocabulary_quick_surround(reading, unless),
         is_end = reading->at + QUICK_LOOP_TAIL == end;
    reading->let &= ~(UINT32_C(1) << number);
    reading->at = end;
    return good && is_end;
}

bool vocabulary_quick_add_message(struct quick_reading *reading)
{
    unsigned number;
    size_t end;
    return vocabulary_quick_find_loop(reading, &number, &end) ? read_loop(reading, number, end)
                                                              : read_conditional(reading);
}
