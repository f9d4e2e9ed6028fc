/* lines.c: the formula of every loop and node of a task. */
#include "model/predict/predict.h"
#include "model/predict/steps.h"
#include "util/memory.h"

#include <stdlib.h>

struct listing {
    const struct model_meta_task *task;
    struct model_predict_line *lines;
    size_t count, room;
    struct error *error;
};

/* Loops and branches around a node, from the innermost. */
struct around {
    uint32_t node;
    bool otherwise; /* the branch of ELSE */
    const struct around *outer;
};

/* Returns `cost` of one visit, summed over all visits that the loops around make. */
static model_cost over_all(const struct listing *listing, const struct around *around,
                           model_cost cost)
{
    struct model_costs *costs = listing->task->costs;
    model_cost one = model_cost_whole(costs, 1), zero = model_cost_whole(costs, 0);
    for (; around; around = around->outer) {
        const struct model_meta_node *node = &listing->task->nodes[around->node];
        const char *index = model_meta_word(listing->task, node->name);
        if (node->kind == MODEL_META_IF) {
            model_cost chance = around->otherwise
                                    ? model_cost_apply(costs, MODEL_COST_SUBTRACT, one, node->cost)
                                    : node->cost;
            cost = model_cost_apply(costs, MODEL_COST_MULTIPLY, chance, cost);
        } else if (node->kind == MODEL_META_FOR && index &&
                   model_cost_depends(costs, cost, index)) {
            model_cost last = model_cost_apply(costs, MODEL_COST_SUBTRACT, node->cost, one);
            cost = model_cost_sum(costs, index, zero, last, cost);
        } else if (node->kind == MODEL_META_FOR) {
            model_cost trips = model_cost_apply(costs, MODEL_COST_MAX, node->cost, zero);
            cost = model_cost_apply(costs, MODEL_COST_MULTIPLY, trips, cost);
        }
    }
    return cost;
}

static bool list_body(struct listing *listing, uint32_t first, const struct around *around,
                      int depth)
{
    const struct model_meta_task *task = listing->task;
    for (uint32_t at = first; at != MODEL_META_NONE; at = task->nodes[at].next) {
        struct model_meta_totals totals;
        const struct model_meta_node *node = &task->nodes[at];
        if (!model_meta_total(task, at, true, &totals, listing->error))
            return false;
        model_cost time =
            model_cost_apply(task->costs, MODEL_COST_ADD, steps_compute_time(task, &totals),
                             steps_io_time(task, &totals));
        model_cost once = model_cost_whole(task->costs, 1);
        listing->lines =
            memory_grow(listing->lines, &listing->room, listing->count + 1, sizeof *listing->lines);
        listing->lines[listing->count++] =
            (struct model_predict_line){.node = at,
                                        .depth = depth,
                                        .time = over_all(listing, around, time),
                                        .visits = over_all(listing, around, once)};
        struct around inner = {.node = at, .outer = around},
                      other = {.node = at, .otherwise = true, .outer = around};
        if (!list_body(listing, node->first, &inner, depth + 1) ||
            !list_body(listing, node->otherwise, &other, depth + 1))
            return false;
    }
    return true;
}

struct model_predict_line *model_predict_lines(const struct model_meta_task *task, size_t *count,
                                               struct error *error)
{
    struct listing listing = {.task = task, .error = error};
    if (!list_body(&listing, task->body, NULL, 0)) {
        free(listing.lines);
        return NULL;
    }
    *count = listing.count;
    return listing.lines ? listing.lines : memory_zeroed(1, sizeof *listing.lines);
}
