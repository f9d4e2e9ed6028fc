/* functions.c: applies operations to expressions, and simplifies minima, maxima, rounding and
 * functions. */
#include "model/cost/ranges.h"
#include "model/cost/simplify.h"

#include "util/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

model_cost model_cost_number(struct model_costs *pool, struct model_number number)
{
    if (number.bottom || isfinite(number.real))
        return pool_number(pool, number);
    model_cost zero = pool_number(pool, model_number_whole(0)); /* its evaluation fails */
    return simplify_power(pool, zero, pool_number(pool, model_number_whole(-1)));
}

model_cost model_cost_whole(struct model_costs *pool, int64_t value)
{
    return pool_number(pool, model_number_whole(value));
}

model_cost model_cost_variable(struct model_costs *pool, const char *name)
{
    return pool_node(pool, MODEL_COST_VARIABLE, pool_variable(pool, name), NULL, 0);
}

static model_cost one_operand(struct model_costs *pool, enum model_cost_op op, model_cost a)
{
    return pool_node(pool, op, 0, &a, 1);
}

static model_cost rounded(struct model_costs *pool, enum model_cost_op op, model_cost a);

/* Takes whole terms out of floor(sum) or ceil(sum). */
static model_cost round_sum(struct model_costs *pool, enum model_cost_op op, model_cost sum)
{
    size_t count = pool_at(pool, sum)->count, outside = 0, inside = 0;
    model_cost *terms = memory_zeroed(count + 1, sizeof *terms), *others = terms + count;
    for (size_t i = 0; i < count; i++) {
        model_cost term = pool_operand(pool, sum, i);
        if (ranges_is_whole(pool, term))
            terms[outside++] = term;
        else
            *(others - ++inside) = term;
    }
    if (!outside)
        terms[outside++] = one_operand(pool, op, sum);
    else if (inside)
        terms[outside++] = rounded(pool, op, simplify_add(pool, others - inside, inside));
    model_cost result = simplify_add(pool, terms, outside);
    free(terms);
    return result;
}

static model_cost rounded(struct model_costs *pool, enum model_cost_op op, model_cost a)
{
    if (ranges_is_whole(pool, a))
        return a;
    if (pool_is_number(pool, a)) {
        struct model_number value = pool_value(pool, a);
        return pool_number(pool, op == MODEL_COST_FLOOR ? model_number_floor(value)
                                                        : model_number_ceil(value));
    }
    return pool_op(pool, a) == MODEL_COST_ADD ? round_sum(pool, op, a) : one_operand(pool, op, a);
}

static model_cost absolute(struct model_costs *pool, model_cost a)
{
    if (pool_is_number(pool, a))
        return pool_number(pool, model_number_absolute(pool_value(pool, a)));
    return ranges_is_at_least(pool, a, 0) ? a : one_operand(pool, MODEL_COST_ABS, a);
}

static model_cost logarithm(struct model_costs *pool, enum model_cost_op op, model_cost a)
{
    struct model_number result;
    if (pool_is_number(pool, a)) {
        struct model_number value = pool_value(pool, a);
        enum model_number_trouble trouble = op == MODEL_COST_LOG
                                                ? model_number_log(value, &result)
                                                : model_number_log2(value, &result);
        if (!trouble && result.bottom)
            return pool_number(pool, result);
    }
    return one_operand(pool, op, a);
}

static model_cost remainder_of(struct model_costs *pool, model_cost a, model_cost b)
{
    struct model_number result;
    if (pool_is_number(pool, a) && pool_is_number(pool, b) &&
        !model_number_remainder(pool_value(pool, a), pool_value(pool, b), &result) && result.bottom)
        return pool_number(pool, result);
    if (pool_is_number(pool, b) && pool_value(pool, b).bottom == 1 &&
        pool_value(pool, b).top == 1 && ranges_is_whole(pool, a))
        return pool_number(pool, model_number_whole(0));
    return pool_node(pool, MODEL_COST_REMAINDER, 0, (model_cost[]){a, b}, 2);
}

static int by_node(const void *a, const void *b)
{
    model_cost x = *(const model_cost *)a, y = *(const model_cost *)b;
    return (x > y) - (x < y);
}

/* True if a is never below b (max), or never above it (min). */
static bool wins(struct model_costs *pool, enum model_cost_op op, model_cost a, model_cost b)
{
    model_cost difference =
        op == MODEL_COST_MAX ? simplify_difference(pool, a, b) : simplify_difference(pool, b, a);
    return ranges_is_at_least(pool, difference, 0);
}

/* Removes operands that another one always beats, as max(0, n) is n. */
static size_t without_losers(struct model_costs *pool, enum model_cost_op op, model_cost *list,
                             size_t count)
{
    for (size_t i = 0; i < count && count <= 6; i++) {
        for (size_t k = 0; k < count; k++) {
            if (k == i || !wins(pool, op, list[i], list[k]))
                continue;
            memmove(list + k, list + k + 1, (count - k - 1) * sizeof *list);
            count--;
            i -= k < i;
            k--;
        }
    }
    return count;
}

/* Copies the operands of min or max, those of an operand of the same kind instead of it. */
static size_t flatten(struct model_costs *pool, enum model_cost_op op, const model_cost *operands,
                      size_t count, model_cost **list)
{
    size_t used = 0, room = 0;
    *list = NULL;
    for (size_t i = 0; i < count; i++) {
        bool same = pool_op(pool, operands[i]) == op;
        size_t inner = same ? pool_at(pool, operands[i])->count : 1;
        *list = memory_grow(*list, &room, used + inner, sizeof **list);
        for (size_t k = 0; k < inner; k++)
            (*list)[used++] = same ? pool_operand(pool, operands[i], k) : operands[i];
    }
    return used;
}

static model_cost extreme(struct model_costs *pool, enum model_cost_op op,
                          const model_cost *operands, size_t count)
{
    model_cost *list;
    size_t used = flatten(pool, op, operands, count, &list), kept = 0;
    qsort(list, used, sizeof *list, by_node);
    int64_t number = POOL_NONE;
    for (size_t i = 0; i < used; i++) {
        if (kept && list[kept - 1] == list[i])
            continue;
        if (!pool_is_number(pool, list[i])) {
            list[kept++] = list[i];
        } else if (number == POOL_NONE) {
            number = list[i];
        } else {
            int order = model_number_compare(pool_value(pool, list[i]),
                                             pool_value(pool, (model_cost)number));
            number = (op == MODEL_COST_MAX) == (order > 0) ? (int64_t)list[i] : number;
        }
    }
    if (number != POOL_NONE)
        list[kept++] = (model_cost)number;
    kept = without_losers(pool, op, list, kept);
    qsort(list, kept, sizeof *list, by_node);
    model_cost result = kept == 1 ? list[0] : pool_node(pool, op, 0, list, kept);
    free(list);
    return result;
}

model_cost model_cost_apply_many(struct model_costs *pool, enum model_cost_op op,
                                 const model_cost *operands, size_t count)
{
    assert(count);
    if (op == MODEL_COST_ADD)
        return simplify_add(pool, operands, count);
    if (op == MODEL_COST_MULTIPLY)
        return simplify_multiply(pool, operands, count);
    assert(op == MODEL_COST_MIN || op == MODEL_COST_MAX);
    return extreme(pool, op, operands, count);
}

model_cost model_cost_apply(struct model_costs *pool, enum model_cost_op op, model_cost a,
                            model_cost b)
{
    switch (op) {
    case MODEL_COST_SUBTRACT:
        return simplify_difference(pool, a, b);
    case MODEL_COST_DIVIDE:
        return simplify_product_of(
            pool, a, simplify_power(pool, b, pool_number(pool, model_number_whole(-1))));
    case MODEL_COST_NEGATE:
        return simplify_scale(pool, a, model_number_whole(-1));
    case MODEL_COST_POWER:
        return simplify_power(pool, a, b);
    case MODEL_COST_SQRT:
        return simplify_power(pool, a, pool_number(pool, model_number_fraction(1, 2)));
    case MODEL_COST_REMAINDER:
        return remainder_of(pool, a, b);
    case MODEL_COST_CEIL:
    case MODEL_COST_FLOOR:
        return rounded(pool, op, a);
    case MODEL_COST_ABS:
        return absolute(pool, a);
    case MODEL_COST_LOG:
    case MODEL_COST_LOG2:
        return logarithm(pool, op, a);
    default:
        return model_cost_apply_many(pool, op, (model_cost[]){a, b}, 2);
    }
}

model_cost model_cost_curve(struct model_costs *pool, const char *name, model_cost x)
{
    return pool_node(pool, MODEL_COST_CURVE, pool_curve(pool, name), &x, 1);
}

bool model_cost_define_curve(struct model_costs *pool, const char *name,
                             const struct model_cost_point *points, size_t count,
                             struct error *error)
{
    if (!count)
        return error_set(error, "the curve %s has no points", name);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return error_set(error, "point %zu of the curve %s is not a number", i + 1, name);
        if (i && points[i].x < points[i - 1].x)
            return error_set(error, "the curve %s goes back at point %zu: sort its points by x",
                             name, i + 1);
    }
    uint32_t number = pool_curve(pool, name);
    struct cost_curve *curve = &pool->curves[number];
    free(curve->points);
    curve->points = memory_zeroed(count, sizeof *points);
    memcpy(curve->points, points, count * sizeof *points);
    curve->count = count;
    return true;
}
