/* model_profile.h: `triptych model FILE.rb --profile`. */
#ifndef CMD_MODEL_PROFILE_H
#define CMD_MODEL_PROFILE_H

#include "util/error.h"

#include <jansson.h>

/* Measures the profile values of all tasks of a metamodel and writes them into its profile.
 * `archive`: a run that was measured before, or NULL. False with an error. */
bool cmd_model_profile(const json_t *model, const char *file, const char *archive,
                       const json_t *parameters, struct error *error);

/* Adds the values that are known for the parameters to the profiles of the metamodel: "value",
 * "unit" and, if they were measured with other parameters, "measured_with". */
bool cmd_model_profile_show(json_t *model, const char *file, const json_t *parameters,
                            struct error *error);

#endif
