/* operator.c: checks operators: the types of their operands and the unit of the result. */
#include "query/check/check.h"

#include <math.h>

static bool is_number(const struct expression *expression)
{
    return type_is_number(expression->type);
}

static bool is_of(const struct expression *expression, enum type type)
{
    return expression->type.type == type;
}

/* True for a whole number without a unit. */
static bool is_plain(const struct expression *expression)
{
    return is_of(expression, TYPE_INTEGER) && expression->type.unit == UNIT_NONE;
}

static struct expression *convert(struct expression *expression, enum expression_op op)
{
    struct value_type type = {op == EXPRESSION_TO_REAL ? TYPE_REAL : TYPE_INTEGER,
                              expression->type.unit, NULL};
    struct expression *made = expression_new(op, type, expression->at, expression->end);
    expression_add(made, expression);
    return expression_fold(made);
}

/* Turns a real constant without a fraction, such as 1e6, into a whole number. False if it is not
 * one. */
static bool becomes_whole(struct expression *expression)
{
    if (expression->op != EXPRESSION_CONSTANT || !is_of(expression, TYPE_REAL) ||
        expression->absent || fabs(expression->real) > 0x1p53 ||
        expression->real != trunc(expression->real))
        return false;
    expression->type.type = TYPE_INTEGER;
    expression->whole = (int64_t)expression->real;
    return true;
}

static void unify_numbers(struct expression **a, struct expression **b)
{
    if ((*a)->type.type == (*b)->type.type || becomes_whole(is_of(*a, TYPE_REAL) ? *a : *b))
        return;
    struct expression **whole = is_of(*a, TYPE_INTEGER) ? a : b;
    *whole = convert(*whole, EXPRESSION_TO_REAL);
}

static bool units_fit(const struct expression *a, const struct expression *b)
{
    return a->type.unit == b->type.unit || a->type.unit == UNIT_NONE || b->type.unit == UNIT_NONE;
}

static struct expression *row_number(struct expression *expression)
{
    struct tree tree = {.at = expression->at, .end = expression->end};
    return check_row_number(expression, &tree);
}

bool check_unify(struct expression **a, struct expression **b)
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

static void *give_up(struct expression *a, struct expression *b)
{
    expression_free(a);
    expression_free(b);
    return NULL;
}

/* Returns the first field that is not itself a row. */
static const char *plain_field(const struct shape *shape)
{
    size_t i = 0;
    while (shape->fields[i].type.type == TYPE_ROW) /* every stream has the field `row`, at least */
        i++;
    return shape->fields[i].name;
}

static void help_comparing(const struct check *check, const struct expression *a,
                           const struct expression *b)
{
    const struct expression *text = is_of(a, TYPE_TEXT) ? a : b, *other = text == a ? b : a;
    const struct expression *row = is_of(a, TYPE_ROW) ? a : is_of(b, TYPE_ROW) ? b : NULL;
    if (is_of(text, TYPE_TEXT) && is_of(other, TYPE_ACT))
        trouble_help(check->trouble, "Event types are written without quotes: COMM");
    else if (is_of(text, TYPE_TEXT) && is_number(other))
        trouble_help(check->trouble, "%s",
                     text->op == EXPRESSION_CONSTANT ? "Write the number without quotes."
                                                     : "Text is written in quotes.");
    else if (row)
        trouble_help(check->trouble, "Compare a field of it, such as its `%s`.",
                     plain_field(row->type.shape));
    else if (is_number(a) && is_number(b))
        trouble_help(check->trouble, "Times are written as 3ms, amounts of data as 2kB.");
}

static struct expression *make(enum expression_op op, struct value_type type,
                               const struct tree *tree, struct expression *a, struct expression *b)
{
    struct expression *made = expression_new(op, type, tree->at, tree->end);
    expression_add(made, a);
    if (b)
        expression_add(made, b);
    return expression_fold(made);
}

static const struct value_type truth = {.type = TYPE_BOOL};

static struct expression *comparison(const struct scope *scope, const struct tree *tree,
                                     struct expression *a, struct expression *b)
{
    const char *sign = tree->sign;
    bool equality = check_is(sign, "==") || check_is(sign, "!=");
    bool swaps = sign[0] == '>';
    if (!check_unify(&a, &b)) {
        check_wrong(scope->check, tree, "%s cannot be compared with %s", type_word(a->type),
                    type_word(b->type));
        help_comparing(scope->check, a, b);
        return give_up(a, b);
    }
    if (!equality && (is_of(a, TYPE_BOOL) || is_of(a, TYPE_ACT))) {
        check_wrong_word(scope->check, tree, "`%s` needs numbers or text; this is %s", sign,
                         type_word(a->type));
        trouble_help(scope->check->trouble, "Use == or !=%s",
                     is_of(a, TYPE_ACT) ? ", or  in [COMM, IO]" : ".");
        return give_up(a, b);
    }
    enum expression_op op = check_is(sign, "==")   ? EXPRESSION_EQUAL
                            : check_is(sign, "!=") ? EXPRESSION_UNEQUAL
                            : sign[1]              ? EXPRESSION_LESS_OR_EQUAL
                                                   : EXPRESSION_LESS;
    return make(op, truth, tree, swaps ? b : a, swaps ? a : b);
}

/* Finds the unit of an arithmetic result; false with trouble. */
static bool unit_of(const struct scope *scope, const struct tree *tree, const struct expression *a,
                    const struct expression *b, enum unit *unit)
{
    bool has_a = a->type.unit != UNIT_NONE, has_b = b->type.unit != UNIT_NONE;
    *unit = has_a ? a->type.unit : b->type.unit;
    switch (tree->sign[0]) {
    case '*':
        if (!has_a || !has_b)
            return true;
        check_wrong(scope->check, tree, "%s cannot be multiplied by %s", type_word(a->type),
                    type_word(b->type));
        return false;
    case '/':
        *unit = has_a && !has_b ? a->type.unit : UNIT_NONE;
        return true;
    default:
        if (units_fit(a, b))
            return true;
        check_wrong(scope->check, tree, "`%s` needs two values of the same unit, not %s and %s",
                    tree->sign, type_word(a->type), type_word(b->type));
        trouble_help(scope->check->trouble, "Times are written as 3ms, amounts of data as 2kB.");
        return false;
    }
}

static struct expression *arithmetic(const struct scope *scope, const struct tree *tree,
                                     struct expression *a, struct expression *b)
{
    enum unit unit;
    if (!is_number(a) || !is_number(b)) {
        bool first = !is_number(a);
        check_wrong(scope->check, tree->parts[first ? 0 : 1], "`%s` needs numbers; this is %s",
                    tree->sign, type_word(first ? a->type : b->type));
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
        check_wrong(scope->check, tree, "`%%` needs whole numbers");
        trouble_help(scope->check->trouble, "whole(x) drops the fraction.");
        return give_up(a, b);
    }
    enum expression_op op = tree->sign[0] == '+'   ? EXPRESSION_ADD
                            : tree->sign[0] == '-' ? EXPRESSION_SUBTRACT
                            : tree->sign[0] == '*' ? EXPRESSION_MULTIPLY
                            : tree->sign[0] == '/' ? EXPRESSION_DIVIDE
                                                   : EXPRESSION_REMAINDER;
    struct value_type type = {a->type.type, unit, NULL};
    return make(op, type, tree, a, b);
}

static struct expression *junction(const struct scope *scope, const struct tree *tree)
{
    char what[40];
    strcat(strcat(strcpy(what, "each side of `"), tree->sign), "`");
    struct expression *a = check_condition(scope, tree->parts[0], what);
    struct expression *b = a ? check_condition(scope, tree->parts[1], what) : NULL;
    if (!b)
        return give_up(a, b);
    return make(check_is(tree->sign, "&&") ? EXPRESSION_AND : EXPRESSION_OR, truth, tree, a, b);
}

/* Adds an element of a list. It gets the type of the value that is looked for, or that becomes
 * real, too. */
static bool add_element(const struct scope *scope, const struct tree *tree, struct expression *made)
{
    struct expression *element = check_value(scope, tree), *first = made->parts[0];
    if (!element)
        return false;
    if (!check_unify(&first, &element)) {
        check_wrong(scope->check, tree, "%s cannot be compared with %s", type_word(first->type),
                    type_word(element->type));
        help_comparing(scope->check, first, element);
    } else if (element->op != EXPRESSION_CONSTANT || element->absent) {
        check_wrong(scope->check, tree, "a list can only hold constants");
        trouble_help(scope->check->trouble, "Compare with  == ... || == ...  instead.");
    }
    made->parts[0] = first;
    expression_add(made, element);
    return !scope->check->trouble->what[0];
}

static struct expression *membership(const struct scope *scope, const struct tree *tree)
{
    const struct tree *list = tree->parts[1];
    if (list->kind != TREE_LIST) {
        check_wrong(scope->check, list, "`in` must be followed by a list");
        trouble_help(scope->check->trouble, "As in  %s.type in [COMM, IO]", scope->row);
        return NULL;
    }
    struct expression *first = check_value(scope, tree->parts[0]);
    if (!first)
        return NULL;
    first = check_row_number(first, tree->parts[0]);
    struct expression *made = expression_new(EXPRESSION_IN, truth, tree->at, tree->end);
    expression_add(made, first);
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
    return expression_fold(made);
}

struct expression *check_binary(const struct scope *scope, const struct tree *tree)
{
    if (check_is(tree->sign, "&&") || check_is(tree->sign, "||"))
        return junction(scope, tree);
    if (check_is(tree->sign, "in"))
        return membership(scope, tree);
    struct expression *a = check_value(scope, tree->parts[0]);
    struct expression *b = a ? check_value(scope, tree->parts[1]) : NULL;
    if (!b)
        return give_up(a, b);
    return strchr("+-*/%", tree->sign[0]) ? arithmetic(scope, tree, a, b)
                                          : comparison(scope, tree, a, b);
}

struct expression *check_unary(const struct scope *scope, const struct tree *tree)
{
    if (tree->sign[0] == '!') {
        struct expression *a = check_condition(scope, tree->parts[0], "the operand of `!`");
        return a ? make(EXPRESSION_NOT, truth, tree, a, NULL) : NULL;
    }
    struct expression *a = check_value(scope, tree->parts[0]);
    if (!a || is_number(a))
        return a ? make(EXPRESSION_NEGATE, a->type, tree, a, NULL) : NULL;
    check_wrong(scope->check, tree->parts[0], "`-` needs a number; this is %s", type_word(a->type));
    return give_up(a, NULL);
}

struct expression *check_choice(const struct scope *scope, const struct tree *tree)
{
    struct expression *condition =
        check_condition(scope, tree->parts[0], "the condition before `?`");
    struct expression *a = condition ? check_value(scope, tree->parts[1]) : NULL;
    struct expression *b = a ? check_value(scope, tree->parts[2]) : NULL;
    if (!b) {
        expression_free(condition);
        return give_up(a, b);
    }
    bool same_rows = is_of(a, TYPE_ROW) && is_of(b, TYPE_ROW) && a->type.shape == b->type.shape;
    if (!same_rows && !check_unify(&a, &b)) {
        check_wrong(scope->check, tree,
                    "both results of `?:` must have the same type, not %s "
                    "and %s",
                    type_word(a->type), type_word(b->type));
        expression_free(condition);
        return give_up(a, b);
    }
    struct value_type type = a->type;
    type.unit = type.unit == UNIT_NONE ? b->type.unit : type.unit;
    struct expression *made = expression_new(EXPRESSION_CHOICE, type, tree->at, tree->end);
    expression_add(made, condition);
    expression_add(made, a);
    expression_add(made, b);
    return expression_fold(made);
}
