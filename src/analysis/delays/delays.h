/* delays.h: which calls of MPI waited for another rank, for whom, and what that one did instead of
 * coming. */
#ifndef ANALYSIS_DELAYS_DELAYS_H
#define ANALYSIS_DELAYS_DELAYS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As Scalasca calls them. */
enum delay_kind {
    DELAY_LATE_SENDER,    /* a receive, until the send begins */
    DELAY_LATE_RECEIVER,  /* a send that is synchronous or large, until the receive is posted */
    DELAY_BARRIER,        /* until the last one comes */
    DELAY_N_TO_N,         /* the same where all need the data of all */
    DELAY_EARLY_REDUCE,   /* the root, until the last one comes whose data it needs */
    DELAY_LATE_BROADCAST, /* the others, until the root comes */
    DELAY_EARLY_SCAN,     /* until the last one before it in the group comes */
    DELAY_KINDS,
};

/* Calls of one rank at one site that waited for a rank at another. A wait is a part of its call; of
 * a call that waits for several, the one that came last counts. */
struct delay_item {
    enum delay_kind kind;
    uint32_t place, region; /* rows: who waits, and in which call */
    uint32_t cause, late;   /* rows: place for which it waits, and region: its call that came late
                             */
    uint32_t doing;         /* row of regions: where that one was the longest meanwhile, calls in it
                               left out; 0: not known */
    uint32_t after, before; /* rows of regions: between which calls of MPI this was, if it was in
                               what is around them; 0: none */
    uint64_t count, time;   /* calls; ns */
};

struct delays {
    struct delay_item *items; /* the most time first */
    size_t count;
    uint64_t time[DELAY_KINDS]; /* ns, and how many calls: of each kind */
    uint64_t calls[DELAY_KINDS];
    uint64_t all;     /* ns */
    uint64_t unknown; /* messages, and parts of collective operations, between clocks of which it is
                         not known how they stand */
    uint64_t partial; /* collective operations of which some ranks' events are missing: who came
                         last is not known */
    bool at_least;    /* events of MPI are missing: there may be more waits than these */
};

/* A send of fewer bytes, unless it is synchronous, is taken not to wait for its receive: MPI keeps
 * it until then. */
enum { DELAY_KEPT = 4000 };

/* From the tables messages and collectives, and from the acts of those that came late. */
struct delays delays_find(const struct archive *archive);
void delays_free(struct delays *delays);

#endif
