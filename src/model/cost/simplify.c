/* simplify.c: brings sums, products and powers into normal form: like terms and equal factors are
 * collected, numbers are folded. */
#include "model/cost/simplify.h"

#include "util/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* A term of a sum: factor * rest. A factor of a product: base ** exponent, with rest as the base.
 */
struct part {
    model_cost rest, exponent;
    struct model_number factor;
};

struct parts {
    struct part *items;
    size_t count, room;
    struct model_number number; /* the sum or product of all numbers */
};

static void add_part(struct parts *parts, struct part part)
{
    parts->items = memory_grow(parts->items, &parts->room, parts->count + 1, sizeof *parts->items);
    parts->items[parts->count++] = part;
}

static int by_rest(const void *a, const void *b)
{
    model_cost x = ((const struct part *)a)->rest, y = ((const struct part *)b)->rest;
    return (x > y) - (x < y);
}

static int by_node(const void *a, const void *b)
{
    model_cost x = *(const model_cost *)a, y = *(const model_cost *)b;
    return (x > y) - (x < y);
}

static bool is_finite(struct model_number number)
{
    return number.bottom || isfinite(number.real);
}

/* Numbers beyond all bounds become 1/0, whose evaluation fails. */
static model_cost number_node(struct model_costs *pool, struct model_number number)
{
    if (is_finite(number))
        return pool_number(pool, number);
    model_cost operands[] = {pool_number(pool, model_number_whole(0)),
                             pool_number(pool, model_number_whole(-1))};
    return pool_node(pool, MODEL_COST_POWER, 0, operands, 2);
}

static bool is_one(struct model_number number)
{
    return number.bottom == 1 && number.top == 1;
}

model_cost simplify_split(struct model_costs *pool, model_cost node, struct model_number *factor)
{
    *factor = model_number_whole(1);
    if (pool_is_number(pool, node)) {
        *factor = pool_value(pool, node);
        return pool_number(pool, model_number_whole(1));
    }
    if (pool_op(pool, node) != MODEL_COST_MULTIPLY ||
        !pool_is_number(pool, pool_operand(pool, node, 0)))
        return node;
    *factor = pool_value(pool, pool_operand(pool, node, 0));
    size_t count = pool_at(pool, node)->count;
    if (count == 2)
        return pool_operand(pool, node, 1);
    model_cost *rest = memory_zeroed(count - 1, sizeof *rest);
    for (size_t i = 1; i < count; i++)
        rest[i - 1] = pool_operand(pool, node, i);
    model_cost result = pool_node(pool, MODEL_COST_MULTIPLY, 0, rest, count - 1);
    free(rest);
    return result;
}

/* True for 1/0. */
static bool is_undefined(const struct model_costs *pool, model_cost node)
{
    return pool_op(pool, node) == MODEL_COST_POWER &&
           pool_is_number(pool, pool_operand(pool, node, 0)) &&
           !model_number_sign(pool_value(pool, pool_operand(pool, node, 0))) &&
           pool_is_number(pool, pool_operand(pool, node, 1));
}

/* Returns factor * rest, where rest has no coefficient and is no sum. */
static model_cost with_factor(struct model_costs *pool, model_cost rest, struct model_number factor)
{
    if (is_one(factor) || is_undefined(pool, rest))
        return rest;
    size_t count = pool_op(pool, rest) == MODEL_COST_MULTIPLY ? pool_at(pool, rest)->count : 1;
    model_cost *operands = memory_zeroed(count + 1, sizeof *operands);
    operands[0] = number_node(pool, factor);
    for (size_t i = 0; i < count; i++)
        operands[i + 1] = count > 1 ? pool_operand(pool, rest, i) : rest;
    model_cost result = pool_node(pool, MODEL_COST_MULTIPLY, 0, operands, count + 1);
    free(operands);
    return result;
}

static void collect_term(struct model_costs *pool, struct parts *parts, model_cost node)
{
    struct model_number factor;
    if (pool_op(pool, node) == MODEL_COST_ADD) {
        for (size_t i = 0; i < pool_at(pool, node)->count; i++)
            collect_term(pool, parts, pool_operand(pool, node, i));
    } else if (pool_is_number(pool, node)) {
        parts->number = model_number_add(parts->number, pool_value(pool, node));
    } else {
        model_cost rest = simplify_split(pool, node, &factor);
        add_part(parts, (struct part){.rest = rest, .factor = factor});
    }
}

/* Adds up the factors of equal terms; terms with the factor 0 vanish. */
static void merge_terms(struct parts *parts)
{
    size_t kept = 0;
    if (parts->count > 1)
        qsort(parts->items, parts->count, sizeof *parts->items, by_rest);
    for (size_t i = 0; i < parts->count;) {
        struct part part = parts->items[i++];
        for (; i < parts->count && parts->items[i].rest == part.rest; i++)
            part.factor = model_number_add(part.factor, parts->items[i].factor);
        if (model_number_sign(part.factor) || !is_finite(part.factor))
            parts->items[kept++] = part;
    }
    parts->count = kept;
}

/* Makes a node of a list of nodes, or of the only one. */
static model_cost list_node(struct model_costs *pool, enum model_cost_op op, model_cost *list,
                            size_t count)
{
    return count == 1 ? list[0] : pool_node(pool, op, 0, list, count);
}

model_cost simplify_add(struct model_costs *pool, const model_cost *operands, size_t count)
{
    struct parts parts = {.number = model_number_whole(0)};
    for (size_t i = 0; i < count; i++)
        collect_term(pool, &parts, operands[i]);
    merge_terms(&parts);
    model_cost *list = memory_zeroed(parts.count + 1, sizeof *list);
    size_t used = 0;
    int64_t undefined = POOL_NONE; /* a sum with 1/0 is 1/0 */
    for (size_t i = 0; i < parts.count; i++) {
        if (is_undefined(pool, parts.items[i].rest))
            undefined = parts.items[i].rest;
        list[used++] = with_factor(pool, parts.items[i].rest, parts.items[i].factor);
    }
    if (!used || !is_finite(parts.number) || model_number_sign(parts.number))
        list[used++] = number_node(pool, parts.number);
    qsort(list, used, sizeof *list, by_node);
    model_cost result = undefined == POOL_NONE ? list_node(pool, MODEL_COST_ADD, list, used)
                                               : (model_cost)undefined;
    free(list);
    free(parts.items);
    return result;
}

model_cost simplify_sum_of(struct model_costs *pool, model_cost a, model_cost b)
{
    return simplify_add(pool, (model_cost[]){a, b}, 2);
}

model_cost simplify_difference(struct model_costs *pool, model_cost a, model_cost b)
{
    return simplify_sum_of(pool, a, simplify_scale(pool, b, model_number_whole(-1)));
}

/* Distributes a number over the terms of a sum. */
static model_cost distribute(struct model_costs *pool, model_cost sum, struct model_number number)
{
    size_t count = pool_at(pool, sum)->count;
    model_cost *terms = memory_zeroed(count, sizeof *terms);
    for (size_t i = 0; i < count; i++) {
        struct model_number factor;
        model_cost rest = simplify_split(pool, pool_operand(pool, sum, i), &factor);
        factor = model_number_multiply(factor, number);
        terms[i] = pool_is_number(pool, rest) ? number_node(pool, factor)
                                              : with_factor(pool, rest, factor);
    }
    model_cost result = simplify_add(pool, terms, count);
    free(terms);
    return result;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns the sign of one term of the sum, the same one in the negated sum. */
static int sign_of(struct model_costs *pool, model_cost sum)
{
    model_cost least = UINT32_MAX;
    int sign = 1;
    for (size_t i = 0; i < pool_at(pool, sum)->count; i++) {
        struct model_number factor;
        model_cost rest = simplify_split(pool, pool_operand(pool, sum, i), &factor);
        sign = rest < least ? model_number_sign(factor) : sign;
        least = rest < least ? rest : least;
    }
    return sign;
}

/* Returns the largest number by which all terms of a sum can be divided so that they have whole
 * factors, with the sum's sign; 1 or -1 if some are not exact. */
static struct model_number content_of(struct model_costs *pool, model_cost sum)
{
    uint64_t tops = 0;
    int64_t bottoms = 1;
    int sign = sign_of(pool, sum);
    for (size_t i = 0; i < pool_at(pool, sum)->count; i++) {
        struct model_number factor;
        simplify_split(pool, pool_operand(pool, sum, i), &factor);
        if (!factor.bottom)
            return model_number_whole(sign);
        int64_t shared = (int64_t)common_divisor((uint64_t)bottoms, (uint64_t)factor.bottom);
        tops = common_divisor(tops, (uint64_t)llabs((long long)factor.top));
        if (__builtin_mul_overflow(bottoms, factor.bottom / shared, &bottoms))
            return model_number_whole(sign);
    }
    return model_number_fraction((int64_t)tops * sign, bottoms);
}

/* Divides a sum by its content, which goes to *content. So c*(2*a + 2*b) and 2*c*(a + b) are the
 * same. */
static model_cost primitive(struct model_costs *pool, model_cost sum, struct model_number *content)
{
    struct model_number inverse;
    *content = content_of(pool, sum);
    if (is_one(*content))
        return sum;
    model_number_divide(model_number_whole(1), *content, &inverse);
    return distribute(pool, sum, inverse);
}

static void collect_factor(struct model_costs *pool, struct parts *parts, model_cost node)
{
    if (pool_op(pool, node) == MODEL_COST_MULTIPLY) {
        for (size_t i = 0; i < pool_at(pool, node)->count; i++)
            collect_factor(pool, parts, pool_operand(pool, node, i));
    } else if (pool_is_number(pool, node)) {
        parts->number = model_number_multiply(parts->number, pool_value(pool, node));
    } else if (pool_op(pool, node) == MODEL_COST_POWER) {
        add_part(parts, (struct part){.rest = pool_operand(pool, node, 0),
                                      .exponent = pool_operand(pool, node, 1)});
    } else {
        model_cost one = pool_number(pool, model_number_whole(1));
        if (pool_op(pool, node) == MODEL_COST_ADD) {
            struct model_number content;
            node = primitive(pool, node, &content);
            parts->number = model_number_multiply(parts->number, content);
        }
        add_part(parts, (struct part){.rest = node, .exponent = one});
    }
}

/* Turns factors, of which no two have the same base, into a product. A product with 1/0 is 1/0. */
static model_cost product_node(struct model_costs *pool, model_cost *list, size_t count,
                               struct model_number number)
{
    for (size_t i = 0; i < count; i++) {
        if (is_undefined(pool, list[i]))
            return list[i];
    }
    if (!count || (is_finite(number) && !model_number_sign(number)))
        return number_node(pool, number);
    if (count == 1 && pool_op(pool, list[0]) == MODEL_COST_ADD)
        return is_one(number) ? list[0] : distribute(pool, list[0], number);
    qsort(list, count, sizeof *list, by_node);
    return with_factor(pool, list_node(pool, MODEL_COST_MULTIPLY, list, count), number);
}

/* Merges factors with the same base into `list`. Returns whether one of the results is a product or
 * a number, which has to be merged with the others once more. */
static bool merge_factors(struct model_costs *pool, struct parts *parts, model_cost *list,
                          size_t *used)
{
    bool again = false;
    if (parts->count > 1)
        qsort(parts->items, parts->count, sizeof *parts->items, by_rest);
    for (size_t i = 0; i < parts->count;) {
        struct part part = parts->items[i++];
        bool merged = false;
        for (; i < parts->count && parts->items[i].rest == part.rest; i++) {
            part.exponent = simplify_sum_of(pool, part.exponent, parts->items[i].exponent);
            merged = true;
        }
        model_cost node = simplify_power(pool, part.rest, part.exponent);
        again |=
            merged && (pool_op(pool, node) == MODEL_COST_MULTIPLY || pool_is_number(pool, node));
        list[(*used)++] = node;
    }
    return again;
}

model_cost simplify_multiply(struct model_costs *pool, const model_cost *operands, size_t count)
{
    struct parts parts = {.number = model_number_whole(1)};
    for (size_t i = 0; i < count; i++)
        collect_factor(pool, &parts, operands[i]);
    model_cost *list = memory_zeroed(parts.count + 1, sizeof *list), result;
    size_t used = 0;
    if (merge_factors(pool, &parts, list, &used)) {
        list[used++] = number_node(pool, parts.number);
        result = simplify_multiply(pool, list, used);
    } else {
        result = product_node(pool, list, used, parts.number);
    }
    free(list);
    free(parts.items);
    return result;
}

model_cost simplify_product_of(struct model_costs *pool, model_cost a, model_cost b)
{
    return simplify_multiply(pool, (model_cost[]){a, b}, 2);
}

model_cost simplify_scale(struct model_costs *pool, model_cost node, struct model_number factor)
{
    return simplify_product_of(pool, node, number_node(pool, factor));
}

/* (x * y) ** k is x ** k * y ** k for whole numbers k. */
static model_cost power_of_product(struct model_costs *pool, model_cost base, model_cost exponent)
{
    size_t count = pool_at(pool, base)->count;
    model_cost *list = memory_zeroed(count, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = simplify_power(pool, pool_operand(pool, base, i), exponent);
    model_cost result = simplify_multiply(pool, list, count);
    free(list);
    return result;
}

/* (2*a + 2*b) ** k is 2 ** k * (a + b) ** k for whole numbers k. */
static model_cost power_of_sum(struct model_costs *pool, model_cost base, model_cost exponent)
{
    struct model_number content, factor;
    model_cost rest = primitive(pool, base, &content);
    if (model_number_power(content, pool_value(pool, exponent), &factor) || !factor.bottom)
        rest = base;
    model_cost power = pool_node(pool, MODEL_COST_POWER, 0, (model_cost[]){rest, exponent}, 2);
    return rest == base ? power : simplify_scale(pool, power, factor);
}

model_cost simplify_power(struct model_costs *pool, model_cost base, model_cost exponent)
{
    struct model_number result, value;
    if (pool_is_number(pool, exponent)) {
        value = pool_value(pool, exponent);
        if (!model_number_sign(value))
            return pool_number(pool, model_number_whole(1));
        if (is_one(value))
            return base;
        if (pool_is_number(pool, base) && !model_number_sign(pool_value(pool, base)) &&
            model_number_sign(value) < 0) /* has no value; one form is enough */
            exponent = pool_number(pool, model_number_whole(-1));
        if (pool_is_number(pool, base) &&
            model_number_power(pool_value(pool, base), value, &result) == MODEL_NUMBER_FINE &&
            result.bottom)
            return pool_number(pool, result);
        bool whole = value.bottom == 1;
        if (whole && pool_op(pool, base) == MODEL_COST_ADD)
            return power_of_sum(pool, base, exponent);
        if (whole && pool_op(pool, base) == MODEL_COST_MULTIPLY)
            return power_of_product(pool, base, exponent);
        if (whole && pool_op(pool, base) == MODEL_COST_POWER)
            return simplify_power(pool, pool_operand(pool, base, 0),
                                  simplify_product_of(pool, pool_operand(pool, base, 1), exponent));
    }
    if (pool_is_number(pool, base) && is_one(pool_value(pool, base)))
        return base;
    return pool_node(pool, MODEL_COST_POWER, 0, (model_cost[]){base, exponent}, 2);
}

enum { EXPAND_TERMS = 64, EXPAND_LARGEST = 10000 };

static size_t terms_of(const struct model_costs *pool, model_cost node)
{
    return pool_op(pool, node) == MODEL_COST_ADD ? pool_at(pool, node)->count : 1;
}

static model_cost term_of(const struct model_costs *pool, model_cost node, size_t i)
{
    return pool_op(pool, node) == MODEL_COST_ADD ? pool_operand(pool, node, i) : node;
}

/* Large numbers would make differences of large terms, and rounding errors with them. */
static bool has_small_numbers(struct model_costs *pool, model_cost node)
{
    for (size_t i = 0; i < terms_of(pool, node); i++) {
        struct model_number factor;
        simplify_split(pool, term_of(pool, node, i), &factor);
        if (!factor.bottom || factor.bottom > EXPAND_LARGEST ||
            llabs((long long)factor.top) > EXPAND_LARGEST)
            return false;
    }
    return true;
}

model_cost simplify_expand(struct model_costs *pool, model_cost a, model_cost b)
{
    size_t rows = terms_of(pool, a), columns = terms_of(pool, b);
    if (rows * columns > EXPAND_TERMS || !has_small_numbers(pool, a) || !has_small_numbers(pool, b))
        return simplify_product_of(pool, a, b);
    model_cost terms[EXPAND_TERMS];
    size_t used = 0;
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < columns; k++)
            terms[used++] = simplify_product_of(pool, term_of(pool, a, i), term_of(pool, b, k));
    }
    return simplify_add(pool, terms, used);
}
