/* working_lanes.h: the lanes of a run that work at the same time, where neither MPI nor OpenMP
 * tells them. */
#ifndef ANALYSIS_SCALING_WORKING_LANES_H
#define ANALYSIS_SCALING_WORKING_LANES_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

struct scaling_lanes {
    uint64_t places, lanes; /* most at the same time */
    bool untold; /* it is not known which of several lanes work: those that exist were counted */
};

/* Counts the lanes that work at the same time. The main lane of a process does not work if it does
 * next to nothing while others do: it waits for them. */
struct scaling_lanes scaling_lanes_find(const struct archive *archive);

#endif
