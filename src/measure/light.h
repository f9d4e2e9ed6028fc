/* light.h: the place's table of light regions, which have no probe and are counted by the anchor
 * around them. */
#ifndef MEASURE_LIGHT_H
#define MEASURE_LIGHT_H

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* Adds the light regions of a unit whose regions are already in the region table. The guard must be
 * held. False with errno if there is no room. */
bool light_add(const struct tri_unit *unit);

bool light_fork(void); /* in a forked child; the guard must be held */

/* Adapts how often the anchors of a region time their loops, after the timing of the region itself
 * has changed. */
void light_changed(const struct tri_region *region);

/* Calls `time_next` for each sampled loop of the anchor: its next visit is to be timed. */
void light_time_next(const struct tri_region *anchor, void (*time_next)(struct tri_region *region));

/* Bit of tri_region.inside: a loop of the anchor has a probe in all visits in which loops are
 * timed. */
#define LIGHT_TIMES_ALWAYS UINT32_C(1)

#endif
