/* polynomial.h: sums of many terms that are a polynomial of the index, from a few of them. Only for
 * the files of cost/.
 *
 * closed.c writes such sums as expressions. It leaves those whose coefficients need not exist: with
 * a divisor that is known at evaluation alone, such as a profile value, a sum without terms is 0
 * even if the divisor is 0. */
#ifndef MODEL_COST_POLYNOMIAL_H
#define MODEL_COST_POLYNOMIAL_H

#include "model/cost/pool.h"

enum { POLYNOMIAL_DEGREE = 8, POLYNOMIAL_NONE = 255 };

/* Returns the degree of an expression as a polynomial of a variable, at most; POLYNOMIAL_NONE if it
 * is none, or one of more than POLYNOMIAL_DEGREE. */
unsigned polynomial_degree(const struct model_costs *pool, model_cost node, uint32_t variable);

/* Adds up f(0) + f(1) + ... + f(terms - 1). `values` are f(0), f(step), ... f(degree * step), and
 * are changed. */
struct model_number polynomial_sum(struct model_number *values, unsigned degree,
                                   struct model_number step, struct model_number terms);

#endif
