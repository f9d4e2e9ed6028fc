/* expression.c: checks the values in lambdas: literals, names and fields. */
#include "query/check/check.h"

#include "archive/archive.h"
#include "util/memory.h"

struct query_expression *query_check_constant(struct query_value_type type, int64_t whole,
                                              const struct query_tree *tree)
{
    struct query_expression *made =
        query_expression_new(EXPRESSION_CONSTANT, type, tree->at, tree->end);
    made->whole = whole;
    return made;
}

static struct query_expression *number(const struct query_tree *tree)
{
    struct query_value_type type = {.type = tree->number.is_real ? TYPE_REAL : TYPE_INTEGER,
                                    .unit = tree->number.unit};
    struct query_expression *made = query_check_constant(type, tree->number.whole, tree);
    made->real = tree->number.real;
    return made;
}

static struct query_expression *text(const struct query_tree *tree)
{
    struct query_expression *made =
        query_check_constant((struct query_value_type){.type = TYPE_TEXT}, 0, tree);
    made->text = memory_string(tree->text);
    return made;
}

struct query_expression *query_check_field(const struct query_fields *shape,
                                           struct query_expression *of,
                                           const struct query_field *field,
                                           const struct query_tree *tree)
{
    if (field->from == FIELD_VIA) {
        const struct query_field *step = query_fields_get(shape, field->step, strlen(field->step));
        const struct query_fields *next = step->type.shape;
        of = query_check_field(shape, of, step, tree);
        return query_check_field(
            next, of, query_fields_get(next, field->column, strlen(field->column)), tree);
    }
    struct query_expression *made =
        query_expression_new(EXPRESSION_FIELD, field->type, tree->at, tree->end);
    made->field = field;
    if (of && of->op == EXPRESSION_SELF)
        query_expression_free(of);
    else if (of)
        query_expression_add(made, of);
    return query_expression_fold(made);
}

struct query_expression *query_check_row_number(struct query_expression *expression,
                                                const struct query_tree *tree)
{
    const struct query_fields *shape = expression->type.shape;
    if (expression->type.type != TYPE_ROW)
        return expression;
    return query_check_field(shape, expression, query_fields_get(shape, "row", 3), tree);
}

/* Finds the event type of that name; false if there is none. */
static bool act_of(const char *word, int64_t *act)
{
    for (int i = 0; i <= ARCHIVE_COMM; i++) {
        *act = i;
        if (query_check_is(word, archive_kind_word((enum archive_kind)i)))
            return true;
    }
    return false;
}

static struct query_expression *unknown_name(const struct query_scope *scope,
                                             const struct query_tree *tree)
{
    const struct query_check *check = scope->check;
    if (query_fields_find(tree->text, strlen(tree->text)) ||
        query_plan_names_has(check->names, tree->text)) {
        query_check_wrong(
            check, tree, "`%s` is a stream and cannot be part of a condition or value", tree->text);
        diagnostic_help(check->trouble, "Combine streams with join(stream, key, key).");
        return NULL;
    }
    query_check_wrong(check, tree, "`%s` is not defined here", tree->text);
    struct query_check_words words = {0};
    query_check_words_fields(&words, scope->shape);
    const char *field =
        diagnostic_nearest(tree->text, strlen(tree->text), words.words, words.count);
    if (query_check_is(tree->text, "null") || query_check_is(tree->text, "NULL")) {
        diagnostic_help(check->trouble, "To test if there is a value, write  present(%s.x)",
                        scope->row);
    } else if (field) {
        diagnostic_help(check->trouble, "Did you mean the field `%s.%s`?", scope->row, field);
    } else {
        words.count = 0;
        query_check_words_add(&words, scope->row);
        for (int i = 0; i <= ARCHIVE_COMM; i++)
            query_check_words_add(&words, archive_kind_word((enum archive_kind)i));
        query_check_words_add(&words, "true");
        query_check_words_add(&words, "false");
        if (!diagnostic_nearest(tree->text, strlen(tree->text), words.words, words.count))
            diagnostic_help(check->trouble, "Write text in quotes:  \"%s\"", tree->text);
        query_check_words_help(check, &words, tree->text, "", "Known names");
    }
    return NULL;
}

static struct query_expression *name(const struct query_scope *scope, const struct query_tree *tree)
{
    int64_t act;
    bool truth = query_check_is(tree->text, "true");
    if (query_check_is(tree->text, scope->row)) {
        struct query_value_type type = {.type = scope->shape->table ? TYPE_ROW : TYPE_RECORD,
                                        .shape = scope->shape};
        return query_expression_new(EXPRESSION_SELF, type, tree->at, tree->end);
    }
    if (truth || query_check_is(tree->text, "false"))
        return query_check_constant((struct query_value_type){.type = TYPE_BOOL}, truth, tree);
    if (act_of(tree->text, &act))
        return query_check_constant((struct query_value_type){.type = TYPE_ACT}, act, tree);
    return unknown_name(scope, tree);
}

static void *no_such_field(const struct query_scope *scope, const struct query_tree *tree,
                           const struct query_fields *shape)
{
    const struct query_check *check = scope->check;
    struct query_check_words words = {0};
    if (query_check_is_method(tree->text) && shape->table) {
        query_check_wrong_word(check, tree, "`%s` is a call on a stream, not on its rows",
                               tree->text);
        query_check_usage(check, tree->text);
        return NULL;
    }
    query_check_wrong_word(check, tree, "no field of %s is called `%s`", shape->name, tree->text);
    query_check_words_fields(&words, shape);
    query_check_words_help(check, &words, tree->text, "", "Fields");
    return NULL;
}

static struct query_expression *field(const struct query_scope *scope,
                                      const struct query_tree *tree)
{
    const struct query_check *check = scope->check;
    struct query_expression *of = query_check_value(scope, tree->parts[0]);
    if (!of)
        return NULL;
    if (of->type.type != TYPE_ROW && of->type.type != TYPE_RECORD) {
        query_check_wrong_word(check, tree, "%s has no fields", query_type_word(of->type));
        if (query_check_is_text_method(tree->text))
            diagnostic_help(check->trouble, "`%s` is a method: write brackets after it.",
                            tree->text);
        query_expression_free(of);
        return NULL;
    }
    const struct query_fields *shape = of->type.shape;
    const struct query_field *found = query_fields_get(shape, tree->text, strlen(tree->text));
    if (found)
        return query_check_field(shape, of, found, tree);
    query_expression_free(of);
    return no_such_field(scope, tree, shape);
}

struct query_expression *query_check_value(const struct query_scope *scope,
                                           const struct query_tree *tree)
{
    const struct query_check *check = scope->check;
    switch (tree->kind) {
    case TREE_NUMBER:
        return number(tree);
    case TREE_TEXT:
        return text(tree);
    case TREE_NAME:
        return name(scope, tree);
    case TREE_FIELD:
        return field(scope, tree);
    case TREE_CALL:
        return query_check_call(scope, tree);
    case TREE_METHOD:
        return query_check_method(scope, tree);
    case TREE_UNARY:
        return query_check_unary(scope, tree);
    case TREE_BINARY:
        return query_check_binary(scope, tree);
    case TREE_CHOICE:
        return query_check_choice(scope, tree);
    case TREE_PATTERN:
        query_check_wrong(check, tree, "a pattern is only allowed in matches(...)");
        diagnostic_help(check->trouble, "As in  %s.name.matches(/^MPI_I/)", scope->row);
        return NULL;
    case TREE_LIST:
        query_check_wrong(check, tree, "a list is only allowed after `in`");
        diagnostic_help(check->trouble, "As in  %s.type in [COMM, IO]", scope->row);
        return NULL;
    case TREE_RECORD:
        query_check_wrong(check, tree, "a record must be the whole result of a lambda");
        diagnostic_help(check->trouble, "As in  map(e -> {where: e.file, took: e.duration})");
        return NULL;
    case TREE_LAMBDA:
        return query_check_wrong(check, tree, "a lambda cannot contain a lambda");
    case TREE_NAMED:
    case TREE_LET:
    case TREE_EXPLAIN:
        break;
    }
    return query_check_wrong(check, tree, "a value cannot have a name here");
}

struct query_expression *query_check_condition(const struct query_scope *scope,
                                               const struct query_tree *tree, const char *what)
{
    struct query_expression *made = query_check_value(scope, tree);
    if (!made || made->type.type == TYPE_BOOL)
        return made;
    query_check_wrong(scope->check, tree, "%s must be true or false; this is %s", what,
                      query_type_word(made->type));
    if (query_type_is_number(made->type) || made->type.type == TYPE_TEXT ||
        made->type.type == TYPE_ACT)
        diagnostic_help(scope->check->trouble, "Compare it with something:  == != < <= > >= in");
    else
        diagnostic_help(scope->check->trouble, "To test if there is one, write  present(...)");
    query_expression_free(made);
    return NULL;
}

bool query_check_known(const struct query_check *check, const struct query_tree *tree,
                       const char *what, enum query_unit unit, struct query_expression **known)
{
    static const struct query_fields no_fields = {.name = "a constant"};
    struct query_check own = *check;
    struct query_scope scope = {.check = &own, .row = "", .shape = &no_fields};
    *known = NULL;
    if (tree->kind == TREE_LAMBDA)
        return query_check_wrong(check, tree, "expected %s, not a lambda", what);
    *known = query_check_value(&scope, tree);
    if (!*known)
        return false;
    struct query_value_type type = (*known)->type;
    bool fits = query_type_is_number(type) && (type.unit == unit || type.unit == UNIT_NONE);
    if (fits && (*known)->op == EXPRESSION_CONSTANT && !(*known)->absent)
        return true;
    if (fits)
        query_check_wrong(check, tree, "expected %s; this has no value", what);
    else
        query_check_wrong(check, tree, "expected %s, not %s", what, query_type_word(type));
    query_expression_free(*known);
    *known = NULL;
    return false;
}
