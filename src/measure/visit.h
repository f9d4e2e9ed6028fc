/* visit.h: the beginning and the end of a visit, shared by all probes. */
#ifndef MEASURE_VISIT_H
#define MEASURE_VISIT_H

#include "format/profile.h"
#include "measure/bridge.h"
#include "measure/clock.h"
#include "measure/guard.h"
#include "measure/log.h"
#include "measure/node.h"
#include "measure/node_search.h"
#include "measure/throttle.h"

#include <triptych/probes.h>

/* The handle of a visit. A probe hands out the parent of the visited node instead of the node
 * itself: so the processor need not wait for the visited node to know where the next visit begins.
 * During the visit, the visited node is the parent's recent child. */
static inline struct tri_node *measure_visit_handle(struct format_node *up)
{
    return (struct tri_node *)up;
}

/* The lowest bits of a handle, which are free since nodes are aligned, hold what the end of the
 * visit has to know. */
enum {
    VISIT_LOGGED = 1,
    VISIT_INSIDE = TRI_INSIDE, /* of an anchor: the loops inside are timed */
    VISIT_SAMPLED = 4,         /* a timed visit of a sampled region */
    VISIT_BITS = 7,
};

_Static_assert(FORMAT_RECORD_SIZE > VISIT_BITS, "the lowest bits of a node's address are free");

static inline struct tri_node *measure_visit_marked_handle(struct format_node *up, unsigned bits)
{
    return (struct tri_node *)((char *)up + bits);
}

static inline struct tri_node *measure_visit_logged_handle(struct format_node *up)
{
    return measure_visit_marked_handle(up, VISIT_LOGGED);
}

static inline bool measure_visit_is_logged(struct tri_node *handle)
{
    return __builtin_expect((uintptr_t)handle & VISIT_LOGGED, 0);
}

/* True if any of the bits is set. */
static inline bool measure_visit_is_marked(struct tri_node *handle)
{
    return __builtin_expect((uintptr_t)handle & VISIT_BITS, 0);
}

static inline struct format_node *measure_visit_up(struct tri_node *handle)
{
    return (struct format_node *)((char *)handle - ((uintptr_t)handle & VISIT_BITS));
}

/* Returns the handle of an open visit, for callers that were not given it. */
struct tri_node *measure_visit_handle_of(const struct format_node *node);

/* Fast paths have no stack frame of their own: rare actions are tail calls that get everything they
 * need. */
#define VISIT_RARE __attribute__((noinline, cold))

/* Finds the child if the fast path did not: another region than last time, the first visit of a
 * region, the first probe of a thread, or a pause. NULL if this visit is not measured. */
struct format_node *measure_visit_find_child(struct tri_region *region);

/* Begins a visit of a child that was found, in any mode. */
struct tri_node *measure_visit_open_child(struct tri_region *region, struct format_node *node);

/* Finds the child and begins the visit; returns the handle, or NULL. */
struct tri_node *measure_visit_enter_far(struct tri_region *region);

/* Ends the visit below `up` if it is not the current one, or no longer its parent's recent
 * child. */
void measure_visit_leave_far(struct format_node *up, uint64_t trips);

/* Begins a visit in any mode, whatever calls it; tries the recent child first. */
struct tri_node *measure_visit_enter_otherwise(struct tri_region *region, unsigned mode);

/* Ends the visit of a loop, or of a routine (trips is NODE_NO_TRIPS). */
void measure_visit_leave(struct tri_node *handle, uint64_t trips);

/* Begins a visit that is timed by the hardware counter, or one that is only counted; the number of
 * the visit. */
static inline uint64_t measure_visit_open(struct format_node *node, unsigned mode)
{
    measure_node_make_current(node);
    uint64_t count = ++node->count;
    if (__builtin_expect(mode == TRI_TIME, 1))
        node->open = measure_clock_counter();
    else
        node->open = FORMAT_OPEN_UNTIMED;
    return count;
}

/* Begins a visit that is timed by the place's clock. */
static inline void measure_visit_open_timed(struct format_node *node)
{
    measure_node_make_current(node);
    node->count++;
    node->open = measure_clock_now();
}

/* True if the visit of that number is one of the chosen ones, `share` of 2^32 of all. Multiples of
 * the golden ratio spread them evenly over the program's time and over any period in it. */
static inline bool measure_visit_is_chosen(uint64_t number, uint32_t share)
{
    return (uint32_t)number * UINT32_C(2654435769) < share;
}

/* Returns the share of timed visits of a sampled region, of 2^32; 0 if all or none of them are
 * timed. */
static inline uint32_t measure_visit_share(const struct tri_region *region)
{
    return __atomic_load_n(&region->share, __ATOMIC_RELAXED);
}

/* True if nothing else is to be done about an untimed visit, the node's count-th, of a sampled
 * region than to count it as untimed. */
static inline bool measure_visit_is_common(const struct format_node *node, uint64_t count,
                                           uint32_t share)
{
    return __builtin_expect(node->sampled != NULL && !measure_visit_is_chosen(count, share), 1);
}

/* Notes that the current visit, the node's count-th, was only counted: if the region is sampled,
 * the next visit may be timed. The node is still current: as soon as its parent is, a signal
 * handler may count visits of the same node. */
static inline void measure_visit_note_counted(struct tri_region *region, struct format_node *node,
                                              uint64_t count)
{
    uint32_t share = measure_visit_share(region);
    if (__builtin_expect(share == 0, 1))
        return;
    if (measure_visit_is_common(node, count, share))
        node->sampled->untimed++;
    else
        throttle_counted(region, node);
}

/* The rare part of measure_visit_end_counted(). */
void measure_visit_end_counted_far(struct tri_region *region, struct format_node *node,
                                   struct format_node *up);

/* The rare part of measure_visit_was_counted(). */
struct tri_node *measure_visit_was_counted_far(struct tri_region *region, struct format_node *node,
                                               struct tri_node *handle);

/* Does what measure_visit_note_counted() does, as the last step of a fast path whose handle it
 * returns. */
static inline struct tri_node *measure_visit_was_counted(struct tri_region *region,
                                                         struct format_node *node,
                                                         struct tri_node *handle)
{
    uint32_t share = measure_visit_share(region);
    if (__builtin_expect(share == 0, 1))
        return handle;
    if (!measure_visit_is_common(node, node->count, share))
        return measure_visit_was_counted_far(region, node, handle);
    node->sampled->untimed++;
    return handle;
}

/* Returns the current node's child for that region if it was the last one entered, or the one that
 * followed it last time; so siblings that are visited in turn are found. NULL otherwise. */
static inline struct format_node *measure_visit_near_child(struct format_node *up,
                                                           const struct tri_region *region)
{
    struct format_node *node = up->recent;
    if (__builtin_expect(node->region == region->id, 1))
        return node;
    node = node->next;
    if (__builtin_expect(node->region != region->id, 0))
        return NULL;
    up->recent = node;
    return node;
}

/* Finds a child that is neither of the two. NULL if it is new, or cannot be found here, or has had
 * few visits: the slow path decides whether the next one is timed. */
static inline struct format_node *measure_visit_other_child(struct format_node *up,
                                                            const struct tri_region *region)
{
    if (up == &measure_lane_nowhere || measure_guard_is_own())
        return NULL;
    struct format_node *node = measure_node_skip(up, region->id);
    if (!node)
        node = measure_node_search(measure_lane_own, up, region->id);
    return node && node->count >= THROTTLE_FIRST ? node : NULL;
}

/* Finds the child for fast paths, which have no stack frame and therefore cannot cross to or from
 * the functions of the binary that are counted: if there are any, it returns NULL, and the slow
 * path does all that. NULL also if the child is new. */
static inline __attribute__((always_inline)) struct format_node *
measure_visit_quick_child(struct format_node *up, const struct tri_region *region)
{
    if (__builtin_expect(measure_bridge_is_on, 0))
        return NULL;
    struct format_node *node = measure_visit_near_child(up, region);
    return __builtin_expect(node != NULL, 1) ? node : measure_visit_other_child(up, region);
}

/* The two steps of measure_visit_quick_child(). If the first one returns NULL, the caller's last
 * step is another function, which calls the second one: without a search in it, a fast path has
 * registers enough and saves none of its caller's. */
static inline struct format_node *measure_visit_first_child(struct format_node *up,
                                                            const struct tri_region *region)
{
    return __builtin_expect(measure_bridge_is_on, 0) ? NULL : measure_visit_near_child(up, region);
}

static inline struct format_node *measure_visit_second_child(struct format_node *up,
                                                             const struct tri_region *region)
{
    return __builtin_expect(measure_bridge_is_on, 0) ? NULL : measure_visit_other_child(up, region);
}

static inline struct tri_node *measure_visit_enter(struct tri_region *region)
{
    struct format_node *up = measure_lane_current, *node = measure_visit_quick_child(up, region);
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (__builtin_expect(node && mode == TRI_TIME, 1)) {
        measure_visit_open(node, TRI_TIME);
        return measure_visit_handle(up);
    }
    if (__builtin_expect(!node || mode >= TRI_TIME_SLOW, 0))
        return measure_visit_enter_otherwise(region, mode);
    measure_visit_open(node, TRI_COUNT);
    return measure_visit_was_counted(region, node, measure_visit_handle(up));
}

/* Makes the last writes of a visit. */
static inline void measure_visit_make_last_writes(struct format_node *node, struct format_node *up)
{
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    measure_lane_current = up;
}

/* Ends a visit: makes its last writes, and goes back over a bridge. */
static inline void measure_visit_go_up(struct format_node *node, struct format_node *up)
{
    measure_visit_make_last_writes(node, up);
    measure_bridge_return();
}

/* Notes the same and ends the visit, as the last step of a fast path. `quick`: a constant, true if
 * measure_visit_quick_child() found the node. */
static inline __attribute__((always_inline)) void
measure_visit_end_counted(struct tri_region *region, struct format_node *node,
                          struct format_node *up, uint64_t count, bool quick)
{
    uint32_t share = measure_visit_share(region);
    if (__builtin_expect(share != 0, 0)) {
        if (!measure_visit_is_common(node, count, share)) {
            measure_visit_end_counted_far(region, node, up);
            return;
        }
        node->sampled->untimed++;
    }
    __asm__ volatile("" ::: "memory");
    measure_lane_current = up;
    if (!quick)
        measure_bridge_return();
}

/* Counts visits that begin and end in one step; the node is current meanwhile, for signal handlers.
 * `quick`: as above. */
static inline __attribute__((always_inline)) void measure_visit_count(struct tri_region *region,
                                                                      struct format_node *node,
                                                                      uint64_t visits, bool quick)
{
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    uint64_t count = node->count += visits;
    measure_visit_end_counted(region, node, up, count, quick);
}

#endif
