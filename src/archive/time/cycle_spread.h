/* cycle_spread.h: the acts of a lane spread over cycles: fixed slices of the run's time. */
#ifndef ARCHIVE_TIME_CYCLE_SPREAD_H
#define ARCHIVE_TIME_CYCLE_SPREAD_H

#include "archive/archive.h"

enum { SPREAD_CYCLES = 500 }; /* in a run, if nobody asks for more */

/* From `start`, `count` cycles of `length` ns each, on the clock of the first place's host. */
struct spread_slices {
    uint64_t start, length;
    uint32_t count;
};

/* The time in which any lane was there. False: there is none, or no clock that lanes share. */
bool spread_extent(const struct archive *archive, uint64_t *start, uint64_t *end);

/* The usual cycles of a run. */
struct spread_slices spread_usual(uint64_t start, uint64_t end);

/* A moment of a lane on the clock of the first place's host. Hosts are put together by the time of
 * day of their places' starts. */
uint64_t spread_moment(const struct archive *archive, uint32_t lane, uint64_t moment);

/* What one region did in one cycle of a lane. */
struct spread_cell {
    uint32_t region, cycle;
    uint64_t time;   /* ns: while its visit was the innermost one */
    uint64_t visits; /* that began */
    uint64_t waits;  /* of these, that waited for others: a lock that is free is had at once */
    uint64_t ended;  /* visits that ended */
    uint64_t bytes;  /* of these */
};

typedef void spread_take(void *to, uint32_t lane, const struct spread_cell *cell);

/* Cells come out cycle after cycle; their times add up to the part of the lane's life that is in
 * the slices, to the nanosecond, whatever the acts say. */
struct spread;
struct spread *spread_new(const struct archive *archive, const struct spread_slices *slices,
                          spread_take *take, void *to);
void spread_begin(struct spread *spread, uint32_t lane);

/* After spread_begin: from then to then, on the clock of the slices, it is not known what the lane
 * did, whatever acts say. The time is that of a region that is in no table. */
void spread_unknown(struct spread *spread, uint64_t from, uint64_t to);

/* After spread_begin: it is not known what the lane did in nodes that are marked here (by row, or
 * NULL), nor what seems to be a region of the class `program` from then to then. */
struct spread_hidden {
    const uint8_t *nodes;
    uint32_t root;          /* of the lane; ARCHIVE_NONE: none */
    const uint8_t *classes; /* by region: enum cycles_class */
    uint64_t from, to;
    bool outside; /* nor is it known what the lane did outside of all acts */
};
void spread_hide(struct spread *spread, const struct spread_hidden *hidden);

uint32_t spread_unknown_region(const struct archive *archive);

void spread_act(struct spread *spread, const struct archive_act *act); /* in order of their start */
void spread_end(struct spread *spread);
void spread_free(struct spread *spread);

#endif
