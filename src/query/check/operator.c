/* operator.c: checks operators: the types of their operands and the unit of the result. */
#include "query/check/check.h"

#include <math.h>

static bool is_number(const struct query_expression *expression)
{
    return query_type_is_number(expression->type);
}

static bool is_of(const struct query_expression *expression, enum query_type type)
{
    return expression->type.type == type;
}

/* True for a whole number without a unit. */
static bool is_plain(const struct query_expression *expression)
{
    return is_of(expression, TYPE_INTEGER) && expression->type.unit == UNIT_NONE;
}

static struct query_expression *convert(struct query_expression *expression,
                                        enum query_expression_op op)
{
    struct query_value_type type = {op == EXPRESSION_TO_REAL ? TYPE_REAL : TYPE_INTEGER,
                                    expression->type.unit, NULL};
    struct query_expression *made = query_expression_new(op, type, expression->at, expression->end);
    query_expression_add(made, expression);
    return query_expression_fold(made);
}

/* Turns a real constant without a fraction, such as 1e6, into a whole number. False if it is not
 * one. */
static bool becomes_whole(struct query_expression *expression)
{
    if (expression->op != EXPRESSION_CONSTANT || !is_of(expression, TYPE_REAL) ||
        expression->absent || fabs(expression->real) > 0x1p53 ||
        expression->real != trunc(expression->real))
        return false;
    expression->type.type = TYPE_INTEGER;
    expression->whole = (int64_t)expression->real;
    return true;
}

static void unify_numbers(struct query_expression **a, struct query_expression **b)
{
    if ((*a)->type.type == (*b)->type.type || becomes_whole(is_of(*a, TYPE_REAL) ? *a : *b))
        return;
    struct query_expression **whole = is_of(*a, TYPE_INTEGER) ? a : b;
    *whole = convert(*whole, EXPRESSION_TO_REAL);
}

static bool units_fit(const struct query_expression *a, const struct query_expression *b)
{
    return a->type.unit == b->type.unit || a->type.unit == UNIT_NONE || b->type.unit == UNIT_NONE;
}

static struct query_expression *row_number(struct query_expression *expression)
{
    struct query_tree tree = {.at = expression->at, .end = expression->end};
    return query_check_row_number(expression, &tree);
}

bool query_check_unify(struct query_expression **a, struct query_expression **b)
{
    bool rows = is_of(*a, TYPE_ROW) && is_of(*b, TYPE_ROW);
    if (rows && (*a)->type.shape != (*b)->type.shape)
        return false;
    if (rows || (is_of(*a, TYPE_ROW) && is_plain(*b)) || (is_of(*b, TYPE_ROW) && is_plain(*a))) {
        *a = row_number(*a);
        *b = row_number(*b);
    }
    if (is_number(*a) && is_number(*b) && units_fit(*a, *b)) {
        unify_numbers(a, b);
        return true;
    }
    return (*a)->type.type == (*b)->type.type && !is_number(*a) && !is_of(*a, TYPE_ROW) &&
           !is_of(*a, TYPE_RECORD);
}

static void *give_up(struct query_expression *a, struct query_expression *b)
{
    query_expression_free(a);
    query_expression_free(b);
    return NULL;
}

/* Returns the first field that is not itself a row. */
static const char *plain_field(const struct query_fields *shape)
{
    size_t i = 0;
    while (shape->fields[i].type.type == TYPE_ROW) /* every stream has the field `row`, at least */
        i++;
    return shape->fields[i].name;
}

static void help_comparing(const struct query_check *check, const struct query_expression *a,
                           const struct query_expression *b)
{
    const struct query_expression *text = is_of(a, TYPE_TEXT) ? a : b, *other = text == a ? b : a;
    const struct query_expression *row = is_of(a, TYPE_ROW) ? a : is_of(b, TYPE_ROW) ? b : NULL;
    if (is_of(text, TYPE_TEXT) && is_of(other, TYPE_ACT))
        diagnostic_help(check->trouble, "Event types are written without quotes: COMM");
    else if (is_of(text, TYPE_TEXT) && is_number(other))
        diagnostic_help(check->trouble, "%s",
                        text->op == EXPRESSION_CONSTANT ? "Write the number without quotes."
                                                        : "Text is written in quotes.");
    else if (row)
        diagnostic_help(check->trouble, "Compare a field of it, such as its `%s`.",
                        plain_field(row->type.shape));
    else if (is_number(a) && is_number(b))
        diagnostic_help(check->trouble, "Times are written as 3ms, amounts of data as 2kB.");
}

static struct query_expression *make(enum query_expression_op op, struct query_value_type type,
                                     const struct query_tree *tree, struct query_expression *a,
                                     struct query_expression *b)
{
    struct query_expression *made = query_expression_new(op, type, tree->at, tree->end);
    query_expression_add(made, a);
    if (b)
        query_expression_add(made, b);
    return query_expression_fold(made);
}

static const struct query_value_type truth = {.type = TYPE_BOOL};

static struct query_expression *comparison(const struct query_scope *scope,
                                           const struct query_tree *tree,
                                           struct query_expression *a, struct query_expression *b)
{
    const char *sign = tree->sign;
    bool equality = query_check_is(sign, "==") || query_check_is(sign, "!=");
    bool swaps = sign[0] == '>';
    if (!query_check_unify(&a, &b)) {
        query_check_wrong(scope->check, tree, "%s cannot be compared with %s",
                          query_type_word(a->type), query_type_word(b->type));
        help_comparing(scope->check, a, b);
        return give_up(a, b);
    }
    if (!equality && (is_of(a, TYPE_BOOL) || is_of(a, TYPE_ACT))) {
        query_check_wrong_word(scope->check, tree, "`%s` needs numbers or text; this is %s", sign,
                               query_type_word(a->type));
        diagnostic_help(scope->check->trouble, "Use == or !=%s",
                        is_of(a, TYPE_ACT) ? ", or  in [COMM, IO]" : ".");
        return give_up(a, b);
    }
    enum query_expression_op op = query_check_is(sign, "==")   ? EXPRESSION_EQUAL
                                  : query_check_is(sign, "!=") ? EXPRESSION_UNEQUAL
                                  : sign[1]                    ? EXPRESSION_LESS_OR_EQUAL
                                                               : EXPRESSION_LESS;
    return make(op, truth, tree, swaps ? b : a, swaps ? a : b);
}

/* Finds the unit of an arithmetic result; false with trouble. */
static bool unit_of(const struct query_scope *scope, const struct query_tree *tree,
                    const struct query_expression *a, const struct query_expression *b,
                    enum query_unit *unit)
{
    bool has_a = a->type.unit != UNIT_NONE, has_b = b->type.unit != UNIT_NONE;
    *unit = has_a ? a->type.unit : b->type.unit;
    switch (tree->sign[0]) {
    case '*':
        if (!has_a || !has_b)
            return true;
        query_check_wrong(scope->check, tree, "%s cannot be multiplied by %s",
                          query_type_word(a->type), query_type_word(b->type));
        return false;
    case '/':
        *unit = has_a && !has_b ? a->type.unit : UNIT_NONE;
        return true;
    default:
        if (units_fit(a, b))
            return true;
        query_check_wrong(scope->check, tree,
                          "`%s` needs two values of the same unit, not %s and %s", tree->sign,
                          query_type_word(a->type), query_type_word(b->type));
        diagnostic_help(scope->check->trouble, "Times are written as 3ms, amounts of data as 2kB.");
        return false;
    }
}

static struct query_expression *arithmetic(const struct query_scope *scope,
                                           const struct query_tree *tree,
                                           struct query_expression *a, struct query_expression *b)
{
    enum query_unit unit;
    if (!is_number(a) || !is_number(b)) {
        bool first = !is_number(a);
        query_check_wrong(scope->check, tree->parts[first ? 0 : 1],
                          "`%s` needs numbers; this is %s", tree->sign,
                          query_type_word(first ? a->type : b->type));
        return give_up(a, b);
    }
    if (!unit_of(scope, tree, a, b, &unit))
        return give_up(a, b);
    if (tree->sign[0] == '/') {
        a = is_of(a, TYPE_INTEGER) ? convert(a, EXPRESSION_TO_REAL) : a;
        b = is_of(b, TYPE_INTEGER) ? convert(b, EXPRESSION_TO_REAL) : b;
    } else {
        unify_numbers(&a, &b);
    }
    if (tree->sign[0] == '%' && is_of(a, TYPE_REAL)) {
        query_check_wrong(scope->check, tree, "`%%` needs whole numbers");
        diagnostic_help(scope->check->trouble, "whole(x) drops the fraction.");
        return give_up(a, b);
    }
    enum query_expression_op op = tree->sign[0] == '+'   ? EXPRESSION_ADD
                                  : tree->sign[0] == '-' ? EXPRESSION_SUBTRACT
                                  : tree->sign[0] == '*' ? EXPRESSION_MULTIPLY
                                  : tree->sign[0] == '/' ? EXPRESSION_DIVIDE
                                                         : EXPRESSION_REMAINDER;
    struct query_value_type type = {a->type.type, unit, NULL};
    return make(op, type, tree, a, b);
}

static struct query_expression *junction(const struct query_scope *scope,
                                         const struct query_tree *tree)
{
    char what[40];
    strcat(strcat(strcpy(what, "each side of `"), tree->sign), "`");
    struct query_expression *a = query_check_condition(scope, tree->parts[0], what);
    struct query_expression *b = a ? query_check_condition(scope, tree->parts[1], what) : NULL;
    if (!b)
        return give_up(a, b);
    return make(query_check_is(tree->sign, "&&") ? EXPRESSION_AND : EXPRESSION_OR, truth, tree, a,
                b);
}

/* Adds an element of a list. It gets the type of the value that is looked for, or that becomes
 * real, too. */
static bool add_element(const struct query_scope *scope, const struct query_tree *tree,
                        struct query_expression *made)
{
    struct query_expression *element = query_check_value(scope, tree), *first = made->parts[0];
    if (!element)
        return false;
    if (!query_check_unify(&first, &element)) {
        query_check_wrong(scope->check, tree, "%s cannot be compared with %s",
                          query_type_word(first->type), query_type_word(element->type));
        help_comparing(scope->check, first, element);
    } else if (element->op != EXPRESSION_CONSTANT || element->absent) {
        query_check_wrong(scope->check, tree, "a list can only hold constants");
        diagnostic_help(scope->check->trouble, "Compare with  == ... || == ...  instead.");
    }
    made->parts[0] = first;
    query_expression_add(made, element);
    return !scope->check->trouble->what[0];
}

static struct query_expression *membership(const struct query_scope *scope,
                                           const struct query_tree *tree)
{
    const struct query_tree *list = tree->parts[1];
    if (list->kind != TREE_LIST) {
        query_check_wrong(scope->check, list, "`in` must be followed by a list");
        diagnostic_help(scope->check->trouble, "As in  %s.type in [COMM, IO]", scope->row);
        return NULL;
    }
    struct query_expression *first = query_check_value(scope, tree->parts[0]);
    if (!first)
        return NULL;
    first = query_check_row_number(first, tree->parts[0]);
    struct query_expression *made = query_expression_new(EXPRESSION_IN, truth, tree->at, tree->end);
    query_expression_add(made, first);
    for (size_t i = 0; i < list->part_count; i++) {
        if (!add_element(scope, list->parts[i], made))
            return give_up(made, NULL);
    }
    bool real = false;
    for (size_t i = 0; i < made->part_count; i++)
        real |= is_of(made->parts[i], TYPE_REAL);
    for (size_t i = 0; i < made->part_count; i++) { /* elements before the first real one */
        if (real && is_of(made->parts[i], TYPE_INTEGER))
            made->parts[i] = convert(made->parts[i], EXPRESSION_TO_REAL);
    }
    return query_expression_fold(made);
}

struct query_expression *query_check_binary(const struct query_scope *scope,
                                            const struct query_tree *tree)
{
    if (query_check_is(tree->sign, "&&") || query_check_is(tree->sign, "||"))
        return junction(scope, tree);
    if (query_check_is(tree->sign, "in"))
        return membership(scope, tree);
    struct query_expression *a = query_check_value(scope, tree->parts[0]);
    struct query_expression *b = a ? query_check_value(scope, tree->parts[1]) : NULL;
    if (!b)
        return give_up(a, b);
    return strchr("+-*/%", tree->sign[0]) ? arithmetic(scope, tree, a, b)
                                          : comparison(scope, tree, a, b);
}

struct query_expression *query_check_unary(const struct query_scope *scope,
                                           const struct query_tree *tree)
{
    if (tree->sign[0] == '!') {
        struct query_expression *a =
            query_check_condition(scope, tree->parts[0], "the operand of `!`");
        return a ? make(EXPRESSION_NOT, truth, tree, a, NULL) : NULL;
    }
    struct query_expression *a = query_check_value(scope, tree->parts[0]);
    if (!a || is_number(a))
        return a ? make(EXPRESSION_NEGATE, a->type, tree, a, NULL) : NULL;
    query_check_wrong(scope->check, tree->parts[0], "`-` needs a number; this is %s",
                      query_type_word(a->type));
    return give_up(a, NULL);
}

struct query_expression *query_check_choice(const struct query_scope *scope,
                                            const struct query_tree *tree)
{
    struct query_expression *condition =
        query_check_condition(scope, tree->parts[0], "the condition before `?`");
    struct query_expression *a = condition ? query_check_value(scope, tree->parts[1]) : NULL;
    struct query_expression *b = a ? query_check_value(scope, tree->parts[2]) : NULL;
    if (!b) {
        query_expression_free(condition);
        return give_up(a, b);
    }
    bool same_rows = is_of(a, TYPE_ROW) && is_of(b, TYPE_ROW) && a->type.shape == b->type.shape;
    if (!same_rows && !query_check_unify(&a, &b)) {
        query_check_wrong(scope->check, tree,
                          "both results of `?:` must have the same type, not %s "
                          "and %s",
                          query_type_word(a->type), query_type_word(b->type));
        query_expression_free(condition);
        return give_up(a, b);
    }
    struct query_value_type type = a->type;
    type.unit = type.unit == UNIT_NONE ? b->type.unit : type.unit;
    struct query_expression *made =
        query_expression_new(EXPRESSION_CHOICE, type, tree->at, tree->end);
    query_expression_add(made, condition);
    query_expression_add(made, a);
    query_expression_add(made, b);
    return query_expression_fold(made);
}
