/* predict_profile.h: the profile values of a model's task, for `triptych predict MODEL`. */
#ifndef CMD_PREDICT_PROFILE_H
#define CMD_PREDICT_PROFILE_H

#include "cmd/predict_request.h"
#include "model/meta/meta.h"
#include "model/profile/store.h"

struct predict_profile {
    const struct predict_request *request;
    const struct model_meta *meta;
    const struct model_meta_task *task;
    json_t *file; /* FILE.profile */
    json_t *list; /* what `asks` points into */
    struct model_profile_asks asks;
};

/* Reads what the task asks for, and FILE.profile if it asks for anything. */
bool predict_profile_open(struct predict_profile *profile, const struct predict_request *request,
                          const struct model_meta *meta, const struct model_meta_task *task,
                          struct error *error);
void predict_profile_close(struct predict_profile *profile);

/* Adds the values for n (NAN: the model has none) and p ranks to `bindings`, which has room for
 * asks.count more; those that the user gave with --set are left out. Returns the new count. */
size_t predict_profile_bind(const struct predict_profile *profile, double n, uint32_t p,
                            struct model_binding *bindings, size_t count);

/* False, with an error that says what to run, if a value is missing that the model needs. */
bool predict_profile_complete(const struct predict_profile *profile, double n, uint32_t p,
                              struct error *error);

/* Returns the parameters that the values were measured with, as "n=1000 p=4"; to be freed. NULL:
 * the task takes no values from FILE.profile. *same: they are n, p and the others that were asked
 * for, or values were computed for these. *formulas: by which formulas, to be freed; or NULL. */
char *predict_profile_source(const struct predict_profile *profile, double n, uint32_t p,
                             bool *same, char **formulas);

#endif
