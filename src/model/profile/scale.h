/* scale.h: profile values of sizes that were not measured, as formulas of n. */
#ifndef MODEL_PROFILE_SCALE_H
#define MODEL_PROFILE_SCALE_H

#include "model/fit/fit.h"

#include <jansson.h>

/* Finds a value as a formula of n, from at least three sets of a task that differ in n alone. False
 * if there are fewer, or if no formula describes them within 5 %. Free the fit with
 * model_fit_free(). */
bool model_profile_scale(const json_t *profile, const char *task, const json_t *parameters,
                         const char *variable, struct model_fit *fit);

#endif
