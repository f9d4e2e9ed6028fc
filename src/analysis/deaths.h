/* deaths.h: finds the process of a run that first ended prematurely. What happened on the others
 * after that is a consequence. */
#ifndef ANALYSIS_DEATHS_H
#define ANALYSIS_DEATHS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

enum analysis_death_how {
    DEATH_SIGNAL,     /* ended by a signal */
    DEATH_EXIT,       /* a rank called exit() or returned from main() without MPI_Finalize */
    DEATH_ABORT,      /* it ended the run by a call such as MPI_Abort */
    DEATH_UNFINISHED, /* its end was seen, but not the reason: a signal, or _exit() */
    DEATH_UNSEEN,     /* it is unfinished, and the time is unknown: some time after `moment` */
};

/* A premature end. */
struct analysis_death {
    enum analysis_death_how how;
    uint32_t place;  /* row */
    uint32_t signal; /* if there was one */
    uint64_t moment; /* ns */
    uint32_t node;   /* row: the visit it was in; ARCHIVE_NONE: outside of all regions */
    uint64_t before; /* ns: until then all processes certainly existed, also those whose end was not
                        seen */
};

/* Finds the first premature end. False if there is none. */
bool analysis_deaths_first(const struct archive *archive, struct analysis_death *first);

#endif
