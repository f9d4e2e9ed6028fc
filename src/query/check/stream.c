/* stream.c: checks chains of calls on streams. */
#include "query/check/check.h"

#include <stdio.h>

static const struct query_check_method methods[] = {
    {"filter", "events.filter(e -> e.duration > 3ms)",
     "keeps the rows for which a condition is true", 1, 1, ON_STREAM, query_check_filter},
    {"map", "events.map(e -> {where: e.file, took: e.duration})",
     "makes new rows with the fields that you name", 1, 1, ON_STREAM, query_check_map},
    {"flatMap", "moves.filter(m -> m.bytes > 1MB).flatMap(m -> m.variables)",
     "rows of another stream that belong to the rows", 1, 1, ON_STREAM, query_check_flat_map},
    {"sorted", "events.sorted(e -> desc(e.duration), e -> e.name)",
     "sorts by one or more keys; desc(...): largest first", 1, SIZE_MAX, ON_STREAM,
     query_check_sorted},
    {"distinct", "events.distinct(e -> e.name)", "keeps the first of equal rows", 0, SIZE_MAX,
     ON_STREAM, query_check_distinct},
    {"limit", "events.limit(10)", "keeps the first rows", 1, 1, ON_STREAM, query_check_limit},
    {"skip", "events.skip(10)", "drops the first rows", 1, 1, ON_STREAM, query_check_limit},
    {"groupBy", "events.groupBy(e -> e.name).sum(e -> e.duration)",
     "groups rows that have the same key", 1, SIZE_MAX, ON_STREAM, query_check_group_by},
    {"count", "events.filter(e -> e.unfinished).count()", "number of rows", 0, 0, ON_BOTH,
     query_check_aggregate},
    {"sum", "events.groupBy(e -> e.name).sum(e -> e.duration)", "sum of the values", 1, 1, ON_BOTH,
     query_check_aggregate},
    {"mean", "events.groupBy(e -> e.name).mean(e -> e.duration)", "mean of the values", 1, 1,
     ON_BOTH, query_check_aggregate},
    {"min", "events.groupBy(e -> e.name).min(e -> e.duration)", "smallest value", 1, 1, ON_BOTH,
     query_check_aggregate},
    {"max", "events.groupBy(e -> e.name).max(e -> e.duration)", "largest value", 1, 1, ON_BOTH,
     query_check_aggregate},
    {"stddev", "events.groupBy(e -> e.name).stddev(e -> e.duration)",
     "standard deviation of the values", 1, 1, ON_BOTH, query_check_aggregate},
    {"percentile", "events.groupBy(e -> e.name).percentile(e -> e.duration, 95)",
     "value that the given percentage of rows does not exceed", 2, 2, ON_BOTH,
     query_check_aggregate},
    {"aggregate", "events.groupBy(e -> e.name).aggregate(n: count(), t: sum(e -> e.duration))",
     "several aggregates at once, each with a name", 1, SIZE_MAX, ON_BOTH, query_check_aggregates},
    {"anyMatch", "events.anyMatch(e -> e.duration > 3ms)",
     "true if a condition is true for any row", 1, 1, ON_STREAM, query_check_match},
    {"allMatch", "events.allMatch(e -> e.duration > 3ms)",
     "true if a condition is true for all rows", 1, 1, ON_STREAM, query_check_match},
    {"noneMatch", "events.noneMatch(e -> e.duration > 3ms)",
     "true if a condition is true for no row", 1, 1, ON_STREAM, query_check_match},
    {"join", "events.join(messages, e -> e.node, m -> m.send)",
     "combines the rows of two streams that have equal keys", 2, 3, ON_STREAM, query_check_join},
    {"within", "events.within(1s, 1.5s)", "rows that lie completely in a time interval", 1, 2,
     ON_STREAM, query_check_interval},
    {"overlaps", "events.overlaps(1s, 1.5s)", "rows that overlap a time interval", 1, 2, ON_STREAM,
     query_check_interval},
    {"children", "nodes.filter(n -> n.name == \"main\").children()", "nodes directly below", 0, 0,
     ON_STREAM, query_check_relatives},
    {"ancestors", "nodes.filter(n -> n.type == COMM).ancestors()", "nodes above, up to the root", 0,
     0, ON_STREAM, query_check_relatives},
    {"path", "nodes.path(\"main/**/solve\")", "nodes whose call path matches a pattern", 1, 1,
     ON_STREAM, query_check_path},
};
enum { METHODS_COUNT = sizeof methods / sizeof methods[0] };

static size_t method_of(const char *word)
{
    size_t i = 0;
    while (i < METHODS_COUNT && !query_check_is(methods[i].name, word))
        i++;
    return i;
}

const struct query_check_method *query_check_method_at(size_t i)
{
    return i < METHODS_COUNT ? &methods[i] : NULL;
}

bool query_check_is_method(const char *word)
{
    return method_of(word) < METHODS_COUNT;
}

void query_check_usage(const struct query_check *check, const char *method)
{
    size_t which = method_of(method);
    if (which < METHODS_COUNT)
        diagnostic_help(check->trouble, "As in  %s", methods[which].usage);
}

const struct query_tree *query_check_lambda(const struct query_check *check,
                                            const struct query_tree *call,
                                            const struct query_tree *argument)
{
    if (argument->kind == TREE_LAMBDA)
        return argument;
    if (argument->kind == TREE_NAMED)
        query_check_wrong(check, argument, "arguments of `%s` cannot be named", call->text);
    else
        query_check_wrong(check, argument, "`%s` needs a lambda:  e -> ...", call->text);
    query_check_usage(check, call->text);
    return NULL;
}

/* Returns our name for a call that other languages name so; NULL if there is none. */
static const char *known_as(const char *word)
{
    static const char *const others[][2] = {
        {"where", "filter"},    {"having", "filter"}, {"select", "map"},
        {"orderBy", "sorted"},  {"sortBy", "sorted"}, {"order", "sorted"},
        {"head", "limit"},      {"take", "limit"},    {"top", "limit"},
        {"first", "limit"},     {"drop", "skip"},     {"avg", "mean"},
        {"average", "mean"},    {"size", "count"},    {"median", "percentile"},
        {"any", "anyMatch"},    {"all", "allMatch"},  {"none", "noneMatch"},
        {"unique", "distinct"}, {"agg", "aggregate"}, {"during", "within"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (query_check_is(others[i][0], word))
            return others[i][1];
    }
    return NULL;
}

static bool no_such_method(const struct query_chain *chain, const struct query_tree *call)
{
    const struct query_check *check = chain->check;
    const char *word =
        call->text ? call->text : ""; /* every call has one, but compilers cannot know */
    struct query_check_words words = {0};
    if (query_check_is(word, "desc") || query_check_is_function(word) ||
        query_check_is_text_method(word)) {
        query_check_wrong_word(check, call, "`%s` belongs in a lambda; streams have no such call",
                               word);
        diagnostic_help(check->trouble, "As in  events.%s",
                        query_check_is(word, "desc") ? "sorted(e -> desc(e.duration))"
                        : query_check_is_function(word)
                            ? "filter(e -> present(e.bytes))"
                            : "filter(e -> e.name.startsWith(\"MPI_\"))");
        return false;
    }
    if (query_fields_get(chain->plan->shape, word, strlen(word))) {
        query_check_wrong_word(check, call, "`%s` is a field of the rows, not a call on the stream",
                               word);
        diagnostic_help(check->trouble, "As in  %s.map(e -> e.%s)", chain->plan->source->name,
                        word);
        return false;
    }
    query_check_wrong_word(check, call, "streams have no call `%s`", word);
    if (known_as(word)) {
        diagnostic_help(check->trouble, "Use `%s`, as in  %s", known_as(word),
                        methods[method_of(known_as(word))].usage);
        return false;
    }
    for (size_t i = 0; i < METHODS_COUNT; i++)
        query_check_words_add(&words, methods[i].name);
    query_check_words_help(check, &words, word, "", "Calls");
    return false;
}

static bool wrong_count(const struct query_check *check, const struct query_tree *call,
                        size_t which)
{
    size_t least = methods[which].least, most = methods[which].most, given = call->part_count - 1;
    char needs[64];
    if (most == 0)
        strcpy(needs, "no arguments");
    else if (least == most)
        snprintf(needs, sizeof needs, "%zu argument%s", least, least == 1 ? "" : "s");
    else if (most == SIZE_MAX)
        snprintf(needs, sizeof needs, "%zu argument%s or more", least, least == 1 ? "" : "s");
    else
        snprintf(needs, sizeof needs, "%zu or %zu arguments", least, most);
    query_check_wrong_word(check, call, "`%s` needs %s; %zu given", call->text, needs, given);
    query_check_usage(check, call->text);
    return false;
}

static bool method(struct query_chain *chain, const struct query_tree *call)
{
    size_t which = method_of(call->text), given = call->part_count - 1;
    if (which == METHODS_COUNT)
        return no_such_method(chain, call);
    if (chain->groups && !(methods[which].on & ON_GROUPS)) {
        query_check_wrong_word(chain->check, call,
                               "`%s` cannot be called on groups: first aggregate "
                               "them",
                               call->text);
        diagnostic_help(
            chain->check->trouble,
            "Calls on groups: count sum mean min max stddev percentile aggregate. As in  "
            "events.groupBy(e -> e.name).count().%s(...)",
            call->text);
        return false;
    }
    if (given < methods[which].least || given > methods[which].most)
        return wrong_count(chain->check, call, which);
    return methods[which].make(chain, call);
}

static bool field_of_stream(struct query_chain *chain, const struct query_tree *tree)
{
    const struct query_check *check = chain->check;
    if (!query_check_stream(chain, tree->parts[0]))
        return false;
    if (query_check_is_method(tree->text)) {
        query_check_wrong_word(check, tree, "`%s` is a call and needs brackets after it",
                               tree->text);
        query_check_usage(check, tree->text);
    } else if (query_fields_get(chain->plan->shape, tree->text, strlen(tree->text))) {
        query_check_wrong_word(check, tree, "`%s` is a field of the rows, not of the stream",
                               tree->text);
        diagnostic_help(check->trouble, "As in  %s.map(e -> e.%s)", chain->plan->source->name,
                        tree->text);
    } else {
        no_such_method(chain, tree);
    }
    return false;
}

static bool named_stream(struct query_chain *chain, const struct query_tree *tree)
{
    const struct query_check *check = chain->check;
    const struct query_fields *shape = query_fields_find(tree->text, strlen(tree->text));
    if (shape) {
        chain->plan->source = chain->plan->shape = shape;
        return true;
    }
    const struct query_tree *kept = query_plan_names_tree(check->names, tree->text);
    if (kept) /* it was checked when it was bound, and is valid */
        return query_check_stream(chain, kept);
    struct query_check_words words = {0};
    for (size_t i = 0; query_fields_at(i); i++)
        query_check_words_add(&words, query_fields_at(i)->name);
    for (size_t i = 0; query_plan_names_at(check->names, i); i++)
        query_check_words_add(&words, query_plan_names_at(check->names, i));
    query_check_wrong(check, tree, "there is no stream `%s`", tree->text);
    query_check_words_help(check, &words, tree->text, "", "Streams");
    return false;
}

bool query_check_stream(struct query_chain *chain, const struct query_tree *tree)
{
    switch (tree->kind) {
    case TREE_NAME:
        return named_stream(chain, tree);
    case TREE_METHOD:
        return query_check_stream(chain, tree->parts[0]) && method(chain, tree);
    case TREE_FIELD:
        return field_of_stream(chain, tree);
    case TREE_CALL:
        if (query_check_is_method(tree->text)) {
            query_check_wrong_word(chain->check, tree, "`%s` is called on a stream", tree->text);
            query_check_usage(chain->check, tree->text);
            return false;
        }
        break;
    default:
        break;
    }
    query_check_wrong(chain->check, tree, "expected a stream");
    diagnostic_help(chain->check->trouble, "As in  events.filter(e -> e.duration > 3ms)");
    return false;
}
