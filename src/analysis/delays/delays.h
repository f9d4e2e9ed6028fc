/* delays.h: which MPI calls waited for another rank, for which one, and what that rank did
 * meanwhile. */
#ifndef ANALYSIS_DELAYS_DELAYS_H
#define ANALYSIS_DELAYS_DELAYS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of waits, named as in Scalasca. */
enum analysis_delay_kind {
    DELAY_LATE_SENDER,    /* a receive, until the send begins */
    DELAY_LATE_RECEIVER,  /* a synchronous or large send, until the receive is posted */
    DELAY_BARRIER,        /* until the last rank arrives */
    DELAY_N_TO_N,         /* until the last rank arrives, where all need the data of all */
    DELAY_EARLY_REDUCE,   /* the root, until the last rank arrives whose data it needs */
    DELAY_LATE_BROADCAST, /* the others, until the root arrives */
    DELAY_EARLY_SCAN,     /* until the last rank before it in the group arrives */
    DELAY_KINDS,
};

/* Calls of one rank at one site that waited for a rank at another site. The wait is a part of the
 * call; if a call waits for several ranks, the last one counts. */
struct analysis_delay_item {
    enum analysis_delay_kind kind;
    uint32_t place, region; /* rows: the waiting place, and its call */
    uint32_t cause, late;   /* rows: the place it waits for, and the region of its late call */
    uint32_t doing; /* row of regions: where that place spent most of the time meanwhile, exclusive;
                       0: unknown */
    uint32_t after, before; /* rows of regions: the MPI calls before and after, if `doing` is the
                               region around them; 0: none */
    uint64_t count, time;   /* calls; ns */
};

/* All waits. */
struct analysis_delays {
    struct analysis_delay_item *items; /* most time first */
    size_t count;
    uint64_t time[DELAY_KINDS]; /* by kind: ns, and number of calls */
    uint64_t calls[DELAY_KINDS];
    uint64_t all;     /* ns */
    uint64_t unknown; /* messages, and participations in collective operations, between clocks whose
                         offset is unknown */
    uint64_t partial; /* collective operations in which events of some ranks are missing: the last
                         arrival is unknown */
    bool at_least;    /* MPI events are missing: there may be more waits */
};

/* Bytes. A smaller send is assumed not to wait for its receive, unless it is synchronous: MPI
 * buffers it. */
enum { DELAY_KEPT = 4000 };

/* Finds the waits, from the tables messages and collectives and from the events of the late
 * ranks. */
struct analysis_delays analysis_delays_find(const struct archive *archive);

/* Returns the text of the data that the calls of a wait are about: what the late rank sends, or
 * what a sender waits to send; 0: not known. */
uint32_t analysis_delays_data(const struct archive *archive,
                              const struct analysis_delay_item *item);
void analysis_delays_free(struct analysis_delays *delays);

#endif
