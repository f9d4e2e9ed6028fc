/* steps.h: the computation and MPI calls of each lane, as a replay needs them. */
#ifndef ANALYSIS_REPLAY_STEPS_H
#define ANALYSIS_REPLAY_STEPS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The effect of an MPI call on a message or a collective operation. */
enum replay_act {
    REPLAY_SEND,    /* number: of a message */
    REPLAY_POST,    /* number: of a message; its receive was posted */
    REPLAY_RECEIVE, /* number: of a message */
    REPLAY_FINISH,  /* number: of a message; its send cannot end before the receive was posted */
    REPLAY_COME,    /* number: row of collectives */
    REPLAY_LEAVE,   /* number: row of collectives; it may have to wait for others */
    REPLAY_NOBODY,  /* it waits for an unknown rank */
};

/* One effect of an MPI call. */
struct analysis_replay_point {
    uint64_t start;
    uint32_t node; /* row: the call */
    uint32_t number;
    enum replay_act act;
};

/* An MPI call that involves other ranks, and how long the lane computed before it. */
struct analysis_replay_step {
    uint64_t before;     /* ns, since the step before */
    uint64_t aside;      /* ns since then in MPI calls that involve no other rank, or only frame the
                            program */
    uint64_t own;        /* ns that the call takes after all that it waits for; 0 when it is read */
    uint64_t start, end; /* of the call, in the run */
    size_t first;        /* index of its first point */
    uint32_t count;      /* number of points */
    uint32_t region;     /* row */
};

/* A lane and its steps. */
struct analysis_replay_lane {
    uint32_t lane;       /* row */
    bool main;           /* it is the main lane of its rank */
    uint64_t begin;      /* ns after the rank's main lane */
    size_t first, count; /* of steps */
    uint64_t after;      /* ns that it computed after the last step */
    uint64_t aside;      /* ns after the last step in other MPI calls */
};

/* The input of a replay. */
struct analysis_replay_steps {
    struct analysis_replay_lane *lanes;
    size_t lane_count;
    struct analysis_replay_step *steps;
    size_t step_count, step_room;
    struct analysis_replay_point *points; /* by lane and start */
    size_t *ends;                         /* by row of lanes: index after its last point */
    uint64_t missing;                     /* points that belong to no call of their lane */
    uint32_t unseen; /* enum format_events_kind: of MPI calls that were not logged */
    bool sends_wait; /* REPLAY_POST and REPLAY_FINISH are among the points */
    uint64_t *seen;  /* by row of nodes: number of events */
    uint64_t *spent; /* by row of regions: ns in MPI calls, except MPI_Init and MPI_Finalize */
};

/* Reads the steps. lane_of_place: the row of a rank's main lane, or ARCHIVE_NONE. `sends_wait`:
 * large and synchronous sends wait for their receives. False if events could not be read. */
bool analysis_replay_steps_read(struct analysis_replay_steps *to, const struct archive *archive,
                                const uint32_t *lane_of_place, bool sends_wait);
void analysis_replay_steps_free(struct analysis_replay_steps *steps);

#endif
