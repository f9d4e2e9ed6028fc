/* advice.h: tuning advice: findings about a run, each with its cost.
 *
 * The analyses of this room and what they build on:
 *
 *   archive -- cube ----------> efficiency/  POP factors of ranks and threads, and a replay
 *      |                            |
 *      +------ delays/ ------------ + -----> advice/  findings, most expensive first
 *      |          |
 *      |          +--------------> critical/  the critical path across ranks and threads
 *      +------ waits, stalls, deaths  what lanes and ranks wait for when a run hangs or dies
 *      +------ crowding           do lanes have to wait for cores?
 *      +------ division/, match/  how runs divide the same loops; match/ finds the same loops in
 *                                 different sources
 *
 * All results are plain structs that hold row numbers of the archive's tables (regions, places,
 * lanes, nodes), never copies of them: the archive must outlive the result. Times are in ns.
 * ARCHIVE_NONE stands for no row, region 0 for code outside of all regions. Each X_find returns a
 * result by value, and X_free frees its arrays. */
#ifndef ANALYSIS_ADVICE_H
#define ANALYSIS_ADVICE_H

#include "analysis/delays/delays.h"
#include "analysis/efficiency/efficiency.h"
#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum analysis_advice_kind {
    ADVICE_IMBALANCE,      /* one rank computes longer than others */
    ADVICE_GENERATOR,      /* one rank sends nearly all messages that others wait for */
    ADVICE_RING,           /* blocking sends around a ring, or along a chain */
    ADVICE_SMALL_MESSAGES, /* many small messages to one partner */
    ADVICE_SELF_MESSAGES,  /* a rank sends messages to itself */
    ADVICE_BARRIER,        /* ranks wait at a barrier, which moves no data */
    ADVICE_COLLECTIVE,     /* a small collective operation, very often */
    ADVICE_ONE_WRITER,     /* one rank does the I/O of all */
    ADVICE_IO_IN_TURN,     /* ranks do their I/O one after another */
    ADVICE_THREADS,        /* threads wait for each other at the end of a parallel region */
    ADVICE_LOCK,           /* threads wait for a lock */
    ADVICE_SMALL_TASKS,    /* tasks that cost more to create than they do */
    ADVICE_CROWDED,        /* lanes wait for cores */
    ADVICE_LATE_SENDER,    /* ranks wait for messages that are sent late */
    ADVICE_LATE_RECEIVER,  /* ranks wait until large messages are received */
    ADVICE_LATE_TO_ALL,    /* ranks wait for one that arrives late at a collective operation */
    ADVICE_SPIN,           /* a loop does nothing but wait for a change */
    ADVICE_POLL,           /* a loop polls MPI again and again */
    ADVICE_SAME_PLACE,     /* an activity moves to the place where it is */
    ADVICE_NEEDLESS_COPY,  /* a move takes a variable along that is hardly needed there */
    ADVICE_HOIST,          /* a loop copies a variable to the same place again and again */
    ADVICE_LATE_ACTIVITY,  /* a finish waits for one activity alone */
    ADVICE_FEW_ELEMENTS,   /* elements of a distributed array are copied a few at a time */
    ADVICE_KINDS,
};

/* The dependence of the ranks' work on their numbers. */
enum analysis_advice_shape {
    ADVICE_NO_SHAPE,
    ADVICE_RISING,  /* later ranks have more */
    ADVICE_FALLING, /* earlier ranks have more */
    ADVICE_MIDDLE,  /* ranks in the middle have more */
    ADVICE_EDGES,   /* the first and last ranks have more */
};

enum { ADVICE_SITES = 3 };

/* One finding. The meaning of the numbers depends on the kind: see the function of that kind in
 * advice/. Times are in ns. */
struct analysis_advice_finding {
    enum analysis_advice_kind kind;
    uint64_t cost;                /* part of `of`: the most that can be gained */
    uint64_t of;                  /* the time of all ranks, or of all lanes */
    bool of_lanes;                /* `of` is the time of all lanes */
    bool at_least;                /* events that show it are missing: it may cost more */
    uint32_t sites[ADVICE_SITES]; /* rows of regions, most important first */
    size_t site_count;
    uint32_t place, partner; /* rows of places; ARCHIVE_NONE: none */
    uint32_t about; /* row of regions: the innermost loop around it, the object that is waited for,
                       or the call that makes it needless; 0: unknown */
    uint64_t count, bytes; /* of messages, calls, tasks; bytes ARCHIVE_UNKNOWN: not known */
    uint64_t others;       /* number of ranks or lanes concerned */
    uint64_t time, least;  /* the most and the least of one rank or lane */
    double ratio;
    enum analysis_advice_shape shape;
    const struct analysis_delay_item *wait; /* its longest wait, owned by the delays; or NULL */
};

/* All findings. */
struct analysis_advice {
    struct analysis_advice_finding *findings; /* most expensive first */
    size_t count, room;
    bool needs_events; /* messages were not logged: findings about them are missing */
    bool needs_io;     /* I/O was not logged, and there was some */
    bool is_mpi;       /* MPI ranks are known */
};

/* Finds the advice. Needs the tables messages and collectives. The delays must outlive the
 * advice. */
struct analysis_advice analysis_advice_find(const struct cube *cube,
                                            const struct analysis_efficiency *efficiency,
                                            const struct analysis_delays *delays);
void analysis_advice_free(struct analysis_advice *advice);

#endif
