/* ranges.c: bounds of expressions, by interval arithmetic, and whether they are whole numbers. */
#include "model/cost/ranges.h"

#include "model/cost/simplify.h"

#include <math.h>

enum { RANGES_DEEPEST = 10, RANGES_WIDEST = 64 }; /* what is larger is taken as unknown */

struct range {
    double least, most;
};

static const struct range unknown = {-INFINITY, INFINITY};

static bool is_whole(const struct model_costs *pool, model_cost node, int depth)
{
    const struct cost_node *at = pool_at(pool, node);
    if (depth > RANGES_DEEPEST || at->count > RANGES_WIDEST)
        return false;
    switch (at->op) {
    case MODEL_COST_NUMBER:
        return pool_value(pool, node).bottom == 1;
    case MODEL_COST_VARIABLE:
        return pool->variables[at->name].whole;
    case MODEL_COST_FLOOR:
    case MODEL_COST_CEIL:
        return true;
    case MODEL_COST_POWER: {
        model_cost exponent = pool_operand(pool, node, 1);
        return pool_is_number(pool, exponent) && pool_value(pool, exponent).bottom == 1 &&
               pool_value(pool, exponent).top > 0 &&
               is_whole(pool, pool_operand(pool, node, 0), depth + 1);
    }
    case MODEL_COST_ADD:
    case MODEL_COST_MULTIPLY:
    case MODEL_COST_MIN:
    case MODEL_COST_MAX:
    case MODEL_COST_ABS:
    case MODEL_COST_REMAINDER:
        for (size_t i = 0; i < at->count; i++) {
            if (!is_whole(pool, pool_operand(pool, node, i), depth + 1))
                return false;
        }
        return true;
    default:
        return false;
    }
}

bool ranges_is_whole(const struct model_costs *pool, model_cost node)
{
    return is_whole(pool, node, 0);
}

/* Rounds outwards what may have been rounded. */
static struct range widened(double least, double most)
{
    if (least != floor(least) || fabs(least) > 0x1p52)
        least = nextafter(least, -INFINITY);
    if (most != floor(most) || fabs(most) > 0x1p52)
        most = nextafter(most, INFINITY);
    return (struct range){least, most};
}

static double product(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b; /* nothing times infinity is nothing */
}

static struct range range_product(struct range a, struct range b)
{
    double corners[] = {product(a.least, b.least), product(a.least, b.most),
                        product(a.most, b.least), product(a.most, b.most)};
    double least = corners[0], most = corners[0];
    for (int i = 1; i < 4; i++) {
        least = fmin(least, corners[i]);
        most = fmax(most, corners[i]);
    }
    return widened(least, most);
}

static struct range range_of(const struct model_costs *pool, model_cost node, int depth);

static struct range range_of_power(const struct model_costs *pool, model_cost node, int depth)
{
    struct range base = range_of(pool, pool_operand(pool, node, 0), depth + 1);
    model_cost exponent = pool_operand(pool, node, 1);
    if (!pool_is_number(pool, exponent))
        return base.least >= 0 ? (struct range){0, INFINITY} : unknown;
    double power = model_number_value(pool_value(pool, exponent));
    if (base.least >= 1 && power < 0)
        return (struct range){0, 1};
    if (base.least >= 0)
        return power < 0 ? (struct range){0, INFINITY}
                         : widened(pow(base.least, power), pow(base.most, power));
    return fmod(power, 2) == 0 ? (struct range){0, INFINITY} : unknown;
}

static struct range range_of_list(const struct model_costs *pool, model_cost node, int depth)
{
    const struct cost_node *at = pool_at(pool, node);
    struct range range = range_of(pool, pool_operand(pool, node, 0), depth + 1);
    for (size_t i = 1; i < at->count; i++) {
        struct range next = range_of(pool, pool_operand(pool, node, i), depth + 1);
        if (at->op == MODEL_COST_ADD)
            range = widened(range.least + next.least, range.most + next.most);
        else if (at->op == MODEL_COST_MULTIPLY)
            range = range_product(range, next);
        else if (at->op == MODEL_COST_MIN)
            range = (struct range){fmin(range.least, next.least), fmin(range.most, next.most)};
        else
            range = (struct range){fmax(range.least, next.least), fmax(range.most, next.most)};
    }
    return range;
}

static struct range range_of(const struct model_costs *pool, model_cost node, int depth)
{
    const struct cost_node *at = pool_at(pool, node);
    if (depth > RANGES_DEEPEST || at->count > RANGES_WIDEST)
        return unknown;
    switch (at->op) {
    case MODEL_COST_NUMBER: {
        double value = model_number_value(pool_value(pool, node));
        return widened(value, value);
    }
    case MODEL_COST_VARIABLE:
        return (struct range){pool->variables[at->name].least, INFINITY};
    case MODEL_COST_ADD:
    case MODEL_COST_MULTIPLY:
    case MODEL_COST_MIN:
    case MODEL_COST_MAX:
        return range_of_list(pool, node, depth);
    case MODEL_COST_POWER:
        return range_of_power(pool, node, depth);
    case MODEL_COST_FLOOR: {
        struct range range = range_of(pool, pool_operand(pool, node, 0), depth + 1);
        return (struct range){floor(range.least), floor(range.most)};
    }
    case MODEL_COST_CEIL: {
        struct range range = range_of(pool, pool_operand(pool, node, 0), depth + 1);
        return (struct range){ceil(range.least), ceil(range.most)};
    }
    case MODEL_COST_ABS:
        return (struct range){0, INFINITY};
    case MODEL_COST_REMAINDER: {
        struct range divisor = range_of(pool, pool_operand(pool, node, 1), depth + 1);
        return divisor.least >= 0 ? (struct range){0, divisor.most} : unknown;
    }
    default:
        return unknown;
    }
}

/* Returns a sum with the index replaced by the bound at which the sum is least. False if the index
 * does not occur as a linear term. */
static bool at_worst_end(struct model_costs *pool, model_cost *sum, uint32_t index)
{
    if (pool_op(pool, *sum) != MODEL_COST_ADD || pool_at(pool, *sum)->count > RANGES_WIDEST)
        return false;
    for (size_t i = 0; i < pool_at(pool, *sum)->count; i++) {
        struct model_number factor;
        model_cost term = pool_operand(pool, *sum, i), rest = simplify_split(pool, term, &factor);
        if (pool_op(pool, rest) != MODEL_COST_VARIABLE || pool_at(pool, rest)->name != index)
            continue;
        const struct cost_variable *variable = &pool->variables[index];
        model_cost bound = model_number_sign(factor) > 0 ? variable->first : variable->last;
        model_cost others = simplify_difference(pool, *sum, term);
        *sum = simplify_sum_of(pool, others, simplify_scale(pool, bound, factor));
        return !pool_depends(pool, others, index);
    }
    return false;
}

bool ranges_is_at_least(struct model_costs *pool, model_cost node, double least)
{
    if (range_of(pool, node, 0).least >= least)
        return true;
    for (size_t i = pool->innermost_count; i-- > 0;) {
        uint32_t index = pool->innermost[i];
        if (!pool_depends(pool, node, index))
            continue;
        if (!at_worst_end(pool, &node, index))
            return false;
        if (range_of(pool, node, 0).least >= least)
            return true;
    }
    return false;
}
