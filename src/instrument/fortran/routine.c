/* routine.c: access to the parts of a routine, and the variables that its probes need. */
#include "instrument/fortran/scope.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct spot *routine_spot(const struct routine *routine, size_t statement)
{
    assert(statement >= routine->first && statement <= routine->stop);
    return &routine->spots[statement - routine->first];
}

struct site *routine_site(const struct routine *routine, size_t statement)
{
    size_t low = 0, high = routine->site_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (routine->sites[middle].at < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low < routine->site_count && routine->sites[low].at == statement ? &routine->sites[low]
                                                                            : NULL;
}

/* True if the name is one of those in `text`, each of which is followed by a blank. */
static bool is_among(const char *name, const char *text)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        if (at[length] == ' ' && (at == text || at[-1] == ' '))
            return true;
    }
    return false;
}

/* Adds a name to the declared ones, unless it is among them. scratch: the letter of a variable
 * without a number; 0: it has a number. */
static void declare(struct names_declared *declared, const char *name, char scratch)
{
    unsigned bit = scratch ? 1U << (scratch - 'a') : 0;
    if (scratch ? declared->scratch & bit
                : declared->names.used && is_among(name, declared->names.text))
        return;
    declared->scratch |= bit;
    buffer_add(&declared->names, name);
    buffer_add(&declared->names, " ");
}

/* Declares a name in the routine and in the environments around the place where it is used. */
static void declare_everywhere(struct routine *routine, struct environment *environment,
                               const char *name, char scratch)
{
    declare(&routine->declared, name, scratch);
    for (; environment; environment = environment->around)
        declare(&environment->declared, name, scratch);
}

const char *routine_variable(struct routine *routine, struct environment *environment, char *name,
                             char letter, unsigned number)
{
    snprintf(name, VARIABLE_SIZE, "tri_%c%u", letter, number);
    declare_everywhere(routine, environment, name, 0);
    return name;
}

void routine_scratch(struct routine *routine, struct environment *environment, const char *name)
{
    assert(strlen(name) == strlen("tri_a"));
    declare_everywhere(routine, environment, name, name[4]);
}
