/* polynomial.c: see polynomial.h. Newton's forward differences give the polynomial, Faulhaber's
 * formula the sums of its powers. The values that are used lie far apart: differences of neighbours
 * would have few valid digits. */
#include "model/cost/polynomial.h"

enum { LOOKS = 10000 }; /* at nodes: those that are shared are looked at again */

static unsigned degree_of(const struct model_costs *pool, model_cost node, uint32_t variable,
                          unsigned *looks)
{
    const struct cost_node *at = pool_at(pool, node);
    unsigned degree = 0;
    if (!pool_depends(pool, node, variable))
        return 0;
    if (++*looks > LOOKS)
        return POLYNOMIAL_NONE;
    switch (at->op) {
    case MODEL_COST_VARIABLE:
        return 1;
    case MODEL_COST_ADD:
    case MODEL_COST_MULTIPLY:
        for (size_t i = 0; i < at->count && degree <= POLYNOMIAL_DEGREE; i++) {
            const unsigned part = degree_of(pool, pool_operand(pool, node, i), variable, looks);
            const bool sum = at->op == MODEL_COST_ADD && part != POLYNOMIAL_NONE;
            degree = !sum ? degree + part : part > degree ? part : degree;
        }
        return degree <= POLYNOMIAL_DEGREE ? degree : POLYNOMIAL_NONE;
    case MODEL_COST_POWER: {
        const model_cost exponent = pool_operand(pool, node, 1);
        if (!pool_is_number(pool, exponent) || pool_value(pool, exponent).bottom != 1 ||
            pool_value(pool, exponent).top < 0 ||
            pool_value(pool, exponent).top > POLYNOMIAL_DEGREE)
            return POLYNOMIAL_NONE;
        degree = degree_of(pool, pool_operand(pool, node, 0), variable, looks) *
                 (unsigned)pool_value(pool, exponent).top;
        return degree <= POLYNOMIAL_DEGREE ? degree : POLYNOMIAL_NONE;
    }
    default:
        return POLYNOMIAL_NONE;
    }
}

unsigned polynomial_degree(const struct model_costs *pool, model_cost node, uint32_t variable)
{
    unsigned looks = 0;
    return degree_of(pool, node, variable, &looks);
}

static int64_t binomial(int64_t n, int64_t k)
{
    int64_t result = 1;
    for (int64_t i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* Returns a / b; b is not zero. */
static struct model_number divided(struct model_number a, struct model_number b)
{
    struct model_number result = a;
    (void)model_number_divide(a, b, &result);
    return result;
}

/* Returns 0**power + 1**power + ... + (terms - 1)**power. */
static struct model_number sum_of_powers(unsigned power, struct model_number terms)
{
    static const int bernoulli[POLYNOMIAL_DEGREE + 1][2] = {
        {1, 1}, {-1, 2}, {1, 6}, {0, 1}, {-1, 30}, {0, 1}, {1, 42}, {0, 1}, {-1, 30}};
    struct model_number sum = model_number_whole(0), to = terms; /* terms**(power + 1 - i) */
    for (unsigned i = power + 1; i-- > 0; to = model_number_multiply(to, terms)) {
        const struct model_number factor =
            model_number_fraction(binomial(power + 1, i) * bernoulli[i][0],
                                  (int64_t)bernoulli[i][1] * (int64_t)(power + 1));
        sum = model_number_add(sum, model_number_multiply(factor, to));
    }
    return sum;
}

struct model_number polynomial_sum(struct model_number *values, unsigned degree,
                                   struct model_number step, struct model_number terms)
{
    struct model_number of[POLYNOMIAL_DEGREE + 1]; /* coefficients of s = index / step */
    for (unsigned k = 1; k <= degree; k++)
        for (unsigned i = degree; i >= k; i--)
            values[i] = model_number_subtract(values[i], values[i - 1]);
    for (unsigned k = 0, factor = 1; k <= degree; factor *= ++k)
        values[k] = divided(values[k], model_number_whole(factor));
    for (unsigned k = 0; k <= degree; k++)
        of[k] = model_number_whole(0);
    for (unsigned k = degree + 1; k-- > 0;) { /* of = of * (s - k) + values[k] */
        for (unsigned i = degree; i > 0; i--)
            of[i] = model_number_subtract(of[i - 1],
                                          model_number_multiply(of[i], model_number_whole(k)));
        of[0] =
            model_number_subtract(values[k], model_number_multiply(of[0], model_number_whole(k)));
    }
    struct model_number sum = model_number_whole(0), scale = model_number_whole(1);
    for (unsigned k = 0; k <= degree; k++, scale = model_number_multiply(scale, step))
        sum = model_number_add(
            sum, model_number_multiply(divided(of[k], scale), sum_of_powers(k, terms)));
    return sum;
}
