/* stream.c: checks chains of calls on streams. */
#include "query/check/check.h"

#include <stdio.h>

static const struct check_method methods[] = {
    {"filter", "events.filter(e -> e.duration > 3ms)",
     "keeps the rows for which a condition is true", 1, 1, ON_STREAM, check_filter},
    {"map", "events.map(e -> {where: e.file, took: e.duration})",
     "makes new rows with the fields that you name", 1, 1, ON_STREAM, check_map},
    {"sorted", "events.sorted(e -> desc(e.duration), e -> e.name)",
     "sorts by one or more keys; desc(...): largest first", 1, SIZE_MAX, ON_STREAM, check_sorted},
    {"distinct", "events.distinct(e -> e.name)", "keeps the first of equal rows", 0, SIZE_MAX,
     ON_STREAM, check_distinct},
    {"limit", "events.limit(10)", "keeps the first rows", 1, 1, ON_STREAM, check_limit},
    {"skip", "events.skip(10)", "drops the first rows", 1, 1, ON_STREAM, check_limit},
    {"groupBy", "events.groupBy(e -> e.name).sum(e -> e.duration)",
     "groups rows that have the same key", 1, SIZE_MAX, ON_STREAM, check_group_by},
    {"count", "events.filter(e -> e.open).count()", "number of rows", 0, 0, ON_BOTH,
     check_aggregate},
    {"sum", "events.groupBy(e -> e.name).sum(e -> e.duration)", "sum of the values", 1, 1, ON_BOTH,
     check_aggregate},
    {"mean", "events.groupBy(e -> e.name).mean(e -> e.duration)", "mean of the values", 1, 1,
     ON_BOTH, check_aggregate},
    {"min", "events.groupBy(e -> e.name).min(e -> e.duration)", "smallest value", 1, 1, ON_BOTH,
     check_aggregate},
    {"max", "events.groupBy(e -> e.name).max(e -> e.duration)", "largest value", 1, 1, ON_BOTH,
     check_aggregate},
    {"stddev", "events.groupBy(e -> e.name).stddev(e -> e.duration)",
     "standard deviation of the values", 1, 1, ON_BOTH, check_aggregate},
    {"percentile", "events.groupBy(e -> e.name).percentile(e -> e.duration, 95)",
     "value that the given percentage of rows does not exceed", 2, 2, ON_BOTH, check_aggregate},
    {"aggregate", "events.groupBy(e -> e.name).aggregate(n: count(), t: sum(e -> e.duration))",
     "several aggregates at once, each with a name", 1, SIZE_MAX, ON_BOTH, check_aggregates},
    {"anyMatch", "events.anyMatch(e -> e.duration > 3ms)",
     "true if a condition is true for any row", 1, 1, ON_STREAM, check_match},
    {"allMatch", "events.allMatch(e -> e.duration > 3ms)",
     "true if a condition is true for all rows", 1, 1, ON_STREAM, check_match},
    {"noneMatch", "events.noneMatch(e -> e.duration > 3ms)",
     "true if a condition is true for no row", 1, 1, ON_STREAM, check_match},
    {"join", "events.join(messages, e -> e.node, m -> m.send)",
     "combines the rows of two streams that have equal keys", 2, 3, ON_STREAM, check_join},
    {"within", "events.within(1s, 1.5s)", "rows that lie completely in a time interval", 1, 2,
     ON_STREAM, check_interval},
    {"overlaps", "events.overlaps(1s, 1.5s)", "rows that overlap a time interval", 1, 2, ON_STREAM,
     check_interval},
    {"children", "nodes.filter(n -> n.name == \"main\").children()", "nodes directly below", 0, 0,
     ON_STREAM, check_relatives},
    {"ancestors", "nodes.filter(n -> n.type == COMM).ancestors()", "nodes above, up to the root", 0,
     0, ON_STREAM, check_relatives},
    {"path", "nodes.path(\"main/**/solve\")", "nodes whose call path matches a pattern", 1, 1,
     ON_STREAM, check_path},
};
enum { METHODS_COUNT = sizeof methods / sizeof methods[0] };

static size_t method_of(const char *word)
{
    size_t i = 0;
    while (i < METHODS_COUNT && !check_is(methods[i].name, word))
        i++;
    return i;
}

const struct check_method *check_method_at(size_t i)
{
    return i < METHODS_COUNT ? &methods[i] : NULL;
}

bool check_is_method(const char *word)
{
    return method_of(word) < METHODS_COUNT;
}

void check_usage(const struct check *check, const char *method)
{
    size_t which = method_of(method);
    if (which < METHODS_COUNT)
        trouble_help(check->trouble, "As in  %s", methods[which].usage);
}

const struct tree *check_lambda(const struct check *check, const struct tree *call,
                                const struct tree *argument)
{
    if (argument->kind == TREE_LAMBDA)
        return argument;
    if (argument->kind == TREE_NAMED)
        check_wrong(check, argument, "arguments of `%s` cannot be named", call->text);
    else
        check_wrong(check, argument, "`%s` needs a lambda:  e -> ...", call->text);
    check_usage(check, call->text);
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
        if (check_is(others[i][0], word))
            return others[i][1];
    }
    return NULL;
}

static bool no_such_method(const struct chain *chain, const struct tree *call)
{
    const struct check *check = chain->check;
    const char *word =
        call->text ? call->text : ""; /* every call has one, but compilers cannot know */
    struct check_words words = {0};
    if (check_is(word, "desc") || check_is_function(word) || check_is_text_method(word)) {
        check_wrong_word(check, call, "`%s` belongs in a lambda; streams have no such call", word);
        trouble_help(check->trouble, "As in  events.%s",
                     check_is(word, "desc")    ? "sorted(e -> desc(e.duration))"
                     : check_is_function(word) ? "filter(e -> present(e.bytes))"
                                               : "filter(e -> e.name.startsWith(\"MPI_\"))");
        return false;
    }
    if (shape_field(chain->plan->shape, word, strlen(word))) {
        check_wrong_word(check, call, "`%s` is a field of the rows, not a call on the stream",
                         word);
        trouble_help(check->trouble, "As in  %s.map(e -> e.%s)", chain->plan->source->name, word);
        return false;
    }
    check_wrong_word(check, call, "streams have no call `%s`", word);
    if (known_as(word)) {
        trouble_help(check->trouble, "Use `%s`, as in  %s", known_as(word),
                     methods[method_of(known_as(word))].usage);
        return false;
    }
    for (size_t i = 0; i < METHODS_COUNT; i++)
        check_words_add(&words, methods[i].name);
    check_words_help(check, &words, word, "", "Calls");
    return false;
}

static bool wrong_count(const struct check *check, const struct tree *call, size_t which)
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
    check_wrong_word(check, call, "`%s` needs %s; %zu given", call->text, needs, given);
    check_usage(check, call->text);
    return false;
}

static bool method(struct chain *chain, const struct tree *call)
{
    size_t which = method_of(call->text), given = call->part_count - 1;
    if (which == METHODS_COUNT)
        return no_such_method(chain, call);
    if (chain->groups && !(methods[which].on & ON_GROUPS)) {
        check_wrong_word(chain->check, call,
                         "`%s` cannot be called on groups: first aggregate "
                         "them",
                         call->text);
        trouble_help(chain->check->trouble,
                     "Calls on groups: count sum mean min max stddev percentile aggregate. As in  "
                     "events.groupBy(e -> e.name).count().%s(...)",
                     call->text);
        return false;
    }
    if (given < methods[which].least || given > methods[which].most)
        return wrong_count(chain->check, call, which);
    return methods[which].make(chain, call);
}

static bool field_of_stream(struct chain *chain, const struct tree *tree)
{
    const struct check *check = chain->check;
    if (!check_stream(chain, tree->parts[0]))
        return false;
    if (check_is_method(tree->text)) {
        check_wrong_word(check, tree, "`%s` is a call and needs brackets after it", tree->text);
        check_usage(check, tree->text);
    } else if (shape_field(chain->plan->shape, tree->text, strlen(tree->text))) {
        check_wrong_word(check, tree, "`%s` is a field of the rows, not of the stream", tree->text);
        trouble_help(check->trouble, "As in  %s.map(e -> e.%s)", chain->plan->source->name,
                     tree->text);
    } else {
        no_such_method(chain, tree);
    }
    return false;
}

static bool named_stream(struct chain *chain, const struct tree *tree)
{
    const struct check *check = chain->check;
    const struct shape *shape = shape_find(tree->text, strlen(tree->text));
    if (shape) {
        chain->plan->source = chain->plan->shape = shape;
        return true;
    }
    const struct tree *kept = plan_names_tree(check->names, tree->text);
    if (kept) /* it was checked when it was bound, and is valid */
        return check_stream(chain, kept);
    struct check_words words = {0};
    for (size_t i = 0; shape_at(i); i++)
        check_words_add(&words, shape_at(i)->name);
    for (size_t i = 0; plan_names_at(check->names, i); i++)
        check_words_add(&words, plan_names_at(check->names, i));
    check_wrong(check, tree, "there is no stream `%s`", tree->text);
    check_words_help(check, &words, tree->text, "", "Streams");
    return false;
}

bool check_stream(struct chain *chain, const struct tree *tree)
{
    switch (tree->kind) {
    case TREE_NAME:
        return named_stream(chain, tree);
    case TREE_METHOD:
        return check_stream(chain, tree->parts[0]) && method(chain, tree);
    case TREE_FIELD:
        return field_of_stream(chain, tree);
    case TREE_CALL:
        if (check_is_method(tree->text)) {
            check_wrong_word(chain->check, tree, "`%s` is called on a stream", tree->text);
            check_usage(chain->check, tree->text);
            return false;
        }
        break;
    default:
        break;
    }
    check_wrong(chain->check, tree, "expected a stream");
    trouble_help(chain->check->trouble, "As in  events.filter(e -> e.duration > 3ms)");
    return false;
}
