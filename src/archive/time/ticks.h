/* ticks.h: converts ticks of a place's clock to nanoseconds. */
#ifndef ARCHIVE_TIME_TICKS_H
#define ARCHIVE_TIME_TICKS_H

#include "format/place.h"

struct archive_clock_line;

struct archive_ticks {
    uint64_t ticks, monotonic;    /* the same moment on both clocks */
    uint64_t span_ticks, span_ns; /* the same length of time; neither is 0 */
    const struct archive_clock_line
        *line; /* relation of this clock to that of rank 0; NULL: it is that clock */
};

/* Finds the rate of a place's clock from its first and last moment, or from its nominal rate. */
struct archive_ticks archive_ticks_of(const struct format_place *place);

uint64_t archive_ticks_ns(const struct archive_ticks *moments,
                          uint64_t ticks); /* converts a length of time */
uint64_t archive_ticks_monotonic(const struct archive_ticks *moments,
                                 uint64_t tick); /* converts a moment, to its host's clock */
uint64_t archive_ticks_time(const struct archive_ticks *moments,
                            uint64_t tick); /* converts a moment, to the archive's clock */
uint64_t archive_ticks_tick(const struct archive_ticks *moments, uint64_t monotonic);

#endif
