/* deaths.h: which of the processes of a run ended first before its time: what happened on the
 * others after that is a consequence. */
#ifndef ANALYSIS_DEATHS_H
#define ANALYSIS_DEATHS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

enum death_how {
    DEATH_SIGNAL, /* a signal ended it */
    DEATH_EXIT,   /* a rank of MPI called exit() or returned from main() without MPI_Finalize */
    DEATH_CUT,    /* it was seen to have ended, but not of what: a signal, _exit() */
    DEATH_UNSEEN, /* it was cut off, and nobody saw when: after that moment */
};

struct death {
    enum death_how how;
    uint32_t place;  /* row */
    uint32_t signal; /* if it was one */
    uint64_t moment; /* ns */
    uint32_t node;   /* row: what it was in; ARCHIVE_NONE: outside of all regions */
    uint64_t before; /* ns: until then all were there for sure, also those that nobody saw end */
};

/* False: none did. */
bool deaths_first(const struct archive *archive, struct death *first);

#endif
