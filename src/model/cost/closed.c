/* closed.c: sums of polynomials by Faulhaber's formula (Knuth, "Johann Faulhaber and sums of
 * powers", 1993). */
#include "model/cost/closed.h"

#include "model/cost/ranges.h"
#include "model/cost/simplify.h"
#include "util/memory.h"

#include <float.h>
#include <stdlib.h>

enum { DEGREE = 8 }; /* of the polynomials that are summed up */

/* A polynomial of the index; its coefficients do not depend on it. */
struct polynomial {
    model_cost of[DEGREE + 1];
};

static model_cost whole(struct model_costs *pool, int64_t value)
{
    return pool_number(pool, model_number_whole(value));
}

static struct polynomial constant(struct model_costs *pool, model_cost value)
{
    struct polynomial result;
    for (int i = 0; i <= DEGREE; i++)
        result.of[i] = i ? whole(pool, 0) : value;
    return result;
}

static bool is_zero(const struct model_costs *pool, model_cost node)
{
    return pool_is_number(pool, node) && !model_number_sign(pool_value(pool, node));
}

static bool multiply(struct model_costs *pool, struct polynomial *a, const struct polynomial *b)
{
    struct polynomial result = constant(pool, whole(pool, 0));
    for (int i = 0; i <= DEGREE; i++) {
        for (int k = 0; k <= DEGREE; k++) {
            if (is_zero(pool, a->of[i]) || is_zero(pool, b->of[k]))
                continue;
            if (i + k > DEGREE)
                return false;
            model_cost term = simplify_expand(pool, a->of[i], b->of[k]);
            result.of[i + k] = simplify_sum_of(pool, result.of[i + k], term);
        }
    }
    *a = result;
    return true;
}

/* True if the value exists for all values of the variables: no division by what may be zero. */
static bool is_total(struct model_costs *pool, model_cost node)
{
    if (!pool_at(pool, node)->may_fail)
        return true;
    enum model_cost_op op = pool_op(pool, node);
    if (op == MODEL_COST_SUM || op == MODEL_COST_CURVE || op == MODEL_COST_TOO_DEEP ||
        op == MODEL_COST_REMAINDER || op == MODEL_COST_LOG || op == MODEL_COST_LOG2)
        return false;
    if (op == MODEL_COST_POWER && !(pool_is_number(pool, pool_operand(pool, node, 1)) &&
                                    ranges_is_at_least(pool, pool_operand(pool, node, 0), DBL_MIN)))
        return false;
    for (size_t i = 0; i < pool_at(pool, node)->count; i++) {
        if (!is_total(pool, pool_operand(pool, node, i)))
            return false;
    }
    return true;
}

/* Finds the coefficients of an expression as a polynomial of the index; false if it is none. */
static bool polynomial_of(struct model_costs *pool, model_cost node, uint32_t index,
                          struct polynomial *result)
{
    struct polynomial part;
    enum model_cost_op op = pool_op(pool, node);
    size_t count = pool_at(pool, node)->count;
    if (!pool_depends(pool, node, index)) {
        *result = constant(pool, node);
        return is_total(pool, node);
    }
    *result = constant(pool, whole(pool, op == MODEL_COST_ADD ? 0 : 1));
    switch (op) {
    case MODEL_COST_VARIABLE:
        result->of[0] = whole(pool, 0);
        result->of[1] = whole(pool, 1);
        return pool_at(pool, node)->name == index;
    case MODEL_COST_ADD:
        for (size_t i = 0; i < count; i++) {
            if (!polynomial_of(pool, pool_operand(pool, node, i), index, &part))
                return false;
            for (int k = 0; k <= DEGREE; k++)
                result->of[k] = simplify_sum_of(pool, result->of[k], part.of[k]);
        }
        return true;
    case MODEL_COST_MULTIPLY:
        for (size_t i = 0; i < count; i++) {
            if (!polynomial_of(pool, pool_operand(pool, node, i), index, &part) ||
                !multiply(pool, result, &part))
                return false;
        }
        return true;
    case MODEL_COST_POWER: {
        model_cost exponent = pool_operand(pool, node, 1);
        if (!pool_is_number(pool, exponent) || pool_value(pool, exponent).bottom != 1 ||
            pool_value(pool, exponent).top < 0 || pool_value(pool, exponent).top > DEGREE ||
            !polynomial_of(pool, pool_operand(pool, node, 0), index, &part))
            return false;
        for (int64_t i = 0; i < pool_value(pool, exponent).top; i++) {
            if (!multiply(pool, result, &part))
                return false;
        }
        return true;
    }
    default:
        return false;
    }
}

static int64_t binomial(int64_t n, int64_t k)
{
    int64_t result = 1;
    for (int64_t i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* Returns base ** exponent, multiplied out. */
static model_cost power(struct model_costs *pool, model_cost base, int exponent)
{
    model_cost result = whole(pool, 1);
    for (int i = 0; i < exponent; i++)
        result = simplify_expand(pool, result, base);
    return result;
}

/* Rewrites a polynomial of index = first + i as one of i. */
static void shift(struct model_costs *pool, struct polynomial *of, model_cost first)
{
    if (is_zero(pool, first))
        return;
    for (int i = 0; i <= DEGREE; i++) {
        for (int k = i + 1; k <= DEGREE; k++) {
            if (is_zero(pool, of->of[k]))
                continue;
            model_cost term = simplify_expand(pool, of->of[k], power(pool, first, k - i));
            term = simplify_scale(pool, term, model_number_whole(binomial(k, i)));
            of->of[i] = simplify_sum_of(pool, of->of[i], term);
        }
    }
}

/* Returns the sum of i ** degree for i = 0 ... trips - 1. */
static model_cost sum_of_powers(struct model_costs *pool, int degree, model_cost trips)
{
    static const int bernoulli[DEGREE + 1][2] = {{1, 1}, {-1, 2}, {1, 6}, {0, 1},  {-1, 30},
                                                 {0, 1}, {1, 42}, {0, 1}, {-1, 30}};
    model_cost sum = whole(pool, 0);
    for (int i = 0; i <= degree; i++) {
        if (!bernoulli[i][0])
            continue;
        struct model_number factor = model_number_fraction(
            binomial(degree + 1, i) * bernoulli[i][0], (int64_t)bernoulli[i][1] * (degree + 1));
        model_cost term = simplify_scale(pool, power(pool, trips, degree + 1 - i), factor);
        sum = simplify_sum_of(pool, sum, term);
    }
    return sum;
}

static size_t terms_of(const struct model_costs *pool, model_cost node)
{
    return pool_op(pool, node) == MODEL_COST_ADD ? pool_at(pool, node)->count : 1;
}

static model_cost term_of(const struct model_costs *pool, model_cost node, size_t i)
{
    return pool_op(pool, node) == MODEL_COST_ADD ? pool_operand(pool, node, i) : node;
}

/* Returns the terms of `body` that are polynomials of the index, as one; the others go to *rest. */
static struct polynomial separate(struct model_costs *pool, model_cost body, uint32_t index,
                                  model_cost *rest)
{
    struct polynomial all = constant(pool, whole(pool, 0)), part;
    size_t count = terms_of(pool, body), others = 0;
    model_cost *list = memory_zeroed(count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        model_cost term = term_of(pool, body, i);
        if (!polynomial_of(pool, term, index, &part)) {
            list[others++] = term;
            continue;
        }
        for (int k = 0; k <= DEGREE; k++)
            all.of[k] = simplify_sum_of(pool, all.of[k], part.of[k]);
    }
    *rest = simplify_add(pool, list, others);
    free(list);
    return all;
}

bool closed_sum(struct model_costs *pool, uint32_t index, model_cost first, model_cost trips,
                model_cost body, model_cost *sum, model_cost *rest)
{
    *sum = whole(pool, 0);
    *rest = body;
    if (index >= POOL_MASK_SHARED || !is_total(pool, first) || !is_total(pool, trips))
        return false;
    struct polynomial of = separate(pool, body, index, rest);
    shift(pool, &of, first);
    for (int i = 0; i <= DEGREE; i++) {
        if (is_zero(pool, of.of[i]))
            continue;
        model_cost term = simplify_expand(pool, of.of[i], sum_of_powers(pool, i, trips));
        *sum = simplify_sum_of(pool, *sum, term);
    }
    return is_zero(pool, *rest);
}
