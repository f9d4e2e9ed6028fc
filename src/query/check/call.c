/* call.c: checks calls of functions and of text methods. */
#include "query/check/check.h"

#include "util/memory.h"

static const struct query_check_function functions[] = {
    {"present", "present(e.bytes)", "true if there is a value", 1, 1, false},
    {"abs", "abs(e.duration - 3ms)", "absolute value", 1, 1, false},
    {"min", "min(e.duration, 3ms)", "smallest of some numbers", 2, 100, false},
    {"max", "max(e.duration, 3ms)", "largest of some numbers", 2, 100, false},
    {"whole", "whole(e.startTime / 1ms)", "number without its fraction", 1, 1, false},
};

static const struct query_check_function methods[] = {
    {"startsWith", "e.name.startsWith(\"MPI_\")", "true if it begins with a text", 1, 1, true},
    {"endsWith", "e.file.endsWith(\".f90\")", "true if it ends with a text", 1, 1, true},
    {"contains", "e.name.contains(\"solve\")", "true if it contains a text", 1, 1, true},
    {"matches", "e.name.matches(/^MPI_I?send$/)", "true if a regular expression matches in it", 1,
     1, true},
    {"length", "e.name.length()", "number of characters", 0, 0, true},
};
static const enum query_expression_op operations[] = {
    EXPRESSION_STARTS, EXPRESSION_ENDS, EXPRESSION_CONTAINS, EXPRESSION_MATCHES, EXPRESSION_LENGTH};

enum {
    FUNCTIONS_COUNT = sizeof functions / sizeof functions[0],
    METHODS_COUNT = sizeof methods / sizeof methods[0],
};

const struct query_check_function *query_check_function_at(size_t i)
{
    if (i < FUNCTIONS_COUNT)
        return &functions[i];
    return i - FUNCTIONS_COUNT < METHODS_COUNT ? &methods[i - FUNCTIONS_COUNT] : NULL;
}

bool query_check_is_function(const char *word)
{
    for (size_t i = 0; i < FUNCTIONS_COUNT; i++) {
        if (query_check_is(functions[i].name, word))
            return true;
    }
    return false;
}

static size_t method_of(const char *word)
{
    size_t i = 0;
    while (i < METHODS_COUNT && !query_check_is(methods[i].name, word))
        i++;
    return i;
}

bool query_check_is_text_method(const char *word)
{
    return method_of(word) < METHODS_COUNT;
}

static void *give_up(struct query_expression *expression)
{
    query_expression_free(expression);
    return NULL;
}

static struct query_expression *present(const struct query_scope *scope,
                                        const struct query_tree *tree)
{
    struct query_expression *part = query_check_value(scope, tree->parts[0]);
    if (!part)
        return NULL;
    if (part->op == EXPRESSION_SELF) {
        query_check_wrong(scope->check, tree->parts[0], "a row itself is never absent");
        diagnostic_help(scope->check->trouble, "Test a field of it:  present(%s.bytes)",
                        scope->row);
        return give_up(part);
    }
    struct query_value_type type = {.type = TYPE_BOOL};
    struct query_expression *made =
        query_expression_new(EXPRESSION_PRESENT, type, tree->at, tree->end);
    query_expression_add(made, part);
    return query_expression_fold(made);
}

static struct query_expression *numeric(const struct query_scope *scope,
                                        const struct query_tree *call,
                                        const struct query_tree *tree)
{
    struct query_expression *part = query_check_value(scope, tree);
    if (!part || query_type_is_number(part->type))
        return part;
    query_check_wrong(scope->check, tree, "`%s` needs numbers; this is %s", call->text,
                      query_type_word(part->type));
    if (part->type.type == TYPE_RECORD || part->type.type == TYPE_ROW)
        diagnostic_help(scope->check->trouble, "Name a field of it.");
    return give_up(part);
}

static struct query_expression *one_number(const struct query_scope *scope,
                                           const struct query_tree *tree)
{
    struct query_expression *part = numeric(scope, tree, tree->parts[0]);
    if (!part)
        return NULL;
    bool whole = query_check_is(tree->text, "whole");
    if (whole && part->type.type == TYPE_INTEGER)
        return part;
    struct query_value_type type = part->type;
    type.type = whole ? TYPE_INTEGER : type.type;
    struct query_expression *made = query_expression_new(
        whole ? EXPRESSION_TO_WHOLE : EXPRESSION_ABSOLUTE, type, tree->at, tree->end);
    query_expression_add(made, part);
    return query_expression_fold(made);
}

/* Checks min or max of two or more numbers, as a chain of binary operations. */
static struct query_expression *extreme(const struct query_scope *scope,
                                        const struct query_tree *tree)
{
    struct query_expression *made = numeric(scope, tree, tree->parts[0]);
    for (size_t i = 1; made && i < tree->part_count; i++) {
        struct query_expression *other = numeric(scope, tree, tree->parts[i]);
        if (!other)
            return give_up(made);
        if (!query_check_unify(&made, &other)) {
            query_check_wrong(scope->check, tree->parts[i], "%s cannot be compared with %s",
                              query_type_word(made->type), query_type_word(other->type));
            query_expression_free(other);
            return give_up(made);
        }
        struct query_value_type type = made->type;
        type.unit = type.unit == UNIT_NONE ? other->type.unit : type.unit;
        struct query_expression *both = query_expression_new(
            query_check_is(tree->text, "min") ? EXPRESSION_LESSER : EXPRESSION_GREATER, type,
            tree->at, tree->end);
        query_expression_add(both, made);
        query_expression_add(both, other);
        made = query_expression_fold(both);
    }
    return made;
}

static void *only_of_groups(const struct query_scope *scope, const struct query_tree *tree)
{
    query_check_wrong_word(scope->check, tree,
                           "`%s` aggregates many rows, but a lambda sees only one", tree->text);
    query_check_usage(scope->check, tree->text);
    return NULL;
}

static void *no_such_function(const struct query_scope *scope, const struct query_tree *tree)
{
    const struct query_check *check = scope->check;
    const char *word = tree->text;
    size_t method = method_of(word);
    if (query_check_is(word, "desc")) {
        query_check_wrong_word(check, tree,
                               "desc(...) is only allowed around a key of sorted(...)");
        diagnostic_help(check->trouble, "As in  sorted(e -> desc(e.duration))");
    } else if (query_check_is_aggregate(word)) {
        only_of_groups(scope, tree);
    } else if (method < METHODS_COUNT) {
        query_check_wrong_word(check, tree, "`%s` is a method of text and follows a point", word);
        diagnostic_help(check->trouble, "As in  %s", methods[method].usage);
    } else if (query_check_is_method(word)) {
        query_check_wrong_word(check, tree, "`%s` is a call on a stream", word);
        query_check_usage(check, word);
    } else if (query_fields_get(scope->shape, word, strlen(word))) {
        query_check_wrong_word(check, tree, "`%s` is a field", word);
        diagnostic_help(check->trouble, "Write  %s.%s", scope->row, word);
    } else {
        struct query_check_words words = {0};
        for (size_t i = 0; i < FUNCTIONS_COUNT; i++)
            query_check_words_add(&words, functions[i].name);
        query_check_wrong_word(check, tree, "no function is called `%s`", word);
        query_check_words_help(check, &words, word, "", "Functions");
    }
    return NULL;
}

struct query_expression *query_check_call(const struct query_scope *scope,
                                          const struct query_tree *tree)
{
    size_t which = 0;
    while (which < FUNCTIONS_COUNT && !query_check_is(functions[which].name, tree->text))
        which++;
    if (which == FUNCTIONS_COUNT)
        return no_such_function(scope, tree);
    if (tree->part_count < functions[which].least || tree->part_count > functions[which].most) {
        if (tree->part_count == 1 && tree->parts[0]->kind == TREE_LAMBDA &&
            query_check_is_aggregate(tree->text))
            return only_of_groups(scope, tree);
        query_check_wrong(scope->check, tree, "`%s` needs %s; %zu given", tree->text,
                          functions[which].most == 1 ? "1 argument" : "2 to 100 arguments",
                          tree->part_count);
        diagnostic_help(scope->check->trouble, "As in  %s", functions[which].usage);
        return NULL;
    }
    if (query_check_is(tree->text, "present"))
        return present(scope, tree);
    return functions[which].most == 1 ? one_number(scope, tree) : extreme(scope, tree);
}

/* Checks the argument of a text method, which must be a constant text or pattern, and stores it in
 * `made`. */
static bool sought(const struct query_scope *scope, const struct query_tree *tree, size_t method,
                   struct query_expression *made)
{
    const struct query_tree *argument = tree->parts[1];
    bool pattern = operations[method] == EXPRESSION_MATCHES;
    bool fits = argument->kind == TREE_TEXT || (pattern && argument->kind == TREE_PATTERN);
    if (!fits) {
        query_check_wrong(scope->check, argument, "`%s` needs %s here", methods[method].name,
                          pattern ? "a pattern between slashes" : "a text in quotes");
        diagnostic_help(scope->check->trouble, "As in  %s", methods[method].usage);
        return false;
    }
    made->text = memory_string(argument->text);
    if (pattern)
        made->regex = query_check_pattern(scope->check, argument);
    return !pattern || made->regex;
}

static void *no_such_method(const struct query_scope *scope, const struct query_tree *tree,
                            const struct query_expression *of)
{
    const struct query_check *check = scope->check;
    const char *word = tree->text;
    bool is_row = of->type.type == TYPE_ROW || of->type.type == TYPE_RECORD;
    if (is_row && query_fields_get(of->type.shape, word, strlen(word))) {
        query_check_wrong_word(check, tree, "`%s` is a field and takes no brackets", word);
    } else if (query_check_is_text_method(word)) {
        query_check_wrong_word(check, tree, "`%s` is a method of text; this is %s", word,
                               query_type_word(of->type));
    } else if (query_check_is_method(word)) {
        query_check_wrong_word(check, tree, "`%s` is a call on a stream, not on its rows", word);
        query_check_usage(check, word);
    } else if (query_check_is_function(word)) {
        query_check_wrong_word(check, tree, "`%s` is a function, not a method: write  %s(...)",
                               word, word);
    } else {
        struct query_check_words words = {0};
        for (size_t i = 0; of->type.type == TYPE_TEXT && i < METHODS_COUNT; i++)
            query_check_words_add(&words, methods[i].name);
        query_check_wrong_word(check, tree, "%s has no method `%s`", query_type_word(of->type),
                               word);
        if (words.count)
            query_check_words_help(check, &words, word, "", "Methods of text");
    }
    return NULL;
}

struct query_expression *query_check_method(const struct query_scope *scope,
                                            const struct query_tree *tree)
{
    size_t method = method_of(tree->text);
    struct query_expression *of = query_check_value(scope, tree->parts[0]);
    if (!of)
        return NULL;
    if (of->type.type != TYPE_TEXT || method == METHODS_COUNT) {
        no_such_method(scope, tree, of);
        return give_up(of);
    }
    if (tree->part_count - 1 != methods[method].most) {
        query_check_wrong_word(scope->check, tree, "`%s` needs %s; %zu given", tree->text,
                               methods[method].most ? "1 argument" : "no arguments",
                               tree->part_count - 1);
        diagnostic_help(scope->check->trouble, "As in  %s", methods[method].usage);
        return give_up(of);
    }
    enum query_expression_op op = operations[method];
    struct query_value_type type = {.type = op == EXPRESSION_LENGTH ? TYPE_INTEGER : TYPE_BOOL};
    struct query_expression *made = query_expression_new(op, type, tree->at, tree->end);
    query_expression_add(made, of);
    if (methods[method].most && !sought(scope, tree, method, made))
        return give_up(made);
    return query_expression_fold(made);
}
