/* ask.c: see ask.h */
#include "model/profile/ask.h"

#include "util/buffer.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const stats[] = {"mean", "min", "max", "sum", "first", "last"};
static const char *const sides[] = {"inside", "before", "after"};

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static unsigned number_of(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number <= UINT32_MAX ? (unsigned)number : 0;
}

/* Returns the index of a word in a list; 0 if it is missing. */
static unsigned word_of(const char *word, const char *const *words, unsigned count)
{
    for (unsigned i = 0; word && i < count; i++) {
        if (!strcmp(word, words[i]))
            return i;
    }
    return 0;
}

static bool read_one(struct model_profile_ask *ask, const json_t *from, struct error *error)
{
    const char *call = text_of(from, "call");
    const json_t *position = json_object_get(from, "position");
    *ask = (struct model_profile_ask){
        .variable = text_of(from, "variable"),
        .function = text_of(from, "function"),
        .name = text_of(from, "name"),
        .block = number_of(from, "block"),
        .has_position = position != NULL,
        .at = (enum instrument_value_at)word_of(text_of(position, "at"), sides, 3),
        .position = number_of(position, "number"),
        .sample = number_of(from, "sample"),
        .only = number_of(from, "at"),
        .stat = (enum profile_stat)word_of(text_of(from, "stat"), stats, 6),
        .line = number_of(from, "line"),
    };
    const char *clock = text_of(from, "clock");
    ask->cpu = clock && !strcmp(clock, "cpu");
    if (!call || !ask->variable || !ask->function)
        return error_set(error, "the metamodel has an incomplete profile value");
    if (!strcmp(call, "getTime"))
        ask->call = CALL_TIME;
    else if (!strcmp(call, "getAmountOfMessage"))
        ask->call = CALL_BYTES;
    else if (!strcmp(call, "getValueOfVariable") && ask->name)
        ask->call = CALL_VARIABLE;
    else
        ask->call = CALL_TRIPS;
    ask->unit = ask->call == CALL_TIME    ? "s"
                : ask->call == CALL_BYTES ? "bytes"
                : ask->call == CALL_TRIPS ? "trips"
                                          : "";
    return true;
}

bool model_profile_asks_read(struct model_profile_asks *asks, const json_t *task,
                             struct error *error)
{
    const json_t *list = json_object_get(task, "profiles");
    *asks = (struct model_profile_asks){0};
    asks->list = memory_zeroed(json_array_size(list) + 1, sizeof *asks->list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_one(&asks->list[asks->count++], json_array_get(list, i), error))
            return false;
    }
    return true;
}

void model_profile_asks_free(struct model_profile_asks *asks)
{
    free(asks->list);
    *asks = (struct model_profile_asks){0};
}

bool profile_ask_needs_visits(const struct model_profile_ask *ask)
{
    return ask->sample || ask->only || ask->stat == STAT_FIRST || ask->stat == STAT_LAST;
}

bool profile_ask_answer(struct model_profile_ask *ask, const struct profile_tally *tally,
                        struct error *error)
{
    char *text = model_profile_ask_text(ask);
    if (!tally->visits)
        error_set(error, "%s: this was never executed in the run", text);
    else if (!tally->taken)
        error_set(error, "%s: there were only %llu visits, none of which is chosen", text,
                  (unsigned long long)tally->visits);
    free(text);
    if (!tally->taken)
        return false;
    ask->value = profile_tally_value(tally, ask->stat);
    if (ask->call == CALL_BYTES)
        ask->value = round(ask->value);
    ask->visits = tally->taken;
    ask->known = true;
    return true;
}

char *model_profile_ask_text(const struct model_profile_ask *ask)
{
    static const char *const names[] = {"getTime", "getTrips", "getAmountOfMessage",
                                        "getValueOfVariable"};
    struct buffer out = {0};
    buffer_printf(&out, "%s(%s", names[ask->call], ask->function);
    if (ask->name)
        buffer_printf(&out, ", %s", ask->name);
    if (ask->block)
        buffer_printf(&out, ", %u", ask->block);
    if (ask->has_position && ask->at == VALUE_INSIDE)
        buffer_printf(&out, ", position: %u", ask->position);
    else if (ask->has_position)
        buffer_printf(&out, ", position: %s(%u)", sides[ask->at], ask->position);
    if (ask->sample)
        buffer_printf(&out, ", sample: %u", ask->sample);
    if (ask->only)
        buffer_printf(&out, ", at: %u", ask->only);
    if (ask->stat)
        buffer_printf(&out, ", stat: %s", stats[ask->stat]);
    if (ask->cpu)
        buffer_add(&out, ", clock: cpu");
    buffer_add(&out, ")");
    return buffer_take(&out);
}
