/* stop.h: ends the measuring of a running program, which runs on. */
#ifndef LAUNCH_STOP_H
#define LAUNCH_STOP_H

#include "util/error.h"

struct launch_stop {
    unsigned asked;        /* processes that are no longer measured */
    unsigned waiting;      /* those of them that reached no probe since then */
    struct error unsealed; /* why the archive could not be sealed, if it was tried; else empty */
};

/* Asks all processes of an archive's run to stop measuring, and seals the archive if all have
 * answered. False with an error if there is nothing to stop. */
bool launch_stop(const char *path, struct launch_stop *result, struct error *error);

#endif
