/* build.h: builds a task's program with probes and recording statements. */
#ifndef MODEL_PROFILE_BUILD_H
#define MODEL_PROFILE_BUILD_H

#include "model/profile/sources.h"

/* How a program is built. */
struct profile_variant {
    bool records;     /* from the copies, which record values; else from the user's files */
    bool every_probe; /* each block has a probe of its own, however short */
};

/* Compiles and links the sources, or runs the task's own build command in a copy of `home`. Returns
 * the path of the program, to be freed; NULL with an error. `triptych` is the command itself, which
 * stands in front of the compilers. */
char *profile_build(const struct profile_sources *sources, const json_t *task, const char *triptych,
                    const char *home, const char *folder, const struct model_profile_asks *asks,
                    struct profile_variant variant, struct error *error);

#endif
