/* stalls.h: ranks that were in a call of MPI when the run was cut off, or are in one now: whom they
 * wait for, and whether any of them can go on. */
#ifndef ANALYSIS_STALLS_H
#define ANALYSIS_STALLS_H

#include "analysis/deaths.h"
#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stall {
    uint32_t place, lane, node; /* rows: who, and in which call */
    uint64_t since;             /* ns */
    uint32_t peer;              /* row of places: for whom; ARCHIVE_NONE: not known */
    uint32_t tag;               /* of the message, if the peer is known */
    bool sends;                 /* it is to take a message, not to send one */
    bool late;                  /* it came there when another rank had died already, perhaps */
    bool met;                   /* what it waits for is under way, as far as is known: a message was
                                   sent, or both are in the calls that make one message */
    uint32_t circle; /* number of the circle of ranks waiting for each other that it is in, from 1;
                        0: none, as far as is known */
};

/* A lane of a rank that does something else. */
struct stalls_other {
    uint32_t place, node; /* rows; ARCHIVE_NONE: outside of all regions */
};

struct stalls {
    struct stall *items; /* in the order of ranks; circles first */
    size_t count;
    struct stalls_other *others;
    size_t other_count;
    size_t ranks; /* that had not ended */
    uint32_t circles;
    bool all;     /* all ranks are in such calls, and have no thread that does something else */
    bool was_all; /* the same at the first death, and none of them could have gone on */
    bool has_death;
    struct death death; /* the first one */
    bool is_together; /* all in the same collective operation, as far as its name tells: it may only
                         take long */
    uint64_t time; /* ns until the first death, the end of the run, or now, for which all that had
                      come by then have been there */
};

struct stalls stalls_find(const struct archive *archive);
void stalls_free(struct stalls *stalls);

#endif
