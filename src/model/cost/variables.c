/* variables.c: lists the variables of an expression. */
#include "model/cost/pool.h"

#include "util/pairs.h"

struct listing {
    const struct model_costs *pool;
    void (*visit)(const char *name, void *context);
    void *context;
    struct pairs seen; /* nodes outside all sums */
};

/* A chain of indices that hide variables. */
struct hiding {
    uint32_t index;
    const struct hiding *outer;
};

static bool is_hidden(const struct hiding *hiding, uint32_t variable)
{
    for (; hiding; hiding = hiding->outer) {
        if (hiding->index == variable)
            return true;
    }
    return false;
}

static void list(struct listing *state, model_cost node, const struct hiding *hiding)
{
    const struct cost_node *at = pool_at(state->pool, node);
    if (!at->mask)
        return;
    if (at->op == MODEL_COST_VARIABLE) {
        if (!is_hidden(hiding, at->name))
            state->visit(state->pool->variables[at->name].name, state->context);
        return;
    }
    if (!hiding && pairs_find(&state->seen, node, 0) != PAIRS_NONE)
        return;
    if (!hiding)
        pairs_add(&state->seen, node, 0, 1);
    for (size_t i = 0; i < at->count; i++) {
        struct hiding inner = {.index = at->name, .outer = hiding};
        bool body = at->op == MODEL_COST_SUM && i == 2;
        list(state, pool_operand(state->pool, node, i), body ? &inner : hiding);
    }
}

void model_cost_variables(const struct model_costs *pool, model_cost node,
                          void (*visit)(const char *name, void *context), void *context)
{
    struct listing state = {.pool = pool, .visit = visit, .context = context};
    list(&state, node, NULL);
    pairs_free(&state.seen);
}
