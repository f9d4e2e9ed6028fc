/* choice.c: see choice.h */
#include "cmd/choice.h"

#include "cmd/options.h"
#include "format/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool choice_read_kinds(struct choice *choice, const char *words)
{
    uint32_t kinds;
    choice->kinds = words ? words : "all";
    return format_events_read(choice->kinds, &kinds);
}

bool choice_read_size(struct choice *choice, const char *word)
{
    return options_bytes(word, &choice->size);
}

bool choice_read_keep(struct choice *choice, const char *word)
{
    choice->last = !strcmp(word, "last");
    return choice->last || !strcmp(word, "first");
}

const char *choice_trouble(const struct choice *choice)
{
    if (!choice->kinds && (choice->size || choice->last))
        return "--max-size and --keep are for events: add --events";
    if (choice->last && !choice->size)
        return "--keep last needs a limit: add --max-size SIZE";
    return NULL;
}

uint64_t choice_raises_size(const struct choice *choice)
{
    uint64_t least = format_events_least_limit(choice->last);
    return choice->size && choice->size < least ? least : 0;
}

void choice_set_environment(const struct choice *choice)
{
    char limit[64];
    unsetenv("TRIPTYCH_EVENTS");
    unsetenv("TRIPTYCH_EVENTS_LIMIT");
    if (choice->kinds)
        setenv("TRIPTYCH_EVENTS", choice->kinds, 1);
    snprintf(limit, sizeof limit, "%s:%llu", choice->last ? "last" : "first",
             (unsigned long long)choice->size);
    if (choice->kinds && choice->size)
        setenv("TRIPTYCH_EVENTS_LIMIT", limit, 1);
}

void choice_describe(const struct choice *choice, json_t *options)
{
    if (choice->kinds)
        json_object_set_new(options, "events", json_string(choice->kinds));
    if (choice->size)
        json_object_set_new(options, "max_size", json_integer((json_int_t)choice->size));
    if (choice->last)
        json_object_set_new(options, "keep", json_string("last"));
}
