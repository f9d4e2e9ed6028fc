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
    REPLAY_DONE,    /* number: of a message; its send is completed, and waits for nothing known */
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

/* An MPI call that involves other ranks, or an event that involves other threads, and how long the
 * lane computed before it. */
struct analysis_replay_step {
    uint64_t before;     /* ns, since the step before */
    uint64_t aside;      /* ns since then in MPI calls that involve no other rank, or only frame the
                            program */
    uint64_t own;        /* ns that the call takes after all that it waits for; 0 when it is read */
    uint64_t start, end; /* of the call, in the run */
    size_t first;        /* index of its first point */
    uint32_t count;      /* number of points */
    uint32_t region;     /* row */
    size_t needs;        /* index of a step, plus 1: this one continues no earlier than that one
                            begins; 0: none */
    uint32_t meets;      /* number of a meeting, plus 1: it continues when all steps of the meeting
                            have begun; 0: none */
    uint32_t locks, unlocks; /* number of a lock, plus 1, that it takes or gives back; 0: none */
    uint64_t there; /* when what it waits for by these members was there, in the run; 0: nothing */
};

/* A lane and its steps. */
struct analysis_replay_lane {
    uint32_t lane;       /* row */
    bool main;           /* it is the main lane of its rank */
    bool counts;         /* the run lasts until it has ended */
    bool created;        /* another lane starts it: its first step waits for that */
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
    uint32_t unseen;    /* enum format_events_kind: of MPI calls that were not logged */
    bool sends_wait;    /* REPLAY_POST, REPLAY_FINISH and REPLAY_DONE are among the points */
    uint32_t *meetings; /* by meeting: number of steps */
    size_t meeting_count;
    size_t lock_count;
    bool threads;             /* all lanes are replayed, with their waits for each other */
    bool unseen_threads;      /* events of threads were not logged */
    uint64_t exact_waits;     /* for threads: barriers, ends of threads */
    uint64_t estimated_waits; /* locks, conditions, tasks: their order may change */
    uint64_t *seen;           /* by row of nodes: number of events */
    uint64_t *spent;      /* by row of regions: ns in MPI calls, except MPI_Init and MPI_Finalize */
    uint64_t *unfollowed; /* by row of regions: the part of it in calls that may wait for other
                             ranks, while no table says for which ones */
};

/* What a replay takes into account besides receives and collective operations. */
enum analysis_replay_with {
    REPLAY_WITH_SENDS = 1,   /* large and synchronous sends wait for their receives */
    REPLAY_WITH_THREADS = 2, /* all lanes, and how threads wait for each other; their events must
                                have been logged */
};

/* Reads the steps. lane_of_place: the row of a rank's main lane, or ARCHIVE_NONE. `with`: enum
 * analysis_replay_with. False if events could not be read. */
bool analysis_replay_steps_read(struct analysis_replay_steps *to, const struct archive *archive,
                                const uint32_t *lane_of_place, uint32_t with);
void analysis_replay_steps_free(struct analysis_replay_steps *steps);

#endif
