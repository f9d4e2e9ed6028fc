/* region.h: the place's table of regions: the file `regions` with their descriptions, and `strings`
 * with their texts. The id of a region is its row. */
#ifndef MEASURE_REGION_H
#define MEASURE_REGION_H

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

bool measure_region_prepare(void);  /* makes the files; the guard must be held */
void measure_region_stop_all(void); /* switches every region off; the guard must be held */
bool measure_region_fork(void);     /* in a forked child; the guard must be held */

/* Adds a region to the table. The guard must be held. False if measuring is off, or if there is no
 * room. */
bool measure_region_add(struct tri_region *region, const char *dir);

/* Does the same for a call of a described function, with facts of format/mpi.h; 0: none. */
bool measure_region_add_described(struct tri_region *region, const char *dir, uint32_t facts);

/* Has a filter that was sent meet all regions. Those of which the first filter logged no visit ask
 * it from now on. The guard must be held. */
void measure_region_meet_again(void);

/* Reconciles the modes of an anchor and a light region that it counts. An anchor that the user did
 * not choose is counted all the same if the light region is wanted. An anchor that is off because
 * it costs too much switches off the light loops of its routine, too. The guard must be held. */
void measure_region_carry(struct tri_region *anchor, struct tri_region *light);

/* Finds the region of a routine that has a probe, by its source. The guard must be held. NULL if
 * there is none. */
struct tri_region *measure_region_find_routine(const char *name, const char *file, unsigned line);

/* Adds a routine that is not measured, for regions in it. The guard must be held. False if there is
 * no room. */
bool measure_region_add_named(struct tri_region *routine, const char *dir);

/* Returns the region of that id; NULL if there is none, or if its library was unloaded. */
struct tri_region *measure_region_known(uint32_t id);

/* Adds flags of format/region.h to a region in the table. */
void measure_region_flag(uint32_t id, uint32_t flags);

/* Returns the kind (enum tri_kind) of a region in the table. */
uint32_t measure_region_kind(uint32_t id);

/* measure_region_sample() makes a region sampled because it is too expensive to time: all its
 * visits are counted, and `share` of 2^32 are timed. measure_region_time_again() returns to timing
 * all of them. */
void measure_region_sample(uint32_t id, uint32_t share);
void measure_region_time_again(uint32_t id);
bool measure_region_is_sampled(uint32_t id);

/* Makes the next visit of a sampled region a timed one. */
void measure_region_time_next(struct tri_region *region);

/* Notes whether a timed visit of a sampled region was long; returns how many of the last 8 were. */
#define REGION_LAST 255U /* the bits of tri_region.lately that hold the last 8 visits */
int measure_region_tell_length(uint32_t id, bool is_long);

/* Removes a region whose library is being unloaded from the table of descriptors. The guard must be
 * held. */
void measure_region_forget(const struct tri_region *region);

/* Adds visits to the totals of a region and returns the totals; zeros for a region that is never
 * sampled. */
struct measure_region_load {
    uint64_t visits, ticks;
};
struct measure_region_load measure_region_tell(uint32_t id, uint64_t visits, uint64_t ticks);

#endif
