/* stall.h: ranks that were in an MPI call at the end of a run, or are in one now. */
#ifndef ANALYSIS_STALL_H
#define ANALYSIS_STALL_H

#include "analysis/deaths.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank that is in an MPI call. */
struct analysis_stall {
    uint32_t place, lane, node; /* rows: the rank, its lane, and the call */
    uint64_t since;             /* ns */
    uint32_t peer;              /* row of places: whom it waits for; ARCHIVE_NONE: unknown */
    uint32_t tag;               /* of the message, if the peer is known */
    uint32_t communicator; /* row: of the message or the collective operation; ARCHIVE_NONE: not
                              known */
    bool sends;            /* the peer has to receive a message, not to send one */
    bool late;             /* it may have entered the call after another rank had died */
    bool met;   /* what it waits for may be under way: the message was sent, or both ranks are in
                   calls that may make one message */
    bool works; /* it may do something itself in the call: run code of the program, or wait for a
                   disk or for another program */
    uint32_t circle; /* number, from 1, of the circle of ranks waiting for each other that it is in;
                        0: none known */
};

/* A lane of a rank that does something else. */
struct analysis_stalls_other {
    uint32_t place, node; /* rows; ARCHIVE_NONE: outside of all regions */
};

/* The stalled ranks of a run. */
struct analysis_stalls {
    struct analysis_stall *items; /* by rank; circles first */
    size_t count;
    struct analysis_stalls_other *others;
    size_t other_count;
    size_t ranks; /* ranks that had not ended */
    uint32_t circles;
    bool may_circle; /* there is a circle if ranks that may work in their calls do not */
    bool all;        /* all ranks are in such calls, and have no thread that does something else */
    bool was_all;    /* that was so at the first death, and none of them could have continued */
    bool has_death;
    struct analysis_death death; /* the first one */
    bool may_leave; /* some of them may leave their calls without the others: the operation that
                       they are in, which all its ranks have come to, may only take long */
    uint64_t time;  /* ns for which all ranks that had arrived have been there, until the first
                       death, the end of the run, or now */
};

#endif
