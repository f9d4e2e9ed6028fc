/* throttle.h: of a region with many and short visits, only some visits are timed. */
#ifndef MEASURE_THROTTLE_H
#define MEASURE_THROTTLE_H

#include "format/profile.h"
#include "measure/settings.h"

#include <stdbool.h>

void throttle_start(const struct settings *settings);

/* Tells the region of the node's visits since it was told last, and decides. Also a moment to look
 * whether measuring is to end. */
void throttle_consider(struct format_node *node);

/* A visit of such a region was timed: when most of them are long, all are timed again. */
void throttle_reconsider(uint32_t region, uint64_t ticks);

/* Whether the node's region is to be told now: at visit 1, 2, 4, 8 ... 512 and so on in every 1024.
 * A region may be visited on many call paths, a few times each. */
static inline bool throttle_is_due(uint64_t count)
{
    return (count & (count - 1) & 1023) == 0;
}

#endif
