/* moments.h: from ticks of a place's clock to nanoseconds. */
#ifndef ARCHIVE_MOMENTS_H
#define ARCHIVE_MOMENTS_H

#include "format/place.h"

struct moments {
    uint64_t ticks, monotonic;    /* the same moment */
    uint64_t span_ticks, span_ns; /* the same time; neither is 0 */
};

struct moments moments_of(const struct format_place *place);

uint64_t moments_ns(const struct moments *moments, uint64_t ticks);       /* of a length of time */
uint64_t moments_monotonic(const struct moments *moments, uint64_t tick); /* of a moment */
uint64_t moments_tick(const struct moments *moments, uint64_t monotonic);

#endif
