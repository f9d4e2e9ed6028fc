/* values.c: see values.h */
#include "instrument/values.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void instrument_values_clear(struct instrument_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        struct instrument_value *value = &values->list[i];
        for (size_t k = 0; k < value->call_count; k++)
            free((char *)value->calls[k].name);
        free(value->calls);
        buffer_free(&value->there);
        free(value->routine);
        *value = (struct instrument_value){.number = value->number,
                                           .function = value->function,
                                           .variable = value->variable,
                                           .block = value->block,
                                           .at = value->at,
                                           .position = value->position};
    }
    buffer_free(&values->functions);
}

bool instrument_values_communicates(const char *name)
{
    static const char *const parts[] = {"send",    "recv",     "bcast", "reduce",     "gather",
                                        "scatter", "alltoall", "scan",  "accumulate", "fetch"};
    static const char *const others[] = {"put", "get", "rput", "rget", "compare_and_swap"};
    static const char *const none[] = {"init", "cancel", "probe"};
    if (strncasecmp(name, "mpi_", 4) != 0)
        return false;
    name += 4;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!strcasecmp(name, others[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (strcasestr(name, none[i]))
            return false;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcasestr(name, parts[i]))
            return true;
    }
    return false;
}

void instrument_values_list(struct buffer *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list->text; at && (at = strstr(at, name)); at += size) {
        bool begins = at == list->text || at[-1] == ' ';
        if (begins && (at[size] == '\0' || at[size] == ','))
            return;
    }
    buffer_printf(list, "%s%s", list->used ? ", " : "", name);
}

bool instrument_values_chosen(struct instrument_value *value, size_t at, size_t start, size_t end)
{
    enum instrument_value_at side = at < start ? VALUE_BEFORE
                                    : at < end ? VALUE_INSIDE
                                               : VALUE_AFTER;
    if (side != value->at)
        return false;
    value->found++;
    return value->position == 0 || value->found == value->position;
}

void instrument_values_add_call(struct instrument_value *value, const char *name, unsigned line,
                                unsigned end_line)
{
    value->calls =
        memory_grow(value->calls, &value->call_room, value->call_count + 1, sizeof *value->calls);
    value->calls[value->call_count++] =
        (struct instrument_value_call){line, end_line, memory_string(name)};
}
