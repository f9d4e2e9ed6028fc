/* call.c: checks calls of functions and of text methods. */
#include "query/check/check.h"

#include "util/memory.h"

static const struct check_function functions[] = {
    {"present", "present(e.bytes)", "true if there is a value", 1, 1, false},
    {"abs", "abs(e.duration - 3ms)", "absolute value", 1, 1, false},
    {"min", "min(e.duration, 3ms)", "smallest of some numbers", 2, 100, false},
    {"max", "max(e.duration, 3ms)", "largest of some numbers", 2, 100, false},
    {"whole", "whole(e.startTime / 1ms)", "number without its fraction", 1, 1, false},
};

static const struct check_function methods[] = {
    {"startsWith", "e.name.startsWith(\"MPI_\")", "true if it begins with a text", 1, 1, true},
    {"endsWith", "e.file.endsWith(\".f90\")", "true if it ends with a text", 1, 1, true},
    {"contains", "e.name.contains(\"solve\")", "true if it contains a text", 1, 1, true},
    {"matches", "e.name.matches(/^MPI_I?send$/)", "true if a regular expression matches in it", 1,
     1, true},
    {"length", "e.name.length()", "number of characters", 0, 0, true},
};
static const enum expression_op operations[] = {
    EXPRESSION_STARTS, EXPRESSION_ENDS, EXPRESSION_CONTAINS, EXPRESSION_MATCHES, EXPRESSION_LENGTH};

enum {
    FUNCTIONS_COUNT = sizeof functions / sizeof functions[0],
    METHODS_COUNT = sizeof methods / sizeof methods[0],
};

const struct check_function *check_function_at(size_t i)
{
    if (i < FUNCTIONS_COUNT)
        return &functions[i];
    return i - FUNCTIONS_COUNT < METHODS_COUNT ? &methods[i - FUNCTIONS_COUNT] : NULL;
}

bool check_is_function(const char *word)
{
    for (size_t i = 0; i < FUNCTIONS_COUNT; i++) {
        if (check_is(functions[i].name, word))
            return true;
    }
    return false;
}

static size_t method_of(const char *word)
{
    size_t i = 0;
    while (i < METHODS_COUNT && !check_is(methods[i].name, word))
        i++;
    return i;
}

bool check_is_text_method(const char *word)
{
    return method_of(word) < METHODS_COUNT;
}

static void *give_up(struct expression *expression)
{
    expression_free(expression);
    return NULL;
}

static struct expression *present(const struct scope *scope, const struct tree *tree)
{
    struct expression *part = check_value(scope, tree->parts[0]);
    if (!part)
        return NULL;
    if (part->op == EXPRESSION_SELF) {
        check_wrong(scope->check, tree->parts[0], "a row itself is never absent");
        trouble_help(scope->check->trouble, "Test a field of it:  present(%s.bytes)", scope->row);
        return give_up(part);
    }
    struct value_type type = {.type = TYPE_BOOL};
    struct expression *made = expression_new(EXPRESSION_PRESENT, type, tree->at, tree->end);
    expression_add(made, part);
    return expression_fold(made);
}

static struct expression *numeric(const struct scope *scope, const struct tree *call,
                                  const struct tree *tree)
{
    struct expression *part = check_value(scope, tree);
    if (!part || type_is_number(part->type))
        return part;
    check_wrong(scope->check, tree, "`%s` needs numbers; this is %s", call->text,
                type_word(part->type));
    if (part->type.type == TYPE_RECORD || part->type.type == TYPE_ROW)
        trouble_help(scope->check->trouble, "Name a field of it.");
    return give_up(part);
}

static struct expression *one_number(const struct scope *scope, const struct tree *tree)
{
    struct expression *part = numeric(scope, tree, tree->parts[0]);
    if (!part)
        return NULL;
    bool whole = check_is(tree->text, "whole");
    if (whole && part->type.type == TYPE_INTEGER)
        return part;
    struct value_type type = part->type;
    type.type = whole ? TYPE_INTEGER : type.type;
    struct expression *made = expression_new(whole ? EXPRESSION_TO_WHOLE : EXPRESSION_ABSOLUTE,
                                             type, tree->at, tree->end);
    expression_add(made, part);
    return expression_fold(made);
}

/* Checks min or max of two or more numbers, as a chain of binary operations. */
static struct expression *extreme(const struct scope *scope, const struct tree *tree)
{
    struct expression *made = numeric(scope, tree, tree->parts[0]);
    for (size_t i = 1; made && i < tree->part_count; i++) {
        struct expression *other = numeric(scope, tree, tree->parts[i]);
        if (!other)
            return give_up(made);
        if (!check_unify(&made, &other)) {
            check_wrong(scope->check, tree->parts[i], "%s cannot be compared with %s",
                        type_word(made->type), type_word(other->type));
            expression_free(other);
            return give_up(made);
        }
        struct value_type type = made->type;
        type.unit = type.unit == UNIT_NONE ? other->type.unit : type.unit;
        struct expression *both =
            expression_new(check_is(tree->text, "min") ? EXPRESSION_LESSER : EXPRESSION_GREATER,
                           type, tree->at, tree->end);
        expression_add(both, made);
        expression_add(both, other);
        made = expression_fold(both);
    }
    return made;
}

static void *only_of_groups(const struct scope *scope, const struct tree *tree)
{
    check_wrong_word(scope->check, tree, "`%s` aggregates many rows, but a lambda sees only one",
                     tree->text);
    check_usage(scope->check, tree->text);
    return NULL;
}

static void *no_such_function(const struct scope *scope, const struct tree *tree)
{
    const struct check *check = scope->check;
    const char *word = tree->text;
    size_t method = method_of(word);
    if (check_is(word, "desc")) {
        check_wrong_word(check, tree, "desc(...) is only allowed around a key of sorted(...)");
        trouble_help(check->trouble, "As in  sorted(e -> desc(e.duration))");
    } else if (check_is_aggregate(word)) {
        only_of_groups(scope, tree);
    } else if (method < METHODS_COUNT) {
        check_wrong_word(check, tree, "`%s` is a method of text and follows a point", word);
        trouble_help(check->trouble, "As in  %s", methods[method].usage);
    } else if (check_is_method(word)) {
        check_wrong_word(check, tree, "`%s` is a call on a stream", word);
        check_usage(check, word);
    } else if (shape_field(scope->shape, word, strlen(word))) {
        check_wrong_word(check, tree, "`%s` is a field", word);
        trouble_help(check->trouble, "Write  %s.%s", scope->row, word);
    } else {
        struct check_words words = {0};
        for (size_t i = 0; i < FUNCTIONS_COUNT; i++)
            check_words_add(&words, functions[i].name);
        check_wrong_word(check, tree, "no function is called `%s`", word);
        check_words_help(check, &words, word, "", "Functions");
    }
    return NULL;
}

struct expression *check_call(const struct scope *scope, const struct tree *tree)
{
    size_t which = 0;
    while (which < FUNCTIONS_COUNT && !check_is(functions[which].name, tree->text))
        which++;
    if (which == FUNCTIONS_COUNT)
        return no_such_function(scope, tree);
    if (tree->part_count < functions[which].least || tree->part_count > functions[which].most) {
        if (tree->part_count == 1 && tree->parts[0]->kind == TREE_LAMBDA &&
            check_is_aggregate(tree->text))
            return only_of_groups(scope, tree);
        check_wrong(scope->check, tree, "`%s` needs %s; %zu given", tree->text,
                    functions[which].most == 1 ? "1 argument" : "2 to 100 arguments",
                    tree->part_count);
        trouble_help(scope->check->trouble, "As in  %s", functions[which].usage);
        return NULL;
    }
    if (check_is(tree->text, "present"))
        return present(scope, tree);
    return functions[which].most == 1 ? one_number(scope, tree) : extreme(scope, tree);
}

/* Checks the argument of a text method, which must be a constant text or pattern, and stores it in
 * `made`. */
static bool sought(const struct scope *scope, const struct tree *tree, size_t method,
                   struct expression *made)
{
    const struct tree *argument = tree->parts[1];
    bool pattern = operations[method] == EXPRESSION_MATCHES;
    bool fits = argument->kind == TREE_TEXT || (pattern && argument->kind == TREE_PATTERN);
    if (!fits) {
        check_wrong(scope->check, argument, "`%s` needs %s here", methods[method].name,
                    pattern ? "a pattern between slashes" : "a text in quotes");
        trouble_help(scope->check->trouble, "As in  %s", methods[method].usage);
        return false;
    }
    made->text = memory_string(argument->text);
    if (pattern)
        made->regex = check_pattern(scope->check, argument);
    return !pattern || made->regex;
}

static void *no_such_method(const struct scope *scope, const struct tree *tree,
                            const struct expression *of)
{
    const struct check *check = scope->check;
    const char *word = tree->text;
    bool is_row = of->type.type == TYPE_ROW || of->type.type == TYPE_RECORD;
    if (is_row && shape_field(of->type.shape, word, strlen(word))) {
        check_wrong_word(check, tree, "`%s` is a field and takes no brackets", word);
    } else if (check_is_text_method(word)) {
        check_wrong_word(check, tree, "`%s` is a method of text; this is %s", word,
                         type_word(of->type));
    } else if (check_is_method(word)) {
        check_wrong_word(check, tree, "`%s` is a call on a stream, not on its rows", word);
        check_usage(check, word);
    } else if (check_is_function(word)) {
        check_wrong_word(check, tree, "`%s` is a function, not a method: write  %s(...)", word,
                         word);
    } else {
        struct check_words words = {0};
        for (size_t i = 0; of->type.type == TYPE_TEXT && i < METHODS_COUNT; i++)
            check_words_add(&words, methods[i].name);
        check_wrong_word(check, tree, "%s has no method `%s`", type_word(of->type), word);
        if (words.count)
            check_words_help(check, &words, word, "", "Methods of text");
    }
    return NULL;
}

struct expression *check_method(const struct scope *scope, const struct tree *tree)
{
    size_t method = method_of(tree->text);
    struct expression *of = check_value(scope, tree->parts[0]);
    if (!of)
        return NULL;
    if (of->type.type != TYPE_TEXT || method == METHODS_COUNT) {
        no_such_method(scope, tree, of);
        return give_up(of);
    }
    if (tree->part_count - 1 != methods[method].most) {
        check_wrong_word(scope->check, tree, "`%s` needs %s; %zu given", tree->text,
                         methods[method].most ? "1 argument" : "no arguments",
                         tree->part_count - 1);
        trouble_help(scope->check->trouble, "As in  %s", methods[method].usage);
        return give_up(of);
    }
    enum expression_op op = operations[method];
    struct value_type type = {.type = op == EXPRESSION_LENGTH ? TYPE_INTEGER : TYPE_BOOL};
    struct expression *made = expression_new(op, type, tree->at, tree->end);
    expression_add(made, of);
    if (methods[method].most && !sought(scope, tree, method, made))
        return give_up(made);
    return expression_fold(made);
}
