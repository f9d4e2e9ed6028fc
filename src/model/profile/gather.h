/* gather.h: measures the profile values that a task asks for. */
#ifndef MODEL_PROFILE_GATHER_H
#define MODEL_PROFILE_GATHER_H

#include "model/profile/ask.h"

/* What to measure, and how. */
struct model_profiling {
    const char *metaprogram; /* its path; source files and the program are found beside it */
    const char *triptych;    /* path of the command `triptych` */
    const char *archive;     /* a run that was measured before; NULL: the task is run */
    const json_t *task;      /* of the metamodel */
    const json_t
        *parameters; /* object: values of the variables in the task's arguments; p: ranks */
};

/* Answers all questions of the task: builds its sources with probes (without sources, counts its
 * binary), runs it with its arguments, and reads what was measured. *command becomes the command
 * that was run, to be freed. False with an error. */
bool model_profile_gather(const struct model_profiling *profiling, struct model_profile_asks *asks,
                          char **command, struct error *error);

#endif
