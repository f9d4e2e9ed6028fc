/* store.h: FILE.profile: the profile values of a metaprogram, per task and argument set.
 *
 *   {"version": 1, "file": "task.rb", "sets": [
 *     {"task": "task_A", "parameters": {"n": 1000, "p": 4}, "command": "./tasks 1000",
 *      "values": {"_getTime_0": {"value": 0.0125, "unit": "s", "visits": 4, "call": "getTime(main,
 * 1)"}}}]}
 */
#ifndef MODEL_PROFILE_STORE_H
#define MODEL_PROFILE_STORE_H

#include "model/profile/ask.h"
#include "util/error.h"

#include <jansson.h>

/* Returns the path of the profile of a metaprogram or metamodel: task.rb and task.json have
 * task.profile. To be freed. */
char *model_profile_path(const char *metaprogram);

/* Reads a profile; a new reference. One that does not exist is empty. NULL with an error if it is
 * damaged. */
json_t *model_profile_read(const char *path, struct error *error);

/* Reads the text of a profile; `path` is for messages. */
json_t *model_profile_parse(const char *text, const char *path, struct error *error);

/* Finds the set of a task: the one measured with the same parameters (an object: name to number),
 * else the one whose parameters are nearest, else NULL. *same says which. The reference is
 * borrowed. model_profile_find() returns its values. */
const json_t *model_profile_set(const json_t *profile, const char *task, const json_t *parameters,
                                bool *same);
const json_t *model_profile_find(const json_t *profile, const char *task, const json_t *parameters,
                                 bool *same);

/* Returns how far the parameters of `one` are from those of another set; 0: they are the same. What
 * the other does not have counts as far, unless it is p = 1. */
double model_profile_distance(const json_t *one, const json_t *other);

/* Puts the answers into the profile, in place of earlier ones with the same parameters. */
void model_profile_store(json_t *profile, const char *task, json_t *parameters, const char *command,
                         const struct model_profile_asks *asks);
bool model_profile_write(const json_t *profile, const char *path, struct error *error);

#endif
