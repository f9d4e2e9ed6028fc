/* fold.c: computes the constant parts of expressions before the query runs. */
#include "query/parse/expression.h"

#include "util/memory.h"
#include "util/words.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_constant(const struct query_expression *expression)
{
    return expression->op == EXPRESSION_CONSTANT;
}

static bool is_truth(const struct query_expression *expression, bool truth)
{
    return is_constant(expression) && !expression->absent && expression->whole == truth;
}

/* Returns the end of the range at which whole numbers saturate. */
static int64_t end_of_range(bool negative)
{
    return negative ? INT64_MIN : INT64_MAX;
}

static int64_t whole_of(enum query_expression_op op, int64_t a, int64_t b)
{
    int64_t result;
    switch (op) {
    case EXPRESSION_ADD:
        return __builtin_add_overflow(a, b, &result) ? end_of_range(b < 0) : result;
    case EXPRESSION_SUBTRACT:
        return __builtin_sub_overflow(a, b, &result) ? end_of_range(b > 0) : result;
    case EXPRESSION_MULTIPLY:
        return __builtin_mul_overflow(a, b, &result) ? end_of_range((a < 0) != (b < 0)) : result;
    case EXPRESSION_LESSER:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static double real_of(enum query_expression_op op, double a, double b)
{
    switch (op) {
    case EXPRESSION_ADD:
        return a + b;
    case EXPRESSION_SUBTRACT:
        return a - b;
    case EXPRESSION_MULTIPLY:
        return a * b;
    case EXPRESSION_DIVIDE:
        return a / b;
    case EXPRESSION_LESSER:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

/* Compares two constants of one type: less than, equal to or greater than 0, as strcmp. */
static int compare(const struct query_expression *a, const struct query_expression *b)
{
    assert(a->type.type == b->type.type);
    if (a->type.type == TYPE_TEXT)
        return strcmp(a->text, b->text);
    if (a->type.type == TYPE_REAL)
        return (a->real > b->real) - (a->real < b->real);
    return (a->whole > b->whole) - (a->whole < b->whole);
}

/* False if one of them is NaN, such as infinity minus infinity, which equals nothing. */
static bool is_ordered(const struct query_expression *a, const struct query_expression *b)
{
    return a->type.type != TYPE_REAL || (!isnan(a->real) && !isnan(b->real));
}

static bool is_in(const struct query_expression *expression)
{
    const struct query_expression *sought = expression->parts[0];
    for (size_t i = 1; i < expression->part_count; i++) {
        if (is_ordered(sought, expression->parts[i]) && !compare(sought, expression->parts[i]))
            return true;
    }
    return false;
}

/* Computes an operation on numbers of one type; the result has the same type. */
static void compute_number(struct query_expression *made, const struct query_expression *of)
{
    const struct query_expression *a = of->parts[0], *b = of->part_count > 1 ? of->parts[1] : a;
    bool is_real = a->type.type == TYPE_REAL;
    switch (of->op) {
    case EXPRESSION_NEGATE:
        made->whole = a->whole == INT64_MIN ? INT64_MAX : -a->whole;
        made->real = -a->real;
        break;
    case EXPRESSION_ABSOLUTE:
        made->whole = a->whole == INT64_MIN ? INT64_MAX : a->whole < 0 ? -a->whole : a->whole;
        made->real = fabs(a->real);
        break;
    case EXPRESSION_REMAINDER:
        made->absent = b->whole == 0;
        made->whole = b->whole == 0 || b->whole == -1 ? 0 : a->whole % b->whole;
        break;
    case EXPRESSION_DIVIDE:
        made->absent = b->real == 0;
        made->real = made->absent ? 0 : a->real / b->real;
        break;
    case EXPRESSION_TO_REAL:
        made->real = (double)a->whole;
        break;
    case EXPRESSION_TO_WHOLE:
        made->absent = !(a->real >= -9223372036854775808.0 && a->real < 9223372036854775808.0);
        made->whole = made->absent ? 0 : (int64_t)a->real;
        break;
    default:
        if (is_real)
            made->real = real_of(of->op, a->real, b->real);
        else
            made->whole = whole_of(of->op, a->whole, b->whole);
    }
}

static void compute_truth(struct query_expression *made, const struct query_expression *of)
{
    const struct query_expression *a = of->parts[0], *b = of->part_count > 1 ? of->parts[1] : a;
    switch (of->op) {
    case EXPRESSION_NOT:
        made->whole = !a->whole;
        break;
    case EXPRESSION_EQUAL:
        made->whole = is_ordered(a, b) && compare(a, b) == 0;
        break;
    case EXPRESSION_UNEQUAL:
        made->whole = !is_ordered(a, b) || compare(a, b) != 0;
        break;
    case EXPRESSION_LESS:
        made->whole = is_ordered(a, b) && compare(a, b) < 0;
        break;
    case EXPRESSION_LESS_OR_EQUAL:
        made->whole = is_ordered(a, b) && compare(a, b) <= 0;
        break;
    case EXPRESSION_IN:
        made->whole = is_in(of);
        break;
    case EXPRESSION_STARTS:
        made->whole = !strncmp(a->text, of->text, strlen(of->text));
        break;
    case EXPRESSION_ENDS:
        made->whole = words_ends(a->text, of->text);
        break;
    case EXPRESSION_CONTAINS:
        made->whole = strstr(a->text, of->text) != NULL;
        break;
    default: /* EXPRESSION_MATCHES */
        made->whole = regexec(of->regex, a->text, 0, NULL, 0) == 0;
    }
}

/* Computes an expression whose parts are all constants. */
static struct query_expression *compute(const struct query_expression *of)
{
    struct query_expression *made =
        query_expression_new(EXPRESSION_CONSTANT, of->type, of->at, of->end);
    for (size_t i = 0; i < of->part_count; i++)
        made->absent |= of->parts[i]->absent;
    if (of->op == EXPRESSION_PRESENT) {
        made->whole = !made->absent;
        made->absent = false;
    } else if (made->absent) {
        /* absent, whatever the operation */
    } else if (of->op == EXPRESSION_LENGTH) {
        made->whole = words_characters(of->parts[0]->text);
    } else if (of->type.type == TYPE_BOOL) {
        compute_truth(made, of);
    } else {
        compute_number(made, of);
    }
    return made;
}

/* Replaces the expression by one of its parts. */
static struct query_expression *become(struct query_expression *expression, size_t which)
{
    struct query_expression *part = expression->parts[which];
    expression->parts[which] = NULL;
    query_expression_free(expression);
    return part;
}

static struct query_expression *fold_joined(struct query_expression *expression)
{
    bool decisive = expression->op == EXPRESSION_OR; /* the value that decides alone */
    struct query_expression **parts = expression->parts;
    for (size_t i = 0; i < 2; i++) {
        if (is_truth(parts[i], decisive))
            return become(expression, i);
        if (is_truth(parts[i], !decisive))
            return become(expression, 1 - i);
    }
    bool known = is_constant(parts[0]) && is_constant(parts[1]); /* then both are absent */
    return known ? become(expression, 0) : expression;
}

/* Replaces the expression by an absent constant of its type. */
static struct query_expression *become_absent(struct query_expression *expression)
{
    struct query_expression *absent = query_expression_new(EXPRESSION_CONSTANT, expression->type,
                                                           expression->at, expression->end);
    absent->absent = true;
    if (absent->type.type == TYPE_TEXT)
        absent->text = memory_string("");
    query_expression_free(expression);
    return absent;
}

static struct query_expression *fold_choice(struct query_expression *expression)
{
    const struct query_expression *condition = expression->parts[0];
    if (!is_constant(condition))
        return expression;
    if (!condition->absent)
        return become(expression, condition->whole ? 1 : 2);
    return become_absent(expression);
}

struct query_expression *query_expression_fold(struct query_expression *expression)
{
    switch (expression->op) {
    case EXPRESSION_CONSTANT:
    case EXPRESSION_SELF:
        return expression;
    case EXPRESSION_FIELD: /* a constant row is always absent */
        return expression->part_count && is_constant(expression->parts[0])
                   ? become_absent(expression)
                   : expression;
    case EXPRESSION_AND:
    case EXPRESSION_OR:
        return fold_joined(expression);
    case EXPRESSION_CHOICE:
        return fold_choice(expression);
    default:
        break;
    }
    for (size_t i = 0; i < expression->part_count; i++) {
        if (!is_constant(expression->parts[i]))
            return expression;
    }
    struct query_expression *made = compute(expression);
    query_expression_free(expression);
    return made;
}
