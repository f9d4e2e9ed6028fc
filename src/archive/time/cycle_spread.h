/* cycle_spread.h: distributes the acts of a lane over cycles: equal slices of the run's time. */
#ifndef ARCHIVE_TIME_CYCLE_SPREAD_H
#define ARCHIVE_TIME_CYCLE_SPREAD_H

#include "archive/archive.h"

enum { SPREAD_CYCLES = 500 }; /* cycles of a run by default */

/* `count` cycles of `length` ns each from `start` on, on the clock of the first place's host. */
struct archive_spread_slices {
    uint64_t start, length;
    uint32_t count;
};

/* Finds the time in which there was any lane. False if there is none, or lanes have no common
 * clock. */
bool archive_spread_extent(const struct archive *archive, uint64_t *start, uint64_t *end);

/* Returns the default cycles of a run. */
struct archive_spread_slices archive_spread_usual(uint64_t start, uint64_t end);

/* Converts a time of a lane to the clock of the first place's host. Hosts are related by the time
 * of day at the starts of their places. */
uint64_t archive_spread_moment(const struct archive *archive, uint32_t lane, uint64_t moment);

/* The share of one region in one cycle of a lane. */
struct archive_spread_cell {
    uint32_t region, cycle;
    uint64_t time;   /* ns in which its visit was the innermost one */
    uint64_t visits; /* visits that began */
    uint64_t waits;  /* those of them that had to wait: a free lock takes no time */
    uint64_t ended;  /* visits that ended */
    uint64_t bytes;  /* of the visits that ended */
};

typedef void spread_take(void *to, uint32_t lane, const struct archive_spread_cell *cell);

/* The state of distributing. Cells come cycle by cycle; their times add up exactly to the part of
 * the lane's life that is in the slices, even if acts are inconsistent. */
struct spread;
struct spread *archive_spread_new(const struct archive *archive,
                                  const struct archive_spread_slices *slices, spread_take *take,
                                  void *to);
void archive_spread_begin(struct spread *spread, uint32_t lane);

/* Marks a time, on the clock of the slices, in which it is not known what the lane did, whatever
 * its acts say. It is given to archive_spread_unknown_region. To be called after
 * archive_spread_begin. */
void archive_spread_unknown(struct spread *spread, uint64_t from, uint64_t to);

/* Times that are not known either: those in marked nodes, and, from `from` to `to`, those of
 * regions of the class `program`, since acts were filtered then. */
struct archive_spread_hidden {
    const uint8_t *nodes;
    uint32_t root;          /* node of the lane; ARCHIVE_NONE: none */
    const uint8_t *classes; /* by region: enum archive_cycles_class */
    uint64_t from, to;
    bool outside; /* the time outside all acts is not known either */
};
/* Sets these times, which are given to archive_spread_unknown_region. To be called after
 * archive_spread_begin. */
void archive_spread_hide(struct spread *spread, const struct archive_spread_hidden *hidden);

/* Returns the number that stands for unknown time: one behind the last region. */
uint32_t archive_spread_unknown_region(const struct archive *archive);

void archive_spread_act(struct spread *spread,
                        const struct archive_act *act); /* in order of start */
void archive_spread_end(struct spread *spread);
void archive_spread_free(struct spread *spread);

#endif
