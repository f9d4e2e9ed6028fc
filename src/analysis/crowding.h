/* crowding.h: detects lanes that had to wait for a core, because there are more lanes than cores or
 * because of other programs. */
#ifndef ANALYSIS_CROWDING_H
#define ANALYSIS_CROWDING_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

/* The result, for ranks where the ranks of one MPI program are known, else for all processes. */
struct analysis_crowding {
    bool known;     /* the cores are known, or how long lanes waited for one */
    bool crowded;   /* lanes waited for cores so long that times say little about the program */
    bool own;       /* there are more lanes than cores; else other programs had the cores */
    uint32_t place; /* row: one of the places that the following fields describe */
    uint64_t lanes; /* lanes that need a core most of the time, on the host with the most lanes per
                       core */
    uint64_t cores; /* cores that these may run on; 0: unknown */
    uint64_t ranks; /* processes of these lanes */
    uint64_t queued, time; /* ns of all lanes: waiting for a core; total */
    bool estimated;        /* `queued` is estimated from the numbers of lanes and cores */
    uint64_t forced;       /* involuntary context switches; ARCHIVE_UNKNOWN: unknown */
    uint32_t load; /* load average when the first one began, in hundredths; ARCHIVE_NONE: unknown */
};

struct analysis_crowding analysis_crowding_find(const struct archive *archive);

#endif
