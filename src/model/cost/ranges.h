/* ranges.h: what is known of the values of an expression. Only for the files of cost/. */
#ifndef MODEL_COST_RANGES_H
#define MODEL_COST_RANGES_H

#include "model/cost/pool.h"

/* True only if every value of the node is a whole number. */
bool ranges_is_whole(const struct model_costs *pool, model_cost node);

/* True only if no value of the node is below `least`. */
bool ranges_is_at_least(struct model_costs *pool, model_cost node, double least);

#endif
