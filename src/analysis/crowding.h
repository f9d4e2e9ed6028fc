/* crowding.h: whether lanes had to wait for a core, because there are more of them than cores, or
 * because other programs run, too. */
#ifndef ANALYSIS_CROWDING_H
#define ANALYSIS_CROWDING_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

/* Of ranks, where the ranks of one MPI program are known, else of all processes. */
struct crowding {
    bool known;     /* the cores are, or how long lanes waited for one */
    bool crowded;   /* lanes waited for a core so long that times say little of the program */
    bool own;       /* there are more lanes than cores; else others had them */
    uint32_t place; /* row: one of those that the following is about */
    uint64_t lanes; /* that want a core most of the time, where there are the most for each core */
    uint64_t cores; /* that these may run on; 0: not known */
    uint64_t ranks; /* processes that these lanes are of */
    uint64_t queued, time; /* ns of all lanes: waiting for a core; in all */
    bool estimated;        /* `queued` follows from the numbers of lanes and cores */
    uint64_t forced;       /* context switches; ARCHIVE_UNKNOWN: not known */
    uint32_t load;         /* when the first one began, in hundredths; ARCHIVE_NONE: not known */
};

struct crowding crowding_find(const struct archive *archive);

#endif
