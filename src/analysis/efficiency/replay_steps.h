/* replay_steps.h: what each lane of the ranks does, as a replay needs it. */
#ifndef ANALYSIS_EFFICIENCY_REPLAY_STEPS_H
#define ANALYSIS_EFFICIENCY_REPLAY_STEPS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a call of MPI does for a message or a collective operation. */
enum replay_act {
    REPLAY_SEND,    /* number: of a message */
    REPLAY_RECEIVE, /* the same */
    REPLAY_COME,    /* number: row of collectives */
    REPLAY_LEAVE,   /* the same; it may have to wait for others */
    REPLAY_NOBODY,  /* it waits for somebody who is not known */
};

struct replay_point {
    uint64_t start;
    uint32_t node; /* row: the call */
    uint32_t number;
    enum replay_act act;
};

/* A call of MPI that has to do with others, and how long the lane computed before it. */
struct replay_step {
    uint64_t before; /* ns, since the step before */
    size_t first;    /* of points */
    uint32_t count;  /* of these */
    uint32_t region; /* row */
};

struct replay_lane {
    uint32_t lane;       /* row */
    uint64_t begin;      /* ns after the lane that its rank is seen through */
    size_t first, count; /* of steps */
    uint64_t after;      /* ns that it computed after the last one */
};

struct replay_steps {
    struct replay_lane *lanes;
    size_t lane_count;
    struct replay_step *steps;
    size_t step_count, step_room;
    struct replay_point *points; /* by lane and start */
    size_t *ends;                /* by row of lanes: behind its last point */
    uint64_t missing;            /* points that belong to no call of their lane */
    uint32_t unseen; /* enum format_events_kind: what calls of MPI that are no acts would be */
    uint64_t *seen;  /* by row of nodes: acts */
    uint64_t *spent; /* by row of regions: ns in calls of MPI, but MPI_Init and MPI_Finalize */
};

/* lane_of_place: the row of the lane that a rank is seen through, or ARCHIVE_NONE. False: acts
 * could not be read. */
bool replay_steps_read(struct replay_steps *to, const struct archive *archive,
                       const uint32_t *lane_of_place);
void replay_steps_free(struct replay_steps *steps);

#endif
