/* early.c: see early.h */
#include "vocabulary/early.h"

#include "vocabulary/vocabulary.h"

#include <string.h>

/* A name that an expression around binds: a parameter of a definition, or a counting number. */
struct bound {
    const char *name;
    const struct bound *outer;
};

struct asking {
    const struct vocabulary *vocabulary;
    const struct vocabulary_function *function;
    const struct vocabulary_statement *statement;
    unsigned depth; /* of definitions */
};

enum { DEEPEST = 64 };

static bool is_early(struct asking *asking, const struct vocabulary_expression *expression,
                     const struct bound *bound);

/* True if a call in the expression is given the address of that value. */
static bool points_at(const struct vocabulary_expression *expression, const char *name)
{
    if (!expression)
        return false;
    if ((expression->kind == EXPRESSION_OUT || expression->kind == EXPRESSION_IN) &&
        !strcmp(expression->name, name))
        return true;
    for (const struct vocabulary_expression *each = expression->arguments; each;
         each = each->next) {
        if (points_at(each, name))
            return true;
    }
    return points_at(expression->parts[0], name) || points_at(expression->parts[1], name) ||
           points_at(expression->parts[2], name);
}

/* True if the statement makes or changes the value of that name. */
static bool makes(const struct vocabulary_statement *statement, const char *name)
{
    bool is_named =
        (statement->kind == STATEMENT_LET && statement->name && !strcmp(statement->name, name)) ||
        (statement->each && !strcmp(statement->each, name));
    if (is_named || points_at(statement->key, name) || points_at(statement->value, name) ||
        points_at(statement->when, name) || points_at(statement->below, name))
        return true;
    for (const struct vocabulary_field *field = statement->fields; field; field = field->next) {
        if (points_at(field->value, name))
            return true;
    }
    return false;
}

/* True if the function has a value of that name; `early`: it is the same before the call. */
static bool find_value(const struct asking *asking, const char *name, bool *early)
{
    bool found = false, is_behind = false;
    *early = true;
    for (const struct vocabulary_statement *each = asking->function->statements; each;
         each = each->next) {
        is_behind |= each == asking->statement;
        if (!makes(each, name))
            continue;
        found = true;
        *early &= each->before && !is_behind;
    }
    return found;
}

/* True if nothing changes the state between the beginning of the call and the statement, as far as
 * the vocabulary tells. */
static bool is_stable(const struct asking *asking, const char *state)
{
    bool is_behind = false;
    for (const struct vocabulary_statement *each = asking->function->statements; each;
         each = each->next) {
        is_behind |= each == asking->statement;
        if (each->kind == STATEMENT_OPENS || each->kind == STATEMENT_TAKES)
            return false;
        if (each->kind == STATEMENT_SET && !strcmp(each->name, state) &&
            !(each->before && !is_behind))
            return false;
    }
    return true;
}

static const struct vocabulary_state *find_state(const struct asking *asking, const char *name)
{
    const struct vocabulary_state *state = asking->vocabulary->states;
    while (state && strcmp(state->name, name) != 0)
        state = state->next;
    return state;
}

static bool is_early_name(const struct asking *asking, const char *name, const struct bound *bound)
{
    bool early;
    for (; bound; bound = bound->outer) {
        if (!strcmp(bound->name, name))
            return true;
    }
    if (!strcmp(name, "result"))
        return false;
    if (!strcmp(name, "function"))
        return true;
    if (find_value(asking, name, &early))
        return early;
    for (size_t i = 0; i < asking->function->parameter_count; i++) {
        if (!strcmp(asking->function->parameters[i].name, name))
            return true;
    }
    for (const struct vocabulary_constant *constant = asking->vocabulary->constants; constant;
         constant = constant->next) {
        if (!strcmp(constant->name, name))
            return true;
    }
    return find_state(asking, name) && is_stable(asking, name);
}

/* Asks for the body of a definition, whose parameters are names of arguments. */
static bool is_early_definition(struct asking *asking,
                                const struct vocabulary_definition *definition,
                                const struct vocabulary_expression *parameter,
                                const struct bound *bound)
{
    if (!parameter) {
        asking->depth++;
        bool early = asking->depth < DEEPEST && is_early(asking, definition->value, bound);
        asking->depth--;
        return early;
    }
    const struct bound next = {parameter->name, bound};
    return is_early_definition(asking, definition, parameter->next, &next);
}

/* Functions of the library may return something else after the call, and so may memory. */
static bool is_early_call(struct asking *asking, const struct vocabulary_expression *call,
                          const struct bound *bound)
{
    if (!strcmp(call->name, "address"))
        return true;
    for (const struct vocabulary_definition *definition = asking->vocabulary->definitions;
         definition; definition = definition->next) {
        if (strcmp(definition->name, call->name) != 0)
            continue;
        for (const struct vocabulary_expression *each = call->arguments; each; each = each->next) {
            if (!is_early(asking, each, bound))
                return false;
        }
        return is_early_definition(asking, definition, definition->parameters, NULL);
    }
    return false;
}

static bool is_early(struct asking *asking, const struct vocabulary_expression *expression,
                     const struct bound *bound)
{
    const struct vocabulary_expression *const *parts =
        (const struct vocabulary_expression *const *)expression->parts;
    switch (expression->kind) {
    case EXPRESSION_NUMBER:
        return true;
    case EXPRESSION_NAME:
        return is_early_name(asking, expression->name, bound);
    case EXPRESSION_INDEX: {
        const struct vocabulary_state *state =
            parts[0]->kind == EXPRESSION_NAME ? find_state(asking, parts[0]->name) : NULL;
        return state && state->has_key && is_stable(asking, state->name) &&
               is_early(asking, parts[1], bound);
    }
    case EXPRESSION_CALL:
        return is_early_call(asking, expression, bound);
    case EXPRESSION_UNARY:
    case EXPRESSION_BINARY:
    case EXPRESSION_CHOICE:
    case EXPRESSION_OTHERWISE:
        for (int i = 0; i < 3; i++) {
            if (parts[i] && !is_early(asking, parts[i], bound))
                return false;
        }
        return true;
    case EXPRESSION_FOLD: {
        const struct bound each = {expression->name, bound};
        return is_early(asking, parts[1], bound) && is_early(asking, parts[0], &each);
    }
    default:
        return false;
    }
}

bool vocabulary_is_early(const struct vocabulary *vocabulary,
                         const struct vocabulary_function *function,
                         const struct vocabulary_statement *statement,
                         const struct vocabulary_expression *expression)
{
    struct asking asking = {vocabulary, function, statement, 0};
    const struct bound each = {statement->each ? statement->each : "", NULL};
    return !expression || is_early(&asking, expression, statement->each ? &each : NULL);
}

/* True if the function begins or ends activities so that another one would depart before the call
 * than after it. */
static bool changes_activity(const struct vocabulary_function *function,
                             const struct vocabulary_statement *statement)
{
    bool is_behind = false;
    for (const struct vocabulary_statement *each = function->statements; each; each = each->next) {
        is_behind |= each == statement;
        if (each->kind != STATEMENT_ACT || (each->before && !is_behind))
            continue;
        enum format_act_type type = each->act->type;
        if (type == FORMAT_DOES_RUN || type == FORMAT_DOES_REGION || type == FORMAT_DOES_BEGIN ||
            type == FORMAT_DOES_END || type == FORMAT_DOES_SUSPEND || type == FORMAT_DOES_RESUME)
            return true;
    }
    return false;
}

bool vocabulary_departs_early(const struct vocabulary *vocabulary,
                              const struct vocabulary_function *function,
                              const struct vocabulary_statement *statement)
{
    if (statement->kind != STATEMENT_ACT || statement->act->type != FORMAT_DOES_DEPART ||
        statement->before || changes_activity(function, statement) ||
        !vocabulary_is_early(vocabulary, function, statement, statement->when) ||
        !vocabulary_is_early(vocabulary, function, statement, statement->below))
        return false;
    for (const struct vocabulary_field *field = statement->fields; field; field = field->next) {
        if (!vocabulary_is_early(vocabulary, function, statement, field->value))
            return false;
    }
    return true;
}

const struct vocabulary_expression *
vocabulary_early_lock(const struct vocabulary *vocabulary,
                      const struct vocabulary_function *function,
                      const struct vocabulary_statement *statement)
{
    if (statement->kind != STATEMENT_ACT || statement->before || statement->each ||
        !statement->fields ||
        (statement->act->type != FORMAT_DOES_LOCK && statement->act->type != FORMAT_DOES_UNLOCK))
        return NULL;
    for (const struct vocabulary_statement *each = function->statements; each; each = each->next) {
        if (each->kind == STATEMENT_OPENS || (each->kind == STATEMENT_ACT && each != statement))
            return NULL;
    }
    const struct vocabulary_expression *object = statement->fields->value;
    return vocabulary_is_early(vocabulary, function, statement, object) ? object : NULL;
}
