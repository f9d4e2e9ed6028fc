/* curves.h: work that depends on data, as a share of the whole over a domain.
 *
 * The curve of a loop says which share of its trips lies before x, from 0 to 1. It comes from a
 * logged run, where x is a row of the loop that is divided among ranks; or else from the shares of
 * the ranks, where x is rank/p. */
#ifndef MODEL_LEARN_CURVES_H
#define MODEL_LEARN_CURVES_H

#include "model/learn/table.h"

/* Finds the loop around an item whose trips are divided among ranks. SIZE_MAX: there is none. */
size_t learn_curve_divided(const struct model_learn *learn, size_t item,
                           enum model_division *division, enum model_domain *domain);

/* Returns the share before x. */
double learn_curve_value(const struct learn_curve *curve, double x);

/* Makes the curve of an item from the shares of ranks at the largest n. */
void learn_curve_from_ranks(const struct model_learn *learn, struct learn_item *item);

/* Returns the share of a rank, and the same as a text of the curve's name; to be freed. */
double learn_curve_share(const struct model_learn *learn, size_t item,
                         const struct learn_point *point);
char *learn_curve_text(const struct model_learn *learn, size_t item);

#endif
