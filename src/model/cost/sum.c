/* sum.c: sums over ranges, and expressions with a variable replaced. */
#include "model/cost/closed.h"
#include "model/cost/ranges.h"
#include "model/cost/rebuild.h"
#include "model/cost/simplify.h"
#include "util/memory.h"

#include <assert.h>

static model_cost make_sum(struct model_costs *pool, uint32_t index, model_cost first,
                           model_cost last, model_cost body);

/* Simplifies the body of a sum, knowing the bounds of its index. */
static model_cost simplified_body(struct model_costs *pool, uint32_t index, model_cost first,
                                  model_cost last, model_cost body)
{
    struct cost_variable *variable = &pool->variables[index], before = *variable;
    if (!pool_depends(pool, body, index) || pool_depends(pool, first, index) ||
        pool_depends(pool, last, index) || variable->bounded)
        return body;
    double least = ranges_is_at_least(pool, first, 1)   ? 1
                   : ranges_is_at_least(pool, first, 0) ? 0
                                                        : before.least;
    variable = &pool->variables[index]; /* the pool may have grown */
    variable->whole = ranges_is_whole(pool, first);
    variable->least = least;
    variable->first = first;
    variable->last = last;
    variable->bounded = true;
    pool->innermost = memory_grow(pool->innermost, &pool->innermost_room, pool->innermost_count + 1,
                                  sizeof *pool->innermost);
    pool->innermost[pool->innermost_count++] = index;
    model_cost itself = pool_node(pool, MODEL_COST_VARIABLE, index, NULL, 0);
    model_cost result = rebuild(pool, body, index, itself, make_sum);
    pool->innermost_count--;
    pool->variables[index] = before;
    return result;
}

static model_cost make_sum(struct model_costs *pool, uint32_t index, model_cost first,
                           model_cost last, model_cost body)
{
    body = simplified_body(pool, index, first, last, body);
    model_cost one = pool_number(pool, model_number_whole(1)), sum, rest;
    model_cost trips =
        model_cost_apply(pool, MODEL_COST_FLOOR, simplify_difference(pool, last, first), one);
    trips = model_cost_apply(pool, MODEL_COST_MAX, simplify_sum_of(pool, trips, one),
                             pool_number(pool, model_number_whole(0)));
    if (closed_sum(pool, index, first, trips, body, &sum, &rest))
        return sum;
    model_cost loop = pool_node(pool, MODEL_COST_SUM, index, (model_cost[]){first, last, rest}, 3);
    return simplify_sum_of(pool, sum, loop);
}

model_cost model_cost_sum(struct model_costs *pool, const char *index, model_cost first,
                          model_cost last, model_cost body)
{
    assert(model_cost_may_index(pool, index));
    return make_sum(pool, pool_variable(pool, index), first, last, body);
}

model_cost model_cost_replace(struct model_costs *pool, model_cost node, const char *name,
                              model_cost by)
{
    uint32_t variable = pool_variable(pool, name);
    return rebuild(pool, node, variable, by, make_sum);
}
