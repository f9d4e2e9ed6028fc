/* throttle.h: sampling of regions with many short visits: only some of their visits are timed. */
#ifndef MEASURE_THROTTLE_H
#define MEASURE_THROTTLE_H

#include "format/profile.h"
#include "measure/settings.h"

#include <triptych/probes.h>

#include <math.h>
#include <stdbool.h>

/* Returns the time in ns below which a region is sampled if the user set none: where reading the
 * clock takes long, regions have to be longer so that timing all their visits is worth it. */
static inline double throttle_limit_for(double read_ns)
{
    double limit = 150 * read_ns;
    return limit < 1000 ? 1000 : limit < 5000 ? limit : 5000;
}

/* Returns the number of visits after which a region is known to be too short. `part`: its mean as a
 * part of the limit. The shorter it is, the fewer visits are enough: with `least` for the limit
 * itself, an eighth of them for half of it, but not less than a 40th and 100. */
static inline double throttle_visits_for(double least, double part)
{
    double early = least / 40 < 100 ? 100 : least / 40, visits = least * part * part * part;
    if (part >= 1)
        return INFINITY;
    return visits > early ? visits : early < least ? early : least;
}

/* Stores the limits from which on a region is sampled. */
void throttle_start(const struct measure_settings *settings);

/* Adds the node's visits since the last call to the totals of its region, and decides whether to
 * sample it. Also a moment to check whether measuring is to stop. */
void throttle_consider(struct format_node *node);

/* Notes a visit of a sampled region that was only counted, and may choose the next one to be
 * timed. */
void throttle_counted(struct tri_region *region, struct format_node *node);

/* Notes a timed visit of a sampled region: if most of them are long, all visits are timed again. */
void throttle_reconsider(const struct format_node *node, uint64_t ticks);

/* The first visits of a call path are timed, too, if they come one after another: they may be far
 * longer than those on other call paths. They do not stand for later visits, unless no later one is
 * timed. */
enum { THROTTLE_FIRST = 16 };
static inline bool throttle_is_new(const struct format_node *node)
{
    return node->count <= THROTTLE_FIRST;
}

/* Makes the next visit of a sampled region timed, because it is inside a new call path. */
void throttle_learn(struct tri_region *region);

/* True if the visit that is about to begin is timed as one of the first of its call path. */
bool throttle_wants(const struct tri_region *region, const struct format_node *node);

/* True if throttle_consider() is to be called for the node: at visits 1, 2, 4, 8 ... 512 and so on
 * in every 1024. A region may be visited on many call paths, a few times on each. */
static inline bool throttle_is_due(uint64_t count)
{
    return (count & (count - 1) & 1023) == 0;
}

#endif
