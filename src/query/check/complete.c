/* complete.c: see complete.h */
#include "query/check/complete.h"

#include "archive/archive.h"
#include "query/check/complete_scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

void query_complete_free(struct query_completion *completion)
{
    for (size_t i = 0; i < completion->count; i++) {
        free(completion->candidates[i].word);
        free(completion->candidates[i].help);
    }
    free(completion->candidates);
    *completion = (struct query_completion){0};
}

size_t query_complete_common(const struct query_completion *completion)
{
    size_t same = completion->count ? strlen(completion->candidates[0].word) : 0;
    for (size_t i = 1; i < completion->count; i++) {
        const char *first = completion->candidates[0].word, *word = completion->candidates[i].word;
        size_t k = 0;
        while (k < same && first[k] == word[k])
            k++;
        same = k;
    }
    return same;
}

void query_complete_add(struct query_completion *completion, const char *text, size_t cursor,
                        const char *word, const char *help)
{
    assert(cursor >= completion->at);
    if (strncmp(word, text + completion->at, cursor - completion->at) != 0)
        return;
    completion->candidates = memory_grow(completion->candidates, &completion->room,
                                         completion->count + 1, sizeof *completion->candidates);
    completion->candidates[completion->count++] =
        (struct query_candidate){memory_string(word), memory_string(help)};
}

/* The state of one completion. */
struct search {
    struct query_completion *completion;
    struct cursor_scope scope;
    size_t cursor;
    struct query_check check;
    struct diagnostic trouble;
};

static void offer(struct search *search, const char *word, const char *help)
{
    query_complete_add(search->completion, search->scope.text, search->cursor, word, help);
}

static void offer_call(struct search *search, const char *name, size_t most, const char *help)
{
    char *word = memory_printf("%s%s", name, most ? "(" : "()");
    offer(search, word, help);
    free(word);
}

static void offer_streams(struct search *search)
{
    for (size_t i = 0; query_fields_at(i); i++)
        offer(search, query_fields_at(i)->name, query_fields_at(i)->help);
    offer(search, "eventStream", "same as events");
    for (size_t i = 0; query_plan_names_at(search->check.names, i); i++)
        offer(search, query_plan_names_at(search->check.names, i), "bound by let");
}

static void offer_fields(struct search *search, const struct query_fields *shape)
{
    for (size_t i = 0; i < shape->count; i++) {
        const struct query_field *field = &shape->fields[i];
        char *help = memory_printf("%s%s%s", query_type_word(field->type), field->help ? ": " : "",
                                   field->help ? field->help : "");
        offer(search, field->name, help);
        free(help);
    }
}

static void offer_functions(struct search *search, bool of_text)
{
    const struct query_check_function *function;
    for (size_t i = 0; (function = query_check_function_at(i)); i++) {
        if (function->of_text == of_text)
            offer_call(search, function->name, function->most, function->help);
    }
}

/* Offers the event types. */
static void offer_acts(struct search *search)
{
    for (int i = 0; i <= ARCHIVE_COMM; i++)
        offer(search, archive_kind_word((enum archive_kind)i), "an event type");
}

static void offer_truth(struct search *search)
{
    offer(search, "true", "");
    offer(search, "false", "");
}

/* Offers the calls that a stream has, which depend on the fields of its rows. */
static void offer_methods(struct search *search, const struct query_chain *chain)
{
    const struct query_fields *shape = chain->plan->shape;
    bool is_nodes = shape == query_fields_find("nodes", 5);
    bool has_times =
        query_fields_get(shape, "startTime", 9) && query_fields_get(shape, "finishTime", 10);
    const struct query_check_method *method;
    for (size_t i = 0; (method = query_check_method_at(i)); i++) {
        bool fits = (method->on & (chain->groups ? ON_GROUPS : ON_STREAM)) != 0;
        fits &=
            is_nodes || (method->make != query_check_relatives && method->make != query_check_path);
        fits &= has_times || method->make != query_check_interval;
        if (fits)
            offer_call(search, method->name, method->most, method->help);
    }
}

/* Checks a chain of calls. The caller frees chain->plan. False if it is not a valid chain. */
static bool chain_of(struct search *search, ptrdiff_t from, ptrdiff_t end,
                     struct query_chain *chain)
{
    struct query_tree *tree = cursor_scope_tree(&search->scope, from, end);
    *chain = (struct query_chain){.check = &search->check,
                                  .plan = memory_zeroed(1, sizeof(struct query_plan))};
    bool good = tree && query_check_stream(chain, tree);
    query_tree_free(tree);
    return good;
}

/* Returns the innermost call on a stream around a bracket: sum(...) is inside of aggregate(...). */
static const struct open_bracket *method_around(const struct cursor_scope *scope, size_t depth)
{
    for (size_t i = depth; i > 0; i--) {
        if (scope->open[i - 1].is_method)
            return &scope->open[i - 1];
    }
    return NULL;
}

/* Checks the stream whose rows the lambda in an open bracket gets. The caller frees chain->plan. */
static bool stream_of(struct search *search, size_t depth, struct query_chain *chain)
{
    const struct open_bracket *method = method_around(&search->scope, depth);
    *chain = (struct query_chain){0};
    if (!method)
        return false;
    if (cursor_scope_is(&search->scope, method->call, "join") && method->argument >= 2)
        return chain_of(search, method->at + 1, method->next, chain);
    ptrdiff_t point = method->call - 1;
    return chain_of(search, cursor_scope_operand(&search->scope, point), point, chain);
}

/* Returns the depth of the bracket with the innermost lambda around the cursor; 0 if there is
 * none. */
static size_t lambda_around(const struct cursor_scope *scope)
{
    size_t depth = scope->depth;
    while (depth > 0 && scope->open[depth - 1].row == SCOPE_NONE)
        depth--;
    return depth;
}

/* Returns the type of an operand in a lambda. The caller frees chain->plan, which owns the type's
 * shape. */
static struct query_value_type type_of(struct search *search, ptrdiff_t from, ptrdiff_t end,
                                       struct query_chain *chain)
{
    struct query_value_type type = {.type = TYPE_NONE};
    size_t depth = lambda_around(&search->scope);
    struct query_tree *tree = cursor_scope_tree(&search->scope, from, end);
    *chain = (struct query_chain){0};
    if (depth && tree && stream_of(search, depth, chain)) {
        char *row = cursor_scope_word(&search->scope, search->scope.open[depth - 1].row);
        struct query_scope scope = {&search->check, row, chain->plan->shape};
        struct query_expression *value = query_check_value(&scope, tree);
        type = value ? value->type : type;
        query_expression_free(value);
        free(row);
    }
    query_tree_free(tree);
    return type;
}

/* Offers what can follow the point at `point`: fields of a row, methods of a text, or calls on a
 * stream. */
static void behind_point(struct search *search, ptrdiff_t point)
{
    struct query_chain chain = {0}, stream = {0};
    ptrdiff_t from = cursor_scope_operand(&search->scope, point);
    struct query_value_type type = type_of(search, from, point, &chain);
    if (type.type == TYPE_ROW || type.type == TYPE_RECORD)
        offer_fields(search, type.shape);
    else if (type.type == TYPE_TEXT)
        offer_functions(search, true);
    else if (type.type == TYPE_NONE && chain_of(search, from, point, &stream))
        offer_methods(search, &stream);
    query_plan_free(chain.plan);
    query_plan_free(stream.plan);
}

static bool is_operator(const struct cursor_scope *scope, ptrdiff_t at)
{
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">=", "&&", "||", "!", "-",
                                        "+",  "*",  "/", "%",  "?", ":",  "(",  "[",  ",", "->"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (cursor_scope_sees(scope, at, signs[i]))
            return true;
    }
    return false;
}

/* Returns the type of what is compared with the value that begins after the lexeme `before`: e.type
 * == ..., e.type in [..., e.type in [COMM, ... */
static struct query_value_type compared_with(struct search *search, ptrdiff_t before,
                                             struct query_chain *chain)
{
    const struct cursor_scope *scope = &search->scope;
    ptrdiff_t end = before;
    *chain = (struct query_chain){0};
    bool in_list = scope->depth &&
                   cursor_scope_sees(scope, scope->open[scope->depth - 1].at, "[") &&
                   cursor_scope_is(scope, scope->open[scope->depth - 1].at - 1, "in");
    bool compares =
        before >= 0 && scope->lexemes[before].token == TOKEN_SIGN &&
        (strchr("<>", scope->lexemes[before].sign[0]) || cursor_scope_sees(scope, before, "==") ||
         cursor_scope_sees(scope, before, "!="));
    if (!in_list && !compares)
        return (struct query_value_type){.type = TYPE_NONE};
    end = in_list ? scope->open[scope->depth - 1].at - 1 : end;
    return type_of(search, cursor_scope_operand(scope, end), end, chain);
}

/* Offers values, in the body of a lambda. */
static void offer_values(struct search *search, ptrdiff_t before)
{
    const struct cursor_scope *scope = &search->scope;
    size_t depth = lambda_around(scope);
    struct query_chain chain;
    enum query_type type = compared_with(search, before, &chain).type;
    query_plan_free(chain.plan);
    if (!is_operator(scope, before))
        return;
    if (type == TYPE_ACT) {
        offer_acts(search);
        return;
    }
    if (type == TYPE_BOOL) {
        offer_truth(search);
        return;
    }
    char *row = cursor_scope_word(scope, scope->open[depth - 1].row);
    offer(search, row, "the row");
    free(row);
    if (cursor_scope_sees(scope, before, "->") &&
        cursor_scope_is(scope, scope->open[depth - 1].call, "sorted"))
        offer(search, "desc(", "largest first");
    offer_functions(search, false);
    if (search->cursor > search->completion->at)
        offer_acts(search);
    offer_truth(search);
}

static void offer_aggregates(struct search *search)
{
    const struct query_check_method *method;
    for (size_t i = 0; (method = query_check_method_at(i)); i++) {
        if (query_check_is_aggregate(method->name))
            offer_call(search, method->name, method->most, method->help);
    }
}

/* Offers `e -> `, with the letter that the documentation uses for rows of the stream. */
static void offer_lambda(struct search *search)
{
    struct query_chain chain;
    if (stream_of(search, search->scope.depth, &chain)) {
        const struct query_fields *shape = chain.plan->shape;
        char word[] = "x -> ";
        word[0] = shape->table ? shape->name[0] : 'g';
        offer(search, word, "a lambda, evaluated for each row");
    }
    query_plan_free(chain.plan);
}

/* Offers what an argument of a call can begin with. */
static void offer_arguments(struct search *search, ptrdiff_t before)
{
    const struct cursor_scope *scope = &search->scope;
    const struct open_bracket *bracket = &scope->open[scope->depth - 1];
    static const char *const without[] = {"limit", "skip", "within", "overlaps", "path"};
    bool named = cursor_scope_sees(scope, before, ":") && before == bracket->started_at + 1;
    if (before != bracket->started_at - 1 && !named)
        return;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        if (cursor_scope_is(scope, bracket->call, without[i]))
            return;
    }
    if (bracket->call == SCOPE_NONE)
        return;
    if (cursor_scope_is(scope, bracket->call, "join") && !bracket->argument)
        offer_streams(search);
    else if (cursor_scope_is(scope, bracket->call, "aggregate"))
        offer_aggregates(search);
    else if (!bracket->argument || !cursor_scope_is(scope, bracket->call, "percentile"))
        offer_lambda(search);
}

static void offer_statements(struct search *search, ptrdiff_t before)
{
    const struct cursor_scope *scope = &search->scope;
    bool begins = before < scope->first;
    bool explains = before == scope->first && cursor_scope_is(scope, before, "explain");
    bool lets = before == scope->first + 2 && cursor_scope_is(scope, scope->first, "let");
    if (begins || explains || (lets && cursor_scope_sees(scope, before, "=")))
        offer_streams(search);
    if (begins) {
        offer(search, "let ", "names a stream: let slow = events.filter(...);");
        offer(search, "explain ", "shows the plan of a query");
    }
}

/* Offers units after a number: ms and min for 3m. `before` is the lexeme before the number. */
static void offer_units(struct search *search, ptrdiff_t before, size_t number, size_t end)
{
    static const char *const units[] = {"ns", "us", "ms", "s",   "min", "h",   "B",  "kB",
                                        "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"};
    const char *text = search->scope.text;
    size_t digits = number;
    while (digits < end && !isalpha((unsigned char)text[digits]))
        digits++;
    search->completion->at = digits;
    struct query_chain chain;
    struct query_value_type type = compared_with(search, before, &chain);
    query_plan_free(chain.plan);
    if (type.type != TYPE_NONE && (!query_type_is_number(type) || type.unit == UNIT_NONE))
        return;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        bool is_time = i < 6;
        if (type.unit == UNIT_NONE || is_time == (type.unit == UNIT_TIME))
            offer(search, units[i], is_time ? "unit of time" : "unit of data");
    }
}

static void find(struct search *search)
{
    struct cursor_scope *scope = &search->scope;
    const struct query_lexeme *last = scope->count ? &scope->lexemes[scope->count - 1] : NULL;
    ptrdiff_t before = scope->count - 1;
    if (scope->broken) {
        offer_units(search, before, scope->broken, search->cursor);
        return;
    }
    if (last && last->token == TOKEN_NUMBER && last->end == search->cursor) {
        offer_units(search, before - 1, last->at, last->end);
        return;
    }
    if (last && last->token == TOKEN_NAME && last->end == search->cursor) {
        search->completion->at = last->at;
        before--;
    }
    if (before >= scope->first && cursor_scope_sees(scope, before, "."))
        behind_point(search, before);
    else if (lambda_around(scope))
        offer_values(search, before);
    else if (scope->depth)
        offer_arguments(search, before);
    else
        offer_statements(search, before);
}

void query_complete_query(struct query_completion *completion, const char *text, size_t cursor,
                          const struct plan_names *names)
{
    struct search search = {.completion = completion};
    cursor_scope_read(&search.scope, text, cursor);
    search.cursor = completion->at = strlen(search.scope.text);
    search.check = (struct query_check){.trouble = &search.trouble, .names = names};
    if (!search.scope.inside)
        find(&search);
    cursor_scope_free(&search.scope);
}

/* Returns the first lexeme of the query itself, after `let x =` or `explain`. */
static ptrdiff_t query_begin(const struct cursor_scope *scope, ptrdiff_t first)
{
    if (cursor_scope_is(scope, first, "explain") && !cursor_scope_sees(scope, first + 1, "."))
        return first + 1;
    if (cursor_scope_is(scope, first, "let") && cursor_scope_sees(scope, first + 2, "="))
        return first + 3;
    return first;
}

bool query_complete_chain(const char *text, size_t cursor, size_t *at, size_t *end)
{
    struct cursor_scope scope;
    cursor_scope_read(&scope, text, cursor);
    size_t depth = 0;
    ptrdiff_t first = 0, begin = 0, close = SCOPE_NONE;
    for (ptrdiff_t i = 0; i < scope.count; i++) {
        if (scope.lexemes[i].token != TOKEN_SIGN)
            continue;
        char sign = scope.lexemes[i].sign[0];
        if (strchr("([{", sign)) {
            depth++;
        } else if (strchr(")]}", sign)) {
            depth -= depth > 0;
        } else if (!depth && (sign == '.' || sign == ';')) {
            begin = query_begin(&scope, first);
            close = i > begin ? i : close;
        }
        if (sign == ';' && !depth) {
            first = i + 1;
            if (first < scope.count)
                close = SCOPE_NONE; /* another statement has begun */
        }
    }
    bool found = close != SCOPE_NONE && begin < close;
    if (found) {
        *at = scope.lexemes[begin].at;
        *end = scope.lexemes[close - 1].end;
    }
    cursor_scope_free(&scope);
    return found;
}
