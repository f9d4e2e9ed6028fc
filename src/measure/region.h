/* region.h: the place's table of regions. */
#ifndef MEASURE_REGION_H
#define MEASURE_REGION_H

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

bool region_prepare(void);  /* makes the files; with the guard held */
void region_stop_all(void); /* switches every region off; with the guard held */
bool region_fork(void);     /* in a forked child; with the guard held */

/* Enters a region in the table; with the guard held. False: measuring is off, or there is no room.
 */
bool region_add(struct tri_region *region, const char *dir);

/* An anchor that is not wanted is counted all the same if it counts a light region that is. One
 * that is left out because it costs too much takes the loops of its routine with it. With the guard
 * held. */
void region_carry(struct tri_region *anchor, struct tri_region *light);

/* The region of that id; NULL: none, or its library was unloaded. */
struct tri_region *region_known(uint32_t id);

/* enum tri_kind of a region that was added. */
uint32_t region_kind(uint32_t id);

/* A region became too expensive to time: it is counted on, and a part of its visits timed; `share`
 * of 2^32. The opposite: all are timed again. */
void region_sample(uint32_t id, uint32_t share);
void region_time_again(uint32_t id);
bool region_is_sampled(uint32_t id);

/* The next visit of a region that is sampled is timed. */
void region_time_next(struct tri_region *region);

/* Notes whether a sampled visit was long; returns how many of the last 8 were. */
#define REGION_LAST 255U /* tri_region.lately: a bit for each of these */
int region_tell_length(uint32_t id, bool is_long);

/* Its library is unloaded; with the guard held. */
void region_forget(const struct tri_region *region);

/* Adds visits to what is known of a region and returns the sums; none for one that cannot be
 * throttled. */
struct region_load {
    uint64_t visits, ticks;
};
struct region_load region_tell(uint32_t id, uint64_t visits, uint64_t ticks);

#endif
