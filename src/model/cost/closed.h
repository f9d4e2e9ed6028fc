/* closed.h: closed forms of sums over ranges. Only for the files of cost/. */
#ifndef MODEL_COST_CLOSED_H
#define MODEL_COST_CLOSED_H

#include "model/cost/pool.h"

/* Adds up the part of `body` that is a polynomial of the index, for index = first, first + 1, ...,
 * first + trips - 1. *rest is the part that is not; returns false if there is such a part. */
bool closed_sum(struct model_costs *pool, uint32_t index, model_cost first, model_cost trips,
                model_cost body, model_cost *sum, model_cost *rest);

#endif
