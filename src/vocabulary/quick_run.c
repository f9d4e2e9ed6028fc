/* quick_run.c: see quick_run.h. Reads compiled code: named values, states, and at most one activity
 * or region, which the call begins and ends. */
#include "vocabulary/quick_run.h"

#include "vocabulary/quick_act.h"
#include "vocabulary/quick_set.h"
#include "vocabulary/quick_statement.h"

#include <stdint.h>

enum { NO_VALUE = FORMAT_VOCABULARY_VALUES };

/* Reads the code after the call: the end of what was begun, perhaps under the condition that a
 * value is set. */
static bool read_end(const struct vocabulary_code *code, unsigned *entered)
{
    struct quick_reading reading = {.words = code->words, .count = code->count};
    *entered = NO_VALUE;
    if (!code->count)
        return true;
    if (!quick_take(&reading, FORMAT_OP_BEGIN))
        return false;
    if (quick_next(&reading) == FORMAT_OP_VALUE) {
        *entered = quick_a(reading.words[reading.at++]);
        if (!quick_take(&reading, FORMAT_OP_WHEN))
            return false;
    }
    if (quick_next(&reading) != FORMAT_OP_ACT)
        return false;
    enum format_act_type act = (enum format_act_type)quick_a(reading.words[reading.at++]);
    return (act == FORMAT_DOES_END || act == FORMAT_DOES_LEAVE) &&
           quick_take(&reading, FORMAT_OP_STOP) && reading.at == reading.count;
}

/* Reads a name: a text, perhaps with numbers in it. */
static bool read_name(struct quick_reading *reading, struct format_vocabulary_run *run)
{
    vocabulary_quick_read(reading);
    if (quick_next(reading) != FORMAT_OP_PRINT)
        return false;
    uint64_t word = reading->words[reading->at++];
    if (quick_a(word) != reading->depth || reading->depth > FORMAT_RUN_NUMBERS)
        return false;
    run->number_count = (uint8_t)reading->depth;
    for (unsigned i = 0; i < reading->depth; i++)
        run->numbers[i] = reading->stack[i];
    run->text = reading->function->before + (uint32_t)(reading->at * sizeof *reading->words);
    reading->at += (size_t)quick_b(word);
    return true;
}

static bool read_field(struct quick_reading *reading, struct format_vocabulary_run *run)
{
    struct quick_reading start = *reading;
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    if (quick_take(reading, FORMAT_OP_FUNCTION)) {
        run->has_code = true;
        return quick_next(reading) == FORMAT_OP_FIELD &&
               quick_a(reading->words[reading->at++]) == FORMAT_FIELD_CODE;
    }
    vocabulary_quick_read(reading);
    if (quick_next(reading) == FORMAT_OP_FIELD &&
        quick_a(reading->words[reading->at]) == FORMAT_FIELD_ACTIVITY && reading->depth == 1) {
        run->activity = reading->stack[0];
        reading->at++;
        return true;
    }
    reading->at = start.at + 1;
    return read_name(reading, run) && quick_next(reading) == FORMAT_OP_FIELD &&
           quick_a(reading->words[reading->at++]) == FORMAT_FIELD_NAME;
}

/* Reads the value that tells that something was begun. */
static bool skip_entered(struct quick_reading *reading, unsigned entered)
{
    const uint64_t *word = &reading->words[reading->at];
    bool is_it = entered != NO_VALUE && reading->at + 3 <= reading->count &&
                 quick_op(word[0]) == FORMAT_OP_BEGIN && quick_op(word[1]) == FORMAT_OP_NUMBER &&
                 quick_op(word[2]) == FORMAT_OP_KEEP && quick_a(word[2]) == entered;
    reading->at += is_it ? 3 : 0;
    return is_it;
}

/* Reads what is begun, with its condition. */
static bool read_act(struct quick_reading *reading, struct format_vocabulary_run *run,
                     unsigned entered)
{
    struct format_vocabulary_quick condition = {0};
    size_t end;
    if (run->does || !vocabulary_quick_condition(reading, &condition, &end))
        return false;
    run->tested = condition.tested;
    run->from = condition.from;
    run->to = condition.to;
    run->is_outside = condition.is_outside;
    while (quick_next(reading) == FORMAT_OP_BEGIN) {
        if (!read_field(reading, run))
            return false;
    }
    if (quick_next(reading) != FORMAT_OP_ACT)
        return false;
    run->does = (uint8_t)quick_a(reading->words[reading->at++]);
    if (end)
        return skip_entered(reading, entered) && reading->at == end;
    return true;
}

static bool read_statement(struct quick_reading *reading, struct format_vocabulary_run *run,
                           unsigned entered)
{
    if (skip_entered(reading, entered))
        return true;
    switch (vocabulary_quick_ending(reading)) {
    case FORMAT_OP_KEEP:
        return vocabulary_quick_keep(reading, &run->known);
    case FORMAT_OP_SET:
        return vocabulary_quick_set(reading, NULL);
    case FORMAT_OP_STOP:
        return false;
    default:
        return read_act(reading, run, entered);
    }
}

/* True if all that is needed was found. */
static bool is_complete(const struct format_vocabulary_run *run)
{
    switch (run->does) {
    case FORMAT_DOES_NONE:
        return true;
    case FORMAT_DOES_RUN:
        return run->text && run->activity.type;
    case FORMAT_DOES_ENTER:
        return run->text;
    default:
        return false;
    }
}

bool vocabulary_quick_run_make(const struct vocabulary_compiled *compiled,
                               const struct format_vocabulary_function *function,
                               struct format_vocabulary_run *run, struct vocabulary_steps *steps)
{
    struct quick_reading reading = {.words = compiled->before.words,
                                    .count = compiled->before.count,
                                    .function = function,
                                    .steps = steps};
    unsigned entered;
    *run = (struct format_vocabulary_run){0};
    steps->count = 0;
    if (compiled->act != FORMAT_DOES_RUN || function->stack || !compiled->before.count ||
        compiled->has_place || !read_end(&compiled->after, &entered))
        return false;
    reading.count--; /* FORMAT_OP_STOP */
    reading.next_value = vocabulary_quick_first_free(
        &compiled->after, vocabulary_quick_first_free(&compiled->before, 0));
    while (reading.at < reading.count) {
        if (!read_statement(&reading, run, entered))
            return false;
    }
    run->steps = (uint8_t)steps->count;
    run->entered = entered == NO_VALUE ? 0 : (uint8_t)(entered + 1);
    if (!vocabulary_quick_add_sets(&reading, &run->sets))
        return false;
    vocabulary_quick_prepare(&run->tested, 1);
    vocabulary_quick_prepare(&run->activity, 1);
    vocabulary_quick_prepare(run->numbers, FORMAT_RUN_NUMBERS);
    vocabulary_quick_prepare_steps(steps);
    return is_complete(run) && (run->does != FORMAT_DOES_NONE) == (compiled->after.count != 0);
}
