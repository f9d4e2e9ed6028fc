/* variables.c: the variables that probes need, with names that the program has not. */
#include "instrument/fortran/scope.h"

#include <stdio.h>
#include <string.h>

/* Whether the name, with a blank behind it, is among those of text. */
static bool is_among(const char *name, const char *text)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        if (at[length] == ' ' && (at == text || at[-1] == ' '))
            return true;
    }
    return false;
}

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
    declare_everywhere(routine, environment, name, name[4]);
}
