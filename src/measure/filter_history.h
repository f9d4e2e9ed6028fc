/* filter_history.h: the filters that were in force on a lane, and since when. A visit is judged by
 * the one in force when it began, so that a filter that is sent meanwhile changes nothing about
 * visits that are open. Filter 0 is that of `triptych run --filter`, or none; the others are those
 * of `triptych filter`. */
#ifndef MEASURE_FILTER_HISTORY_H
#define MEASURE_FILTER_HISTORY_H

#include "format/filter.h"

#include <stdint.h>

struct filter_history {
    uint32_t first; /* the filter in force when the lane began */
    uint32_t count; /* changes since then */
    struct filter_change {
        uint64_t since; /* ticks of the lane's clock */
        uint32_t filter;
    } changes[FORMAT_FILTERS];
};

/* The number of the newest filter that this process has read. */
extern __attribute__((visibility("hidden"))) uint32_t filter_newest;

/* The requests (format_place.asked) that this thread has heeded. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) uint32_t heed_seen;

/* Begins the history of this thread's lane with the newest filter. The guard must be held. */
void filter_history_begin(struct filter_history *history);

/* Makes the filter in force the only one: the lane's clock has begun anew. */
void filter_history_collapse(struct filter_history *history);

/* Adds a change at the present moment. */
void filter_history_add(struct filter_history *history, uint64_t now, uint32_t filter);

/* Returns the filter that was in force at a moment. */
static inline uint32_t filter_history_at(const struct filter_history *history, uint64_t ticks)
{
    uint32_t i = history->count;
    while (i && ticks < history->changes[i - 1].since)
        i--;
    return i ? history->changes[i - 1].filter : history->first;
}

#endif
