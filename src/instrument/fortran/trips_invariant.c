/* trips_invariant.c: loops whose trips are the same in every visit while some statements around
 * them are executed. */
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/scope.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 };

/* Copies the next name from text[*at] on to `name`, of LONGEST bytes, and moves *at behind it.
 * False: there is none, or it is too long. Numbers and their kinds are skipped. */
static bool next_name(const char *text, size_t *at, char *name)
{
    while (text[*at]) {
        size_t end = *at;
        while (phrase_is_name_char(text[end]))
            end++;
        if (end == *at) {
            ++*at;
            continue;
        }
        bool number = isdigit((unsigned char)text[*at]);
        size_t start = *at;
        *at = end;
        if (number)
            continue;
        if (end - start >= LONGEST)
            return false;
        memcpy(name, text + start, end - start);
        name[end - start] = '\0';
        return true;
    }
    return false;
}

/* True if the name occurs in the text (or NULL). */
static bool contains(const char *text, const char *name)
{
    char found[LONGEST];
    for (size_t at = 0; text && next_name(text, &at, found);) {
        if (!strcmp(found, name))
            return true;
    }
    return false;
}

/* True if the statement may change the variable. No pointer refers to the variable, and the
 * statement calls only intrinsic procedures. */
static bool may_assign(const struct routine *routine, const struct statement *statement,
                       const char *name)
{
    switch (jumps_action(statement)) {
    case STATEMENT_ASSIGNMENT: /* an unknown name may be an alias of it */
        return !statement->name || !strcmp(statement->name, name) ||
               (names_class(routine->block, statement->name) == NAME_UNKNOWN &&
                !names_keeps_value(routine->block, statement->name));
    case STATEMENT_DO:
        return statement->do_kind == DO_COUNTED
                   ? !statement->do_variable || !strcmp(statement->do_variable, name)
                   : statement->do_kind == DO_CONCURRENT && contains(statement->text, name);
    case STATEMENT_CALL:
    case STATEMENT_ASSIGN:
    case STATEMENT_ACTION:
    case STATEMENT_FORALL_THEN:
        return contains(statement->text, name);
    default:
        return false;
    }
}

/* True if a light call in [first, last] may change variables. A PURE function changes none; any
 * other procedure may change even those that are not named in the call. */
static bool may_change_anything(const struct routine *routine, size_t first, size_t last)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        const struct routine *callee = call->callee;
        if (call->at >= first && call->at <= last &&
            !(callee->block->unit == STATEMENT_FUNCTION &&
              statement_at(callee, callee->first)->routine_flags & ROUTINE_PURE))
            return true;
    }
    return false;
}

/* True if nothing in [first, last] changes the variable. */
static bool is_kept(const struct routine *routine, const char *name, size_t first, size_t last)
{
    if (!names_keeps_value(routine->block, name))
        return false;
    for (size_t i = first; i <= last; i++) {
        if (may_assign(routine, statement_at(routine, i), name))
            return false;
    }
    return true;
}

/* True if a call passes the variable only for dummy arguments that the callee never changes, or
 * does not pass it. */
static bool call_keeps(const struct routine *routine, const struct light_call *call,
                       const char *name)
{
    const struct routine *callee = call->callee;
    const struct statement *head = statement_at(callee, callee->first);
    const char *passed = arguments_of_call(statement_at(routine, call->at)->text, head->name);
    const char *taken = arguments_of_head(head);
    bool kept = passed && taken;
    for (size_t i = 0; kept; i++) {
        char *actual = arguments_copy(passed, i), *dummy = arguments_copy(taken, i);
        bool ends = !actual || !dummy;
        if (!ends && !strcmp(actual, name))
            kept = trips_keep_argument(callee, dummy);
        free(actual);
        free(dummy);
        if (ends)
            break;
    }
    return kept;
}

/* True if a call in the statement may change the variable that it passes. */
static bool may_assign_by_call(const struct routine *routine, size_t at, const char *name)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (call->at == at && !call_keeps(routine, call, name))
            return true;
    }
    return !light_calls_only(routine, at);
}

bool trips_keep_argument(const struct routine *routine, const char *name)
{
    if (!names_keeps_value(routine->block, name))
        return false;
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        bool call = jumps_action(statement) == STATEMENT_CALL && contains(statement->text, name);
        if (call ? may_assign_by_call(routine, i, name) : may_assign(routine, statement, name))
            return false;
    }
    return true;
}

/* True if the value of the expression cannot change while [first, last] is executed. */
static bool is_invariant(const struct routine *routine, const char *expression, size_t first,
                         size_t last)
{
    char name[LONGEST];
    if (!names_is_surely_repeatable(routine->block, expression) || strpbrk(expression, "%'\"."))
        return false;
    for (size_t at = 0; next_name(expression, &at, name);) {
        bool function =
            expression[at] == '(' && names_class(routine->block, name) == NAME_INTRINSIC;
        if (!function && (expression[at] == '(' || !is_kept(routine, name, first, last)))
            return false;
    }
    return true;
}

bool trips_are_invariant(const struct routine *routine, const struct site *loop, size_t first,
                         size_t last)
{
    const struct statement *statement = statement_at(routine, loop->at);
    return !may_change_anything(routine, first, last) && statement->do_kind == DO_COUNTED &&
           statement->do_first && statement->do_last &&
           names_is_integer(routine->block, statement->do_variable) &&
           is_invariant(routine, statement->do_first, first, last) &&
           is_invariant(routine, statement->do_last, first, last) &&
           (!statement->do_step || is_invariant(routine, statement->do_step, first, last));
}
