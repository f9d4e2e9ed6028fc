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

/* The region of that id; NULL: none, or its library was unloaded. */
const struct tri_region *region_known(uint32_t id);

/* enum tri_kind of a region that was added. */
uint32_t region_kind(uint32_t id);

/* A region became too expensive to time: it is counted on. */
void region_throttle(uint32_t id);

/* Its library is unloaded; with the guard held. */
void region_forget(const struct tri_region *region);

/* Adds visits to what is known of a region and returns the sums; none for one that cannot be
 * throttled. */
struct region_load {
    uint64_t visits, ticks;
};
struct region_load region_tell(uint32_t id, uint64_t visits, uint64_t ticks);

#endif
