/* rebuild.h: builds an expression anew, with a variable replaced or with more that is known of its
 * variables. Only for the files of cost/. */
#ifndef MODEL_COST_REBUILD_H
#define MODEL_COST_REBUILD_H

#include "model/cost/pool.h"

typedef model_cost rebuild_sum(struct model_costs *pool, uint32_t index, model_cost first,
                               model_cost last, model_cost body);

/* Replaces the variable by an expression; sums are made by `sum`. A variable that is replaced by
 * itself leaves the expression as it is, simplified again. */
model_cost rebuild(struct model_costs *pool, model_cost node, uint32_t variable, model_cost by,
                   rebuild_sum *sum);

#endif
