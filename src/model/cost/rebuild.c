/* rebuild.c: builds an expression anew from its leaves. */
#include "model/cost/rebuild.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdio.h>
#include <stdlib.h>

struct rebuilding {
    struct model_costs *pool;
    uint32_t variable;
    model_cost by;
    rebuild_sum *sum;
    struct pairs known; /* node to its new form */
};

static model_cost rebuilt(struct rebuilding *state, model_cost node);

/* Returns a variable that occurs nowhere yet. */
static uint32_t fresh_variable(struct model_costs *pool, uint32_t like)
{
    char name[300];
    for (unsigned number = 1;; number++) {
        snprintf(name, sizeof name, "%.250s_%u", pool->variables[like].name, number);
        if (pool_find_variable(pool, name) == POOL_NONE)
            return pool_variable(pool, name);
    }
}

static model_cost rebuilt_sum(struct rebuilding *state, model_cost node)
{
    struct model_costs *pool = state->pool;
    uint32_t index = pool_at(pool, node)->name;
    model_cost first = rebuilt(state, pool_operand(pool, node, 0));
    model_cost last = rebuilt(state, pool_operand(pool, node, 1));
    model_cost body = pool_operand(pool, node, 2);
    if (index == state->variable) /* the index hides it */
        return state->sum(pool, index, first, last, body);
    if (pool_depends(pool, state->by, index)) {
        uint32_t other = fresh_variable(pool, index);
        model_cost renamed = pool_node(pool, MODEL_COST_VARIABLE, other, NULL, 0);
        body = rebuild(pool, body, index, renamed, state->sum);
        index = other;
    }
    return state->sum(pool, index, first, last, rebuilt(state, body));
}

static model_cost rebuilt_list(struct rebuilding *state, model_cost node)
{
    struct model_costs *pool = state->pool;
    enum model_cost_op op = pool_op(pool, node);
    size_t count = pool_at(pool, node)->count;
    model_cost *list = memory_zeroed(count, sizeof *list), result;
    for (size_t i = 0; i < count; i++)
        list[i] = rebuilt(state, pool_operand(pool, node, i));
    if (op == MODEL_COST_ADD || op == MODEL_COST_MULTIPLY || op == MODEL_COST_MIN ||
        op == MODEL_COST_MAX)
        result = model_cost_apply_many(pool, op, list, count);
    else if (op == MODEL_COST_CURVE)
        result = pool_node(pool, op, pool_at(pool, node)->name, list, count);
    else
        result = model_cost_apply(pool, op, list[0], count > 1 ? list[1] : list[0]);
    free(list);
    return result;
}

static model_cost rebuilt(struct rebuilding *state, model_cost node)
{
    struct model_costs *pool = state->pool;
    if (!pool_depends(pool, node, state->variable))
        return node;
    if (pool_op(pool, node) == MODEL_COST_VARIABLE)
        return pool_at(pool, node)->name == state->variable ? state->by : node;
    uint32_t known = pairs_find(&state->known, node, 0);
    if (known != PAIRS_NONE)
        return known;
    model_cost result = pool_op(pool, node) == MODEL_COST_SUM ? rebuilt_sum(state, node)
                                                              : rebuilt_list(state, node);
    return pairs_add(&state->known, node, 0, result);
}

model_cost rebuild(struct model_costs *pool, model_cost node, uint32_t variable, model_cost by,
                   rebuild_sum *sum)
{
    struct rebuilding state = {.pool = pool, .variable = variable, .by = by, .sum = sum};
    model_cost result = rebuilt(&state, node);
    pairs_free(&state.known);
    return result;
}
