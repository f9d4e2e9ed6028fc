/* throttle.h: of a region with many and short visits, only some visits are timed. */
#ifndef MEASURE_THROTTLE_H
#define MEASURE_THROTTLE_H

#include "format/profile.h"
#include "measure/settings.h"

#include <triptych/probes.h>

#include <stdbool.h>

void throttle_start(const struct settings *settings);

/* Tells the region of the node's visits since it was told last, and decides. Also a moment to look
 * whether measuring is to end. */
void throttle_consider(struct format_node *node);

/* Notes a visit of such a region that was only counted: the next one may be timed. */
void throttle_counted(struct tri_region *region, struct format_node *node);

/* A visit of such a region was timed: when most of them are long, all are timed again. */
void throttle_reconsider(const struct format_node *node, uint64_t ticks);

/* The first visits of a call path are timed, too, as far as they come one after another: they may
 * be far longer than those of other call paths. They do not stand for later ones, unless no later
 * one is timed. */
enum { THROTTLE_FIRST = 16 };
static inline bool throttle_is_new(const struct format_node *node)
{
    return node->count <= THROTTLE_FIRST;
}

/* Times the next visit of a region that is sampled, since it is inside a new call path. */
void throttle_learn(struct tri_region *region);

/* Whether the visit that is about to begin is timed as one of the first of its call path. */
bool throttle_wants(const struct tri_region *region, const struct format_node *node);

/* Whether the node's region is to be told now: at visit 1, 2, 4, 8 ... 512 and so on in every 1024.
 * A region may be visited on many call paths, a few times each. */
static inline bool throttle_is_due(uint64_t count)
{
    return (count & (count - 1) & 1023) == 0;
}

#endif
