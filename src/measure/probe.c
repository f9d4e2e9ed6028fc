/* probe.c: the probes. Everything here is on the fast path; rare actions are in other files. */
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/guard.h"
#include "measure/heed.h"
#include "measure/inherit.h"
#include "measure/lane.h"
#include "measure/node.h"
#include "measure/pause.h"
#include "measure/region.h"
#include "measure/throttle.h"
#include "measure/unit.h"
#include "measure/visit.h"

#include <triptych/triptych.h>

/* Finds or makes the child if it may be new. NULL if the visit is not measured. */
static VISIT_RARE struct format_node *find_new_child(struct tri_region *region)
{
    if (measure_guard_is_own()) /* the library itself has called a function of the program */
        return NULL;
    if (__atomic_load_n(&region->mode, __ATOMIC_ACQUIRE) == TRI_NEW) {
        unit_meet(region);
        if (region->id == 0) /* compiled for another version, or no room for it */
            __atomic_store_n(&region->mode, TRI_OFF, __ATOMIC_RELAXED);
        if (__atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_OFF)
            return NULL;
    }
    if (measure_lane_current == &measure_lane_nowhere && !measure_lane_start())
        return NULL;
    if (pause_is_on())
        return NULL;
    return measure_node_child(measure_lane_current, region->id);
}

/* Does the same; goes back over a bridge if the visit is not measured. */
static VISIT_RARE struct format_node *find_new_or_return(struct tri_region *region)
{
    struct format_node *node = find_new_child(region);
    if (!node)
        measure_bridge_return();
    return node;
}

struct format_node *measure_visit_find_child(struct tri_region *region)
{
    struct format_node *up = measure_lane_current;
    if (__builtin_expect(up != &measure_lane_nowhere && !measure_guard_is_own(),
                         1)) { /* the thread has a lane */
        struct format_node *node = measure_node_known_child(up, region->id);
        if (__builtin_expect(node != NULL, 1))
            return node;
    }
    return find_new_or_return(region);
}

struct tri_node *measure_visit_handle_of(const struct format_node *node)
{
    if (measure_log_wants_node(node))
        return measure_visit_logged_handle(node->up);
    bool sampled = node->open > FORMAT_OPEN_UNTIMED && measure_region_is_sampled(node->region);
    return sampled ? measure_visit_marked_handle(node->up, VISIT_SAMPLED)
                   : measure_visit_handle(node->up);
}

VISIT_RARE struct tri_node *measure_visit_was_counted_far(struct tri_region *region,
                                                          struct format_node *node,
                                                          struct tri_node *handle)
{
    throttle_counted(region, node);
    return handle;
}

VISIT_RARE void measure_visit_end_counted_far(struct tri_region *region, struct format_node *node,
                                              struct format_node *up)
{
    throttle_counted(region, node);
    __asm__ volatile("" ::: "memory");
    measure_lane_current = up;
    measure_bridge_return();
}

struct tri_node *measure_visit_open_child(struct tri_region *region, struct format_node *node)
{
    struct format_node *up = measure_lane_current;
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    bool sampled = mode == TRI_SAMPLE || (mode == TRI_COUNT && throttle_wants(region, node));
    if (mode <= TRI_COUNT && !sampled) {
        measure_visit_open(node, TRI_COUNT);
        measure_visit_note_counted(region, node, node->count);
        return measure_visit_handle(up);
    }
    if (sampled) {
        if (mode == TRI_SAMPLE)
            __atomic_compare_exchange_n(&region->mode, &mode, TRI_COUNT, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
        measure_node_begin_sampled(node);
        measure_visit_open_timed(node);
        return measure_visit_marked_handle(up, VISIT_SAMPLED);
    }
    measure_visit_open_timed(node);
    return mode == TRI_TIME_LOG ? measure_visit_logged_handle(up) : measure_visit_handle(up);
}

VISIT_RARE struct tri_node *measure_visit_enter_far(struct tri_region *region)
{
    struct format_node *node = measure_visit_find_child(region);
    return node ? measure_visit_open_child(region, node) : NULL;
}

__attribute__((noinline)) struct tri_node *measure_visit_enter_otherwise(struct tri_region *region,
                                                                         unsigned mode)
{
    measure_bridge_cross();
    struct format_node *up = measure_lane_current, *node = up->recent;
    if (__builtin_expect(node->region != region->id, 0))
        return measure_visit_enter_far(region);
    measure_heed_check();
    if (__builtin_expect(mode != TRI_TIME_LOG || clock_kind != FORMAT_CLOCK_COUNTER, 0))
        return measure_visit_open_child(region, node);
    measure_visit_open(node, TRI_TIME);
    return measure_visit_logged_handle(up);
}

struct tri_node *tri_enter_on(struct tri_region *region)
{
    return measure_visit_enter(region);
}

/* Ends the visits inside the one below `up`, which were jumped over, and returns that one. NULL if
 * it has ended already. */
static struct format_node *close_inner(const struct format_node *up, uint64_t now)
{
    struct format_node *node = measure_node_open_below(up);
    while (node && measure_lane_current != node)
        measure_node_close_from_outside(now);
    return node;
}

/* True if the filter wants the visit logged. */
static __attribute__((noinline)) bool is_wanted(const struct format_node *node, uint64_t ticks,
                                                uint64_t trips)
{
    return measure_filter_keeps(
        &(struct measure_filter_act){.node = node, .ticks = ticks, .trips = trips});
}

static inline void log_visit(const struct format_node *node, uint64_t ticks, uint64_t trips)
{
    if (measure_filter_is_on() && !is_wanted(node, ticks, trips))
        return;
    if (trips == NODE_NO_TRIPS)
        measure_log_act(node->self, node->open, ticks);
    else
        measure_log_loop(node->self, node->open, ticks, trips);
}

/* Adds the trips of a visit that ends and returns them. A visit that began before a fork is a visit
 * of the parent: only its trips since then are added, if they are known. */
static uint64_t add_trips(struct format_node *node, uint64_t trips)
{
    enum inherited is = inherit_end(node);
    if (is == INHERITED_NOT || trips == NODE_NO_TRIPS) {
        measure_node_add_trips(node, trips);
        return trips;
    }
    if (is == INHERITED_RESET) {
        node->trips += trips;
        return trips;
    }
    node->aborted++;
    return NODE_NO_TRIPS;
}

/* Continues a pause in the caller of a visit that ended during it. */
static VISIT_RARE void pause_again(void)
{
    if (!pause_is_on())
        tri_enter(pause_region());
}

VISIT_RARE void measure_visit_leave_far(struct format_node *up, uint64_t trips)
{
    bool paused = pause_is_on();
    uint64_t now = measure_clock_now();
    struct format_node *node = close_inner(up, now);
    if (!node)
        return;
    trips = add_trips(node, trips);
    if (node->open > FORMAT_OPEN_UNTIMED)
        measure_node_add_time(node, now - node->open);
    if (measure_log_wants_node(node))
        log_visit(node, now - node->open, trips);
    up->recent = node;
    measure_visit_go_up(node, up);
    if (paused)
        pause_again(); /* the pause continues in the caller until it is resumed */
}

static VISIT_RARE void leave_by_slow_clock(struct format_node *node, struct format_node *up)
{
    measure_node_add_time(node, measure_clock_slow() - node->open);
    measure_visit_go_up(node, up);
    if (throttle_is_due(node->count))
        throttle_consider(node);
    measure_heed_check();
}

/* What is left to do after the last writes of a timed visit: the call in its place is the last step
 * of a fast path, which needs no stack frame then. */
static VISIT_RARE void end_timed_far(struct format_node *node)
{
    measure_bridge_return();
    if (throttle_is_due(node->count))
        throttle_consider(node);
    measure_heed_check();
}

static inline void leave_timed(struct format_node *node, struct format_node *up, uint64_t start)
{
    measure_node_add_time(node, measure_clock_counter() - start);
    measure_visit_make_last_writes(node, up);
    if (__builtin_expect(
            measure_bridge_is_on || throttle_is_due(node->count) || measure_heed_is_asked(), 0))
        end_timed_far(node);
}

/* Ends the current visit, whose trips were added before. */
static inline void leave(struct format_node *node, struct format_node *up)
{
    uint64_t start = node->open;
    if (start == FORMAT_OPEN_UNTIMED)
        measure_visit_go_up(node, up);
    else if (__builtin_expect(clock_kind != FORMAT_CLOCK_COUNTER, 0))
        leave_by_slow_clock(node, up);
    else
        leave_timed(node, up, start);
}

/* Ends a logged visit. */
static inline void leave_logged(struct format_node *up, uint64_t trips)
{
    struct format_node *node = up->recent;
    if (__builtin_expect(node != measure_lane_current || node->open <= FORMAT_OPEN_UNTIMED, 0)) {
        measure_visit_leave_far(up, trips);
        return;
    }
    measure_node_add_trips(node, trips);
    uint64_t ticks = measure_clock_now() - node->open;
    measure_node_add_time(node, ticks);
    log_visit(node, ticks, trips);
    measure_visit_go_up(node, up);
    if (__builtin_expect(throttle_is_due(node->count), 0))
        throttle_consider(node);
    measure_heed_check();
}

static __attribute__((noinline)) void leave_marked(struct tri_node *handle, uint64_t trips)
{
    struct format_node *up = measure_visit_up(handle);
    if (measure_visit_is_logged(handle)) {
        leave_logged(up, trips);
        return;
    }
    struct format_node *node = up->recent;
    if (__builtin_expect(node != measure_lane_current || node->open <= FORMAT_OPEN_UNTIMED, 0)) {
        measure_visit_leave_far(up, trips);
        return;
    }
    uint64_t ticks = measure_clock_now() - node->open;
    measure_node_add_trips(node, trips);
    measure_node_add_time(node, ticks);
    measure_node_end_sampled(node, ticks, throttle_is_new(node));
    measure_visit_go_up(node, up);
    throttle_reconsider(node, ticks);
}

void tri_leave(struct tri_node *handle)
{
    if (measure_visit_is_marked(handle)) {
        leave_marked(handle, NODE_NO_TRIPS);
        return;
    }
    struct format_node *up = (struct format_node *)handle, *node = up->recent;
    if (__builtin_expect(node == measure_lane_current, 1))
        leave(node, up);
    else
        measure_visit_leave_far(up, NODE_NO_TRIPS);
}

void measure_visit_leave(struct tri_node *handle, uint64_t trips)
{
    if (measure_visit_is_marked(handle)) {
        leave_marked(handle, trips);
        return;
    }
    struct format_node *up = (struct format_node *)handle, *node = up->recent;
    if (__builtin_expect(node == measure_lane_current, 1)) {
        measure_node_add_trips(node, trips);
        leave(node, up);
    } else {
        measure_visit_leave_far(up, trips);
    }
}

void tri_leave_loop(struct tri_node *handle, unsigned long long trips)
{
    measure_visit_leave(handle, trips);
}

/* `quick`: as of measure_visit_count(). */
static inline __attribute__((always_inline)) void
count_loop(struct tri_region *region, struct format_node *node, uint64_t trips, bool quick)
{
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    uint64_t count = ++node->count;
    measure_node_add_trips(node, trips);
    measure_visit_end_counted(region, node, up, count, quick);
}

static VISIT_RARE void count_visit_far(struct tri_region *region)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(region);
    if (node)
        measure_visit_count(region, node, 1, false);
}

static VISIT_RARE void count_loop_far(struct tri_region *region, uint64_t trips)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(region);
    if (node)
        count_loop(region, node, trips, false);
}

void tri_count_visit(struct tri_region *region)
{
    struct format_node *node = measure_visit_quick_child(measure_lane_current, region);
    if (__builtin_expect(node != NULL, 1))
        measure_visit_count(region, node, 1, true);
    else
        count_visit_far(region);
}

void tri_count_loop(struct tri_region *region, unsigned long long trips)
{
    struct format_node *node = measure_visit_quick_child(measure_lane_current, region);
    if (__builtin_expect(node != NULL, 1))
        count_loop(region, node, trips, true);
    else
        count_loop_far(region, trips);
}

void tri_count_loops(struct tri_region *region, unsigned long long count, unsigned long long trips,
                     unsigned long long min, unsigned long long max)
{
    if (!count || __atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_OFF)
        return;
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(region);
    if (!node)
        return;
    if (inherit_of(measure_lane_current) ==
        INHERITED_MIXED) { /* the sums include those of the parent */
        node->aborted++;
        measure_bridge_return();
        return;
    }
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    uint64_t visits = node->count += count;
    node->trips += trips;
    if (min < node->trips_min)
        node->trips_min = min;
    if (max > node->trips_max)
        node->trips_max = max;
    measure_visit_note_counted(region, node, visits);
    if (measure_visit_share(region) && node->sampled) /* one of them has been added */
        node->sampled->untimed += count - 1;
    __asm__ volatile("" ::: "memory");
    measure_lane_current = up;
    measure_bridge_return();
}

void tri_land(struct tri_node *handle)
{
    if (!handle || measure_visit_up(handle)->recent == measure_lane_current)
        return;
    bool paused = pause_is_on();
    if (close_inner(measure_visit_up(handle), measure_clock_now()) && paused)
        pause_again();
}

void tri_forked(struct tri_node *handle)
{
    const struct format_node *node =
        handle ? measure_node_open_below(measure_visit_up(handle)) : NULL;
    if (node)
        inherit_reset(node);
}
