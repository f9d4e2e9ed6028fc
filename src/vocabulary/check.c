/* check.c: checks a vocabulary as a whole, and finds its parts. */
#include "vocabulary/compile.h"
#include "vocabulary/early.h"

#include <stdlib.h>
#include <string.h>

const struct vocabulary_function *vocabulary_function_of(const struct vocabulary *vocabulary,
                                                         const char *name)
{
    const struct vocabulary_function *function = vocabulary->functions;
    while (function && strcmp(function->name, name) != 0)
        function = function->next;
    return function;
}

const struct vocabulary_statement *vocabulary_act_of(const struct vocabulary_function *function)
{
    const struct vocabulary_statement *statement = function->statements;
    while (statement && statement->kind != STATEMENT_ACT)
        statement = statement->next;
    return statement;
}

static bool check_function(const struct vocabulary *vocabulary,
                           const struct vocabulary_function *function, struct diagnostic *trouble)
{
    const struct vocabulary_numbers numbers = {0};
    struct vocabulary_compiled compiled;
    if (vocabulary_function_of(vocabulary, function->name) != function && !function->is_open)
        return diagnostic_at(trouble, function->range.at, function->range.end,
                             "`%s` is described twice", function->name);
    bool good = vocabulary_compile(vocabulary, function, &numbers, &compiled, trouble);
    vocabulary_compiled_free(&compiled);
    return good;
}

static bool check_states(const struct vocabulary *vocabulary, struct diagnostic *trouble)
{
    unsigned of_threads = 0;
    for (const struct vocabulary_state *state = vocabulary->states; state; state = state->next) {
        of_threads += state->of_thread;
        if (of_threads > FORMAT_VOCABULARY_THREAD_STATES)
            return diagnostic_at(trouble, state->range.at, state->range.end,
                                 "a thread has at most %d states", FORMAT_VOCABULARY_THREAD_STATES);
        for (const struct vocabulary_state *other = vocabulary->states; other != state;
             other = other->next) {
            if (!strcmp(other->name, state->name))
                return diagnostic_at(trouble, state->range.at, state->range.end,
                                     "there are two states `%s`", state->name);
        }
    }
    return true;
}

/* True if functions are described of which this program may have none. */
static bool has_any(const struct vocabulary *vocabulary)
{
    const struct vocabulary_family *family = vocabulary->families;
    while (family && family->sort == FAMILY_LISTED)
        family = family->next;
    return family;
}

bool vocabulary_is_open(const struct vocabulary *vocabulary)
{
    const struct vocabulary_function *function = vocabulary->functions;
    while (function && !function->is_open)
        function = function->next;
    return function;
}

bool vocabulary_check(struct vocabulary *vocabulary, struct diagnostic *trouble)
{
    const struct vocabulary_numbers numbers = {0};
    struct vocabulary_code place = {0};
    unsigned described = 0;
    if (!check_states(vocabulary, trouble))
        return false;
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next) {
        described += function->statements != NULL;
        if (!check_function(vocabulary, function, trouble))
            return false;
    }
    bool good =
        !vocabulary->place || vocabulary_compile_place(vocabulary, &numbers, &place, trouble);
    free(place.words);
    if (good && !described && !vocabulary->labels && !has_any(vocabulary))
        return diagnostic_at(trouble, strlen(vocabulary->text), strlen(vocabulary->text),
                             "the vocabulary describes no function");
    return good;
}

/* Warns of a departure after the call. Functions of a family are warned of once. */
static void warn_departure(const struct vocabulary *vocabulary,
                           const struct vocabulary_function *function,
                           const struct vocabulary_statement *statement, struct buffer *to)
{
    struct diagnostic warning = {0};
    if (statement->kind != STATEMENT_ACT || statement->act->type != FORMAT_DOES_DEPART ||
        statement->before || vocabulary_departs_early(vocabulary, function, statement))
        return;
    diagnostic_at(&warning, statement->range.at, statement->range.end,
                  "warning: `depart` happens after the call here, when the activity may have "
                  "arrived already: then it gets another number");
    diagnostic_help(&warning, "It happens before the call if all that it needs are parameters, "
                              "constants, states and values of `before`. If memory that the tag "
                              "needs is the same before the call, write `before depart`.");
    diagnostic_write(to, &warning, vocabulary->path, vocabulary->text);
}

void vocabulary_warn(const struct vocabulary *vocabulary, struct buffer *to)
{
    const char *pattern = NULL;
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next) {
        if (function->pattern && function->pattern == pattern)
            continue;
        pattern = function->pattern;
        for (const struct vocabulary_statement *each = function->statements; each;
             each = each->next)
            warn_departure(vocabulary, function, each, to);
    }
}
