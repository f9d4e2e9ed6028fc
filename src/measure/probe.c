/* probe.c: the probes themselves. Everything here is hot; what is rare stands in other files. */
#include "format/profile.h"
#include "measure/clock.h"
#include "measure/files.h"
#include "measure/lane.h"
#include "measure/node.h"
#include "measure/pause.h"
#include "measure/throttle.h"
#include "measure/unit.h"

#include <triptych/triptych.h>

#include <errno.h>
#include <stdio.h>

/* What a probe hands out for the time of a visit is not the node visited but the one to go back to,
 * its parent: the processor then needs not wait for the visited node to know where the next visit
 * begins. The visited node is the parent's recent child meanwhile. */
static struct tri_node *handle_of(struct format_node *up)
{
    return (struct tri_node *)up;
}

static struct format_node *up_of(struct tri_node *handle)
{
    return (struct format_node *)handle;
}

/* The child that the fast path did not find: another region than last time, the first visit of a
 * region, the first probe of a thread, or a pause. NULL: this visit is not measured. */
static struct format_node *find_child(struct tri_region *region)
{
    if (__atomic_load_n(&region->mode, __ATOMIC_ACQUIRE) == TRI_NEW) {
        unit_meet(region);
        if (region->id == 0) /* of another version, or there was no room for it */
            __atomic_store_n(&region->mode, TRI_OFF, __ATOMIC_RELAXED);
        if (__atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_OFF)
            return NULL;
    }
    if (lane_current == &lane_nowhere && !lane_start())
        return NULL;
    if (pause_is_on())
        return NULL;
    return node_child(lane_current, region->id);
}

/* The fast paths below have no frame of their own: what is rare is called last, with everything it
 * needs. */
#define RARE __attribute__((noinline, cold))

static inline void open_visit(struct format_node *node, unsigned mode)
{
    node_make_current(node);
    node->count++;
    if (__builtin_expect(mode == TRI_TIME, 1))
        node->open = clock_counter();
    else
        node->open = FORMAT_OPEN_UNTIMED;
}

static RARE struct tri_node *enter_far(struct tri_region *region)
{
    struct format_node *node = find_child(region);
    if (!node)
        return NULL;
    struct format_node *up = lane_current;
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    open_visit(node, mode);
    if (mode == TRI_TIME_SLOW)
        node->open = clock_slow();
    return handle_of(up);
}

struct tri_node *tri_enter_on(struct tri_region *region)
{
    struct format_node *up = lane_current, *node = up->recent;
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (__builtin_expect(node->region != region->id || mode == TRI_TIME_SLOW, 0))
        return enter_far(region);
    open_visit(node, mode);
    return handle_of(up);
}

/* The last writes of a visit. */
static inline void go_up(struct format_node *node, struct format_node *up)
{
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    lane_current = up;
}

/* Ends the visits inside the one below `up`, which were jumped over. NULL: that one has ended
 * already. */
static struct format_node *close_inner(const struct format_node *up, uint64_t now)
{
    struct format_node *node = node_open_below(up);
    while (node && lane_current != node)
        node_close_from_outside(now);
    return node;
}

/* The visit to be left is not the current one, or not its parent's recent child any more. */
static RARE void leave_far(struct format_node *up, uint64_t trips)
{
    bool paused = pause_is_on();
    uint64_t now = clock_now();
    struct format_node *node = close_inner(up, now);
    if (!node)
        return;
    node_add_trips(node, trips);
    if (node->open > FORMAT_OPEN_UNTIMED)
        node_add_time(node, now - node->open);
    go_up(node, up);
    up->recent = node;
    if (paused)
        tri_pause(); /* in the caller, too, until it is resumed */
}

static RARE void leave_by_slow_clock(struct format_node *node, struct format_node *up)
{
    node_add_time(node, clock_slow() - node->open);
    go_up(node, up);
    if (throttle_is_due(node->count))
        throttle_consider(node);
}

/* Ends the current visit, of which the trips are known by now. */
static inline void leave(struct format_node *node, struct format_node *up)
{
    uint64_t start = node->open;
    if (start == FORMAT_OPEN_UNTIMED) {
        go_up(node, up);
    } else if (__builtin_expect(clock_kind != FORMAT_CLOCK_COUNTER, 0)) {
        leave_by_slow_clock(node, up);
    } else {
        node_add_time(node, clock_counter() - start);
        go_up(node, up);
        if (__builtin_expect(throttle_is_due(node->count), 0))
            throttle_consider(node);
    }
}

void tri_leave(struct tri_node *handle)
{
    struct format_node *up = up_of(handle), *node = up->recent;
    if (__builtin_expect(node == lane_current, 1))
        leave(node, up);
    else
        leave_far(up, NODE_NO_TRIPS);
}

void tri_leave_loop(struct tri_node *handle, unsigned long long trips)
{
    struct format_node *up = up_of(handle), *node = up->recent;
    if (__builtin_expect(node == lane_current, 1)) {
        node_add_trips(node, trips);
        leave(node, up);
    } else {
        leave_far(up, trips);
    }
}

/* A visit that begins and ends in one step; the node is current meanwhile, for signal handlers. */
static inline void count_visits(struct format_node *node, uint64_t visits)
{
    struct format_node *up = lane_current;
    node_make_current(node);
    node->count += visits;
    __asm__ volatile("" ::: "memory");
    lane_current = up;
}

static inline void count_loop(struct format_node *node, uint64_t trips)
{
    struct format_node *up = lane_current;
    node_make_current(node);
    node->count++;
    node_add_trips(node, trips);
    __asm__ volatile("" ::: "memory");
    lane_current = up;
}

static RARE void count_visit_far(struct tri_region *region)
{
    struct format_node *node = find_child(region);
    if (node)
        count_visits(node, 1);
}

static RARE void count_loop_far(struct tri_region *region, uint64_t trips)
{
    struct format_node *node = find_child(region);
    if (node)
        count_loop(node, trips);
}

void tri_count_visit(struct tri_region *region)
{
    struct format_node *node = lane_current->recent;
    if (__builtin_expect(node->region == region->id, 1))
        count_visits(node, 1);
    else
        count_visit_far(region);
}

void tri_count_loop(struct tri_region *region, unsigned long long trips)
{
    struct format_node *node = lane_current->recent;
    if (__builtin_expect(node->region == region->id, 1))
        count_loop(node, trips);
    else
        count_loop_far(region, trips);
}

void tri_count_loops(struct tri_region *region, unsigned long long count, unsigned long long trips,
                     unsigned long long min, unsigned long long max)
{
    struct format_node *node = find_child(region);
    if (!node)
        return;
    count_visits(node, count);
    node->trips += trips;
    if (min < node->trips_min)
        node->trips_min = min;
    if (max > node->trips_max)
        node->trips_max = max;
}

/* Time, count and bytes of one visit, for the file below the I/O statement. */
static void add_to_file(struct format_node *node, uint32_t file, uint64_t ticks, uint64_t bytes)
{
    struct format_node *below = file ? node_child(node, file) : NULL;
    if (!below)
        return;
    below->count++;
    below->bytes += bytes;
    if (ticks != UINT64_MAX)
        node_add_time(below, ticks);
}

/* Ends an I/O visit that the clock was already read for. */
static void leave_file(struct format_node *up, uint64_t now, uint32_t file, long long bytes)
{
    struct format_node *node = up->recent;
    if (node != lane_current) {
        leave_far(up, NODE_NO_TRIPS);
        return;
    }
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed ? now - node->open : UINT64_MAX;
    uint64_t moved = bytes > 0 ? (uint64_t)bytes : 0;
    node->bytes += moved;
    if (timed)
        node_add_time(node, ticks);
    add_to_file(node, file, ticks, moved);
    go_up(node, up);
    if (timed && throttle_is_due(node->count))
        throttle_consider(node);
}

/* The clock is read before anything is looked up; not at all for a visit that is only counted. */
static inline uint64_t end_of_visit(const struct format_node *up)
{
    return up->recent->open > FORMAT_OPEN_UNTIMED ? clock_now() : 0;
}

void tri_leave_io(struct tri_node *handle, int where, long long bytes)
{
    uint64_t now = end_of_visit(up_of(handle));
    int saved = errno;
    leave_file(up_of(handle), now, files_region(where), bytes);
    if (where >= 0 && where & FILES_CLOSING)
        files_forget(where & ~FILES_CLOSING);
    errno = saved;
}

void tri_leave_open(struct tri_node *handle, const char *path, int fd)
{
    uint64_t now = end_of_visit(up_of(handle));
    int saved = errno;
    leave_file(up_of(handle), now, files_opened(path, fd), 0);
    errno = saved;
}

int tri_where_stream(void *stream)
{
    int saved = errno;
    int fd = stream ? fileno_unlocked(stream) : FILES_UNKNOWN;
    errno = saved;
    return fd;
}

/* Afterwards nobody could tell which file it was: it is looked up now. */
int tri_where_closing(int fd)
{
    if (fd < 0)
        return fd;
    int saved = errno;
    files_region(fd);
    errno = saved;
    return fd | FILES_CLOSING;
}

void tri_land(struct tri_node *handle)
{
    if (!handle || up_of(handle)->recent == lane_current)
        return;
    bool paused = pause_is_on();
    if (close_inner(up_of(handle), clock_now()) && paused)
        tri_pause();
}
