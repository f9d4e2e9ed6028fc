/* scratch.h: a temporary folder that goes away with the process, even if that is killed. */
#ifndef UTIL_SCRATCH_H
#define UTIL_SCRATCH_H

#include "util/error.h"

#include <sys/types.h>

struct scratch {
    pid_t guard; /* the process that removes the folder; -1: none */
    int life;    /* as long as this end of a pipe is open, the folder is needed */
};

/* Makes a new folder; `path` ends with XXXXXX, which are replaced. False with an error. To be
 * called while the process has one thread. */
bool scratch_make(struct scratch *scratch, char *path, struct error *error);

/* Removes the folder with all that is in it, and waits until that is done. */
void scratch_remove(struct scratch *scratch, const char *path);

#endif
