/* ticks.h: converts ticks of a place's clock to nanoseconds. */
#ifndef ARCHIVE_TIME_TICKS_H
#define ARCHIVE_TIME_TICKS_H

#include "format/place.h"

struct clock_line;

struct moments {
    uint64_t ticks, monotonic;    /* the same moment on both clocks */
    uint64_t span_ticks, span_ns; /* the same length of time; neither is 0 */
    const struct clock_line
        *line; /* relation of this clock to that of rank 0; NULL: it is that clock */
};

/* Finds the rate of a place's clock from its first and last moment, or from its nominal rate. */
struct moments moments_of(const struct format_place *place);

uint64_t moments_ns(const struct moments *moments, uint64_t ticks); /* converts a length of time */
uint64_t moments_monotonic(const struct moments *moments,
                           uint64_t tick); /* converts a moment, to its host's clock */
uint64_t moments_time(const struct moments *moments,
                      uint64_t tick); /* converts a moment, to the archive's clock */
uint64_t moments_tick(const struct moments *moments, uint64_t monotonic);

#endif
