/* simplify.h: sums, products and powers in normal form. Only for the files of cost/. */
#ifndef MODEL_COST_SIMPLIFY_H
#define MODEL_COST_SIMPLIFY_H

#include "model/cost/pool.h"

model_cost simplify_add(struct model_costs *pool, const model_cost *operands, size_t count);
model_cost simplify_multiply(struct model_costs *pool, const model_cost *operands, size_t count);
model_cost simplify_power(struct model_costs *pool, model_cost base, model_cost exponent);

/* Shorter forms of these. */
model_cost simplify_sum_of(struct model_costs *pool, model_cost a, model_cost b);
model_cost simplify_difference(struct model_costs *pool, model_cost a, model_cost b);
model_cost simplify_product_of(struct model_costs *pool, model_cost a, model_cost b);
model_cost simplify_scale(struct model_costs *pool, model_cost node, struct model_number factor);

/* Returns a product without its coefficient, which goes to *factor. Of a number, this is 1. */
model_cost simplify_split(struct model_costs *pool, model_cost node, struct model_number *factor);

/* Multiplies sums out, as long as the result is short and its numbers are small; else returns their
 * product. */
model_cost simplify_expand(struct model_costs *pool, model_cost a, model_cost b);

#endif
