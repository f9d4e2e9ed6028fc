/* fixed.h: a fixed number of rows, which does not depend on n, divided among ranks. */
#ifndef MODEL_FIT_FIXED_H
#define MODEL_FIT_FIXED_H

#include "model/fit/fit.h"

/* Finds values as a multiple of a rank's part of a fixed number of rows: that of the runs with one
 * rank. False if they are not. Fills in everything but the text. */
bool fit_fixed_find(const struct model_fit_point *points, size_t count, struct model_fit *fit);

double fit_fixed_value(const struct model_fit *fit, int64_t p, int64_t rank);

/* Returns the formula, to be freed. */
char *fit_fixed_text(const struct model_fit *fit);

#endif
