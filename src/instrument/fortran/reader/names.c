/* names.c: what the names in a unit stand for. */
#include "instrument/fortran/reader/names.h"

struct names {
    struct arena *arena;
};

struct names *names_new(struct reading *reading)
{
    struct names *names = arena_zeroed(reading->arena, sizeof *names);
    names->arena = reading->arena;
    return names;
}

void names_add(struct reading *reading, struct block *block, const struct statement *statement)
{
    (void)reading, (void)block, (void)statement;
}

void names_add_procedure(struct reading *reading, struct block *block,
                         const struct statement *statement)
{
    (void)reading, (void)block, (void)statement;
}

bool names_may_be_statement_function(const struct block *block, const char *name)
{
    (void)block, (void)name;
    return true;
}

enum name_class names_class(const struct block *unit, const char *name)
{
    (void)unit, (void)name;
    return NAME_UNKNOWN;
}

bool names_is_integer(const struct block *unit, const char *name)
{
    (void)unit, (void)name;
    return false;
}

bool names_is_repeatable(const struct block *unit, const char *expression)
{
    (void)unit, (void)expression;
    return false;
}

bool names_calls_nothing(const struct block *unit, const struct statement *statement)
{
    (void)unit, (void)statement;
    return false;
}
