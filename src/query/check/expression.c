/* expression.c: checks the values in lambdas: literals, names and fields. */
#include "query/check/check.h"

#include "archive/archive.h"
#include "util/memory.h"

struct expression *check_constant(struct value_type type, int64_t whole, const struct tree *tree)
{
    struct expression *made = expression_new(EXPRESSION_CONSTANT, type, tree->at, tree->end);
    made->whole = whole;
    return made;
}

static struct expression *number(const struct tree *tree)
{
    struct value_type type = {.type = tree->number.is_real ? TYPE_REAL : TYPE_INTEGER,
                              .unit = tree->number.unit};
    struct expression *made = check_constant(type, tree->number.whole, tree);
    made->real = tree->number.real;
    return made;
}

static struct expression *text(const struct tree *tree)
{
    struct expression *made = check_constant((struct value_type){.type = TYPE_TEXT}, 0, tree);
    made->text = memory_string(tree->text);
    return made;
}

struct expression *check_field(const struct shape *shape, struct expression *of,
                               const struct field *field, const struct tree *tree)
{
    if (field->from == FIELD_VIA) {
        const struct field *step = shape_field(shape, field->step, strlen(field->step));
        const struct shape *next = step->type.shape;
        of = check_field(shape, of, step, tree);
        return check_field(next, of, shape_field(next, field->column, strlen(field->column)), tree);
    }
    struct expression *made = expression_new(EXPRESSION_FIELD, field->type, tree->at, tree->end);
    made->field = field;
    if (of && of->op == EXPRESSION_SELF)
        expression_free(of);
    else if (of)
        expression_add(made, of);
    return expression_fold(made);
}

struct expression *check_row_number(struct expression *expression, const struct tree *tree)
{
    const struct shape *shape = expression->type.shape;
    if (expression->type.type != TYPE_ROW)
        return expression;
    return check_field(shape, expression, shape_field(shape, "row", 3), tree);
}

/* Finds the event type of that name; false if there is none. */
static bool act_of(const char *word, int64_t *act)
{
    for (int i = 0; i <= ARCHIVE_COMM; i++) {
        *act = i;
        if (check_is(word, archive_kind_word((enum archive_kind)i)))
            return true;
    }
    return false;
}

static struct expression *unknown_name(const struct scope *scope, const struct tree *tree)
{
    const struct check *check = scope->check;
    if (shape_find(tree->text, strlen(tree->text)) || plan_names_has(check->names, tree->text)) {
        check_wrong(check, tree, "`%s` is a stream and cannot be part of a condition or value",
                    tree->text);
        trouble_help(check->trouble, "Combine streams with join(stream, key, key).");
        return NULL;
    }
    check_wrong(check, tree, "`%s` is not defined here", tree->text);
    struct check_words words = {0};
    check_words_fields(&words, scope->shape);
    const char *field = trouble_nearest(tree->text, strlen(tree->text), words.words, words.count);
    if (check_is(tree->text, "null") || check_is(tree->text, "NULL")) {
        trouble_help(check->trouble, "To test if there is a value, write  present(%s.x)",
                     scope->row);
    } else if (field) {
        trouble_help(check->trouble, "Did you mean the field `%s.%s`?", scope->row, field);
    } else {
        words.count = 0;
        check_words_add(&words, scope->row);
        for (int i = 0; i <= ARCHIVE_COMM; i++)
            check_words_add(&words, archive_kind_word((enum archive_kind)i));
        check_words_add(&words, "true");
        check_words_add(&words, "false");
        if (!trouble_nearest(tree->text, strlen(tree->text), words.words, words.count))
            trouble_help(check->trouble, "Write text in quotes:  \"%s\"", tree->text);
        check_words_help(check, &words, tree->text, "", "Known names");
    }
    return NULL;
}

static struct expression *name(const struct scope *scope, const struct tree *tree)
{
    int64_t act;
    bool truth = check_is(tree->text, "true");
    if (check_is(tree->text, scope->row)) {
        struct value_type type = {.type = scope->shape->table ? TYPE_ROW : TYPE_RECORD,
                                  .shape = scope->shape};
        return expression_new(EXPRESSION_SELF, type, tree->at, tree->end);
    }
    if (truth || check_is(tree->text, "false"))
        return check_constant((struct value_type){.type = TYPE_BOOL}, truth, tree);
    if (act_of(tree->text, &act))
        return check_constant((struct value_type){.type = TYPE_ACT}, act, tree);
    return unknown_name(scope, tree);
}

static void *no_such_field(const struct scope *scope, const struct tree *tree,
                           const struct shape *shape)
{
    const struct check *check = scope->check;
    struct check_words words = {0};
    if (check_is_method(tree->text) && shape->table) {
        check_wrong_word(check, tree, "`%s` is a call on a stream, not on its rows", tree->text);
        check_usage(check, tree->text);
        return NULL;
    }
    check_wrong_word(check, tree, "no field of %s is called `%s`", shape->name, tree->text);
    check_words_fields(&words, shape);
    check_words_help(check, &words, tree->text, "", "Fields");
    return NULL;
}

static struct expression *field(const struct scope *scope, const struct tree *tree)
{
    const struct check *check = scope->check;
    struct expression *of = check_value(scope, tree->parts[0]);
    if (!of)
        return NULL;
    if (of->type.type != TYPE_ROW && of->type.type != TYPE_RECORD) {
        check_wrong_word(check, tree, "%s has no fields", type_word(of->type));
        if (check_is_text_method(tree->text))
            trouble_help(check->trouble, "`%s` is a method: write brackets after it.", tree->text);
        expression_free(of);
        return NULL;
    }
    const struct shape *shape = of->type.shape;
    const struct field *found = shape_field(shape, tree->text, strlen(tree->text));
    if (found)
        return check_field(shape, of, found, tree);
    expression_free(of);
    return no_such_field(scope, tree, shape);
}

struct expression *check_value(const struct scope *scope, const struct tree *tree)
{
    const struct check *check = scope->check;
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
        return check_call(scope, tree);
    case TREE_METHOD:
        return check_method(scope, tree);
    case TREE_UNARY:
        return check_unary(scope, tree);
    case TREE_BINARY:
        return check_binary(scope, tree);
    case TREE_CHOICE:
        return check_choice(scope, tree);
    case TREE_PATTERN:
        check_wrong(check, tree, "a pattern is only allowed in matches(...)");
        trouble_help(check->trouble, "As in  %s.name.matches(/^MPI_I/)", scope->row);
        return NULL;
    case TREE_LIST:
        check_wrong(check, tree, "a list is only allowed after `in`");
        trouble_help(check->trouble, "As in  %s.type in [COMM, IO]", scope->row);
        return NULL;
    case TREE_RECORD:
        check_wrong(check, tree, "a record must be the whole result of a lambda");
        trouble_help(check->trouble, "As in  map(e -> {where: e.file, took: e.duration})");
        return NULL;
    case TREE_LAMBDA:
        return check_wrong(check, tree, "a lambda cannot contain a lambda");
    case TREE_NAMED:
    case TREE_LET:
    case TREE_EXPLAIN:
        break;
    }
    return check_wrong(check, tree, "a value cannot have a name here");
}

struct expression *check_condition(const struct scope *scope, const struct tree *tree,
                                   const char *what)
{
    struct expression *made = check_value(scope, tree);
    if (!made || made->type.type == TYPE_BOOL)
        return made;
    check_wrong(scope->check, tree, "%s must be true or false; this is %s", what,
                type_word(made->type));
    if (type_is_number(made->type) || made->type.type == TYPE_TEXT || made->type.type == TYPE_ACT)
        trouble_help(scope->check->trouble, "Compare it with something:  == != < <= > >= in");
    else
        trouble_help(scope->check->trouble, "To test if there is one, write  present(...)");
    expression_free(made);
    return NULL;
}

bool check_known(const struct check *check, const struct tree *tree, const char *what,
                 enum unit unit, struct expression **known)
{
    static const struct shape no_fields = {.name = "a constant"};
    struct check own = *check;
    struct scope scope = {.check = &own, .row = "", .shape = &no_fields};
    *known = NULL;
    if (tree->kind == TREE_LAMBDA)
        return check_wrong(check, tree, "expected %s, not a lambda", what);
    *known = check_value(&scope, tree);
    if (!*known)
        return false;
    struct value_type type = (*known)->type;
    bool fits = type_is_number(type) && (type.unit == unit || type.unit == UNIT_NONE);
    if (fits && (*known)->op == EXPRESSION_CONSTANT && !(*known)->absent)
        return true;
    if (fits)
        check_wrong(check, tree, "expected %s; this has no value", what);
    else
        check_wrong(check, tree, "expected %s, not %s", what, type_word(type));
    expression_free(*known);
    *known = NULL;
    return false;
}
