/* light.h: the place's table of light regions, which are counted by an anchor around them. */
#ifndef MEASURE_LIGHT_H
#define MEASURE_LIGHT_H

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* Enters the light regions of a unit whose regions are in the table of regions; with the guard
 * held. False with errno: there is no room. */
bool light_add(const struct tri_unit *unit);

bool light_fork(void); /* in a forked child; with the guard held */

/* A region is timed otherwise from now on: how often are the loops around it in its anchors? */
void light_changed(const struct tri_region *region);

/* The next visit of each loop of the anchor of which only some are timed is one of these. */
void light_time_next(const struct tri_region *anchor);

#endif
