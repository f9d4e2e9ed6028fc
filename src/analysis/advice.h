/* advice.h: what an experienced tuner would say of a run: findings, each with what it costs. */
#ifndef ANALYSIS_ADVICE_H
#define ANALYSIS_ADVICE_H

#include "analysis/delays/delays.h"
#include "analysis/efficiency/efficiency.h"
#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum advice_kind {
    ADVICE_IMBALANCE,      /* one rank computes longer than others */
    ADVICE_GENERATOR,      /* one rank sends nearly all that others wait for */
    ADVICE_RING,           /* blocking sends around a ring, or along a chain */
    ADVICE_SMALL_MESSAGES, /* many of them to one partner */
    ADVICE_SELF_MESSAGES,  /* a rank sends to itself */
    ADVICE_BARRIER,        /* ranks wait at it, and it moves no data */
    ADVICE_COLLECTIVE,     /* a small one, very often */
    ADVICE_ONE_WRITER,     /* one rank does the I/O of all */
    ADVICE_IO_IN_TURN,     /* ranks do their I/O one after another */
    ADVICE_THREADS,        /* threads wait for each other where a parallel region ends */
    ADVICE_LOCK,           /* threads wait for a lock */
    ADVICE_SMALL_TASKS,    /* tasks that are not worth their making */
    ADVICE_CROWDED,        /* lanes have to wait for cores */
    ADVICE_LATE_SENDER,    /* ranks wait for messages that are sent late */
    ADVICE_LATE_RECEIVER,  /* ranks wait until large messages are received */
    ADVICE_LATE_TO_ALL,    /* ranks wait for one that comes late to a collective operation */
    ADVICE_SPIN,           /* a loop does nothing but wait until something changes */
    ADVICE_POLL,           /* the same by asking MPI again and again */
    ADVICE_KINDS,
};

/* How the work of ranks goes with their numbers. */
enum advice_shape {
    ADVICE_NO_SHAPE,
    ADVICE_RISING,  /* later ranks have more */
    ADVICE_FALLING, /* earlier ranks have more */
    ADVICE_MIDDLE,  /* those in the middle have more */
    ADVICE_EDGES,   /* the first and last ones have more */
};

enum { ADVICE_SITES = 3 };

/* What the numbers mean depends on the kind: see advice/. Times are ns. */
struct advice_finding {
    enum advice_kind kind;
    uint64_t cost;                /* of `of`: what there is to gain at most */
    uint64_t of;                  /* the time of all ranks, or of all lanes */
    bool of_lanes;                /* the latter */
    bool at_least;                /* events that tell of it are missing: it may cost more */
    uint32_t sites[ADVICE_SITES]; /* rows of regions, the most important one first */
    size_t site_count;
    uint32_t place, partner; /* rows of places; ARCHIVE_NONE: none */
    uint32_t about;          /* row of regions: the innermost loop around it, the object that is
                                waited for, the call that makes it needless; 0: not known */
    uint64_t count, bytes;   /* of messages, calls, tasks */
    uint64_t others;         /* how many ranks or lanes it is about */
    uint64_t time, least;    /* the most, and the least, of one rank or lane */
    double ratio;
    enum advice_shape shape;
    const struct delay_item *wait; /* the longest one that it is about, of the delays; or NULL */
};

struct advice {
    struct advice_finding *findings; /* the most expensive first */
    size_t count, room;
    bool needs_events; /* messages were not logged: what is about them was not looked for */
    bool needs_io;     /* I/O was not, and there was some */
    bool is_mpi;       /* ranks of MPI are known */
};

/* The tables messages and collectives must be there, and the delays as long as the advice. */
struct advice advice_find(const struct cube *cube, const struct efficiency *efficiency,
                          const struct delays *delays);
void advice_free(struct advice *advice);

#endif
