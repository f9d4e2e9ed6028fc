/* nest.c: visits of anchors, which take over the counts of their light regions. */
#include "measure/inherit.h"
#include "measure/light.h"
#include "measure/region.h"
#include "measure/visit.h"

#pragma GCC visibility push(default)

/* Probes of Fortran (probes.inc): end a visit of a loop inside an anchor that has a handle in every
 * visit, and in which other probes run, too. If the loop's own handle is 0, its counts are added to
 * the anchor's values. `place`: in bits 0 to 15 the index of the anchor's sum of its visits; in
 * bits 16 to 31 that of the range of its trips; bit 32 is set if its trips have a sum, the next
 * one, and that range. tri_add_nest: it is an anchor itself; its own values follow. */
void tri_add_loop(struct tri_region *loop, struct tri_node *handle, unsigned long long trips,
                  struct tri_node *anchor, unsigned long long place);
void tri_add_nest(struct tri_region *loop, struct tri_node *handle, unsigned long long trips,
                  struct tri_node *anchor, unsigned long long place,
                  const unsigned long long *values);

#pragma GCC visibility pop

/* Times the inner loops in the first visits of a call path, even if these loops are sampled because
 * most of their visits on other call paths are short. */
static VISIT_RARE bool time_loops(const struct tri_region *anchor, const struct format_node *node)
{
    if (!(node->count &
          (node->count - 1))) /* some of the visits suffice: they time the next ones */
        light_time_next(anchor, throttle_learn);
    return true;
}

struct tri_node *tri_enter_nest(struct tri_region *anchor)
{
    struct tri_node *handle = measure_visit_enter(anchor);
    if (!handle)
        return handle;
    struct format_node *node = measure_lane_current;
    uint32_t inside = __atomic_load_n(&anchor->inside, __ATOMIC_RELAXED);
    bool timed = node->open != FORMAT_OPEN_UNTIMED &&
                 (measure_visit_is_chosen(node->count - 1, inside) ||
                  (inside && throttle_is_new(node) && time_loops(anchor, node)));
    if (!timed)
        return handle;
    if (inside & LIGHT_TIMES_ALWAYS)
        measure_node_time_inside(node);
    return (struct tri_node *)((char *)handle + VISIT_INSIDE);
}

/* Returns the handle without the bit of anchors. */
static inline struct tri_node *plain(struct tri_node *handle)
{
    return (struct tri_node *)((char *)handle - ((uintptr_t)handle & VISIT_INSIDE));
}

#if defined __aarch64__
/* Two sums, which are added at once: mostly there are two for each loop. */
typedef uint64_t two_sums __attribute__((vector_size(16), aligned(8), may_alias));
#endif

/* x86-64 adds one sum at a time: the values have just been stored one by one, and a load of two
 * would have to wait until both stores are in the cache. */
static inline void add_sums(uint64_t *to, const unsigned long long *values, unsigned sums)
{
#if defined __aarch64__
    for (; sums >= 2; sums -= 2, values += 2, to += 2)
        *(two_sums *)to += *(const two_sums *)values;
#endif
    for (; sums; sums--)
        *to++ += *values++;
}

/* Widens a range, a pair of minimum and maximum. It rarely gets wider; what is compared is then
 * read again, so that mostly it need not be kept in registers. */
static inline void widen_by(uint64_t *range, uint64_t least, uint64_t most)
{
    if (__builtin_expect((least < range[0]) | (most > range[1]), 0)) {
        __asm__ volatile("" ::: "memory");
        range[0] = least < range[0] ? least : range[0];
        range[1] = most > range[1] ? most : range[1];
    }
}

static inline void add_ranges(uint64_t *to, const unsigned long long *values, unsigned ranges)
{
    for (; ranges; ranges--, values += 2, to += 2)
        widen_by(to, values[0], values[1]);
}

/* Adds values to those of a node. */
static inline void add_values(struct format_node *node, const unsigned long long *values)
{
    struct format_values *all = measure_node_values(node);
    add_sums(all->value, values, all->sums);
    add_ranges(all->value + all->sums, values + all->sums, all->ranges);
}

/* Adds values in a forked process to a visit that began before the fork: they may include those of
 * the parent. */
static VISIT_RARE void add_inherited(struct format_node *node, const unsigned long long *values)
{
    if (inherit_of(node) == INHERITED_MIXED)
        measure_node_values(node)->lost++;
    else
        add_values(node, values);
}

/* Adds values to a node that is open or current. */
static inline void add_open(struct format_node *node, const unsigned long long *values)
{
    if (__builtin_expect(!measure_node_is_anchor(node), 0))
        return;
    if (__builtin_expect(node->count != 0, 1))
        add_values(node, values);
    else
        add_inherited(node, values);
}

/* Adds values to the visit that ends if it is not the current one because inner visits were jumped
 * over. */
static VISIT_RARE void add_values_far(const struct format_node *up,
                                      const unsigned long long *values)
{
    struct format_node *node = measure_node_open_below(up);
    if (node)
        add_open(node, values);
}

static inline void publish(struct tri_node *handle, const unsigned long long *values)
{
    struct format_node *up = measure_visit_up(handle), *node = up->recent;
    if (__builtin_expect(node == measure_lane_current, 1))
        add_open(node, values);
    else
        add_values_far(up, values);
}

void tri_leave_nest(struct tri_node *handle, unsigned long long trips,
                    const unsigned long long *values)
{
    publish(handle, values);
    measure_visit_leave(plain(handle), trips);
}

void tri_publish_nest(struct tri_node *handle, const unsigned long long *values)
{
    publish(handle, values);
}

static inline void widen(uint64_t *range, uint64_t trips)
{
    widen_by(range, trips, trips);
}

/* Where a loop's values are among those of the anchor around it (tri_add_loop). */
struct place {
    unsigned sum, range;
    bool has_trips;
};

static inline struct place place_of(unsigned long long packed)
{
    return (struct place){(unsigned)packed & 0xffff, (unsigned)(packed >> 16) & 0xffff,
                          packed >> 32 & 1};
}

/* A sampled loop: may choose its next visit to be timed, also because it is on a new call path. */
static VISIT_RARE void note_added(struct tri_region *loop, uint64_t visits, uint32_t share)
{
    if (measure_visit_is_chosen(visits, share))
        measure_region_time_next(loop);
    else if (!(visits & (visits - 1))) /* some of the visits suffice: they time the next ones */
        throttle_learn(loop);
}

/* Returns the node of the anchor whose handle it is, if its visit is the current one and it has
 * values. Then they include those of the loops inside: the anchor's row of the table, from which
 * its nodes are made, and the calls that add to its values are of the same instrumented file. */
static inline struct format_node *current_anchor(struct tri_node *handle)
{
    if (__builtin_expect(!handle, 0))
        return NULL;
    struct format_node *node = measure_visit_up(handle)->recent;
    bool is = node == measure_lane_current && measure_node_is_anchor(node);
    return __builtin_expect(is, 1) ? node : NULL;
}

/* Adds a visit of a loop, and its own values, to those of the anchor around it. */
static inline void add_to_anchor(struct tri_region *loop, unsigned long long trips,
                                 struct format_node *anchor, struct place place,
                                 const unsigned long long *values)
{
    struct format_values *all = measure_node_values(anchor);
    uint64_t *sum = all->value + place.sum,
             *range = all->value + all->sums + (size_t)2 * place.range;
    uint64_t visits = ++*sum++;
    if (place.has_trips) {
        *sum++ += trips;
        widen(range, trips);
        range += 2;
    }
    if (values) {
        add_sums(sum, values, loop->sums);
        add_ranges(range, values + loop->sums, loop->ranges);
    }
    uint32_t share = measure_visit_share(loop);
    if (__builtin_expect(
            share != 0 && (visits <= THROTTLE_FIRST || measure_visit_is_chosen(visits, share)), 0))
        note_added(loop, visits, share);
}

/* The rare parts of the two probes below. */
static VISIT_RARE void end_loop_far(struct tri_region *loop, struct tri_node *handle,
                                    unsigned long long trips)
{
    if (handle)
        tri_leave_loop(handle, trips);
    else if (__atomic_load_n(&loop->mode, __ATOMIC_RELAXED) != TRI_OFF)
        tri_count_loop(loop, trips);
}

static VISIT_RARE void end_nest_far(struct tri_region *loop, struct tri_node *handle,
                                    unsigned long long trips, const unsigned long long *values)
{
    if (handle)
        tri_leave_nest(handle, trips, values);
    else
        tri_count_nest(loop, trips, values);
}

void tri_add_loop(struct tri_region *loop, struct tri_node *handle, unsigned long long trips,
                  struct tri_node *anchor, unsigned long long place)
{
    struct format_node *node = handle ? NULL : current_anchor(anchor);
    if (__builtin_expect(node != NULL, 1))
        add_to_anchor(loop, trips, node, place_of(place), NULL);
    else
        end_loop_far(loop, handle, trips);
}

void tri_add_nest(struct tri_region *loop, struct tri_node *handle, unsigned long long trips,
                  struct tri_node *anchor, unsigned long long place,
                  const unsigned long long *values)
{
    struct format_node *node = handle ? NULL : current_anchor(anchor);
    if (__builtin_expect(node != NULL, 1))
        add_to_anchor(loop, trips, node, place_of(place), values);
    else
        end_nest_far(loop, handle, trips, values);
}

/* Counts a visit of an anchor in one step; `add` adds its values. `quick`: as of
 * measure_visit_count(). */
#define COUNT_VISIT(anchor, node, trips, add, quick)                                               \
    do {                                                                                           \
        struct format_node *up = measure_lane_current;                                             \
        measure_node_make_current(node);                                                           \
        uint64_t count = ++(node)->count;                                                          \
        measure_node_add_trips(node, trips);                                                       \
        if (__builtin_expect(measure_node_is_anchor(node), 1))                                     \
            add;                                                                                   \
        measure_visit_end_counted(anchor, node, up, count, quick);                                 \
    } while (0)

static inline __attribute__((always_inline)) void
count_nest(struct tri_region *anchor, struct format_node *node, uint64_t trips,
           const unsigned long long *values, bool quick)
{
    COUNT_VISIT(anchor, node, trips, add_values(node, values), quick);
}

static VISIT_RARE void count_nest_far(struct tri_region *anchor, uint64_t trips,
                                      const unsigned long long *values)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(anchor);
    if (node)
        count_nest(anchor, node, trips, values, false);
}

static __attribute__((noinline)) void
count_nest_searching(struct tri_region *anchor, uint64_t trips, const unsigned long long *values)
{
    struct format_node *node = measure_visit_second_child(measure_lane_current, anchor);
    if (__builtin_expect(node != NULL, 1))
        count_nest(anchor, node, trips, values, true);
    else if (__atomic_load_n(&anchor->mode, __ATOMIC_RELAXED) != TRI_OFF)
        count_nest_far(anchor, trips, values);
}

void tri_count_nest(struct tri_region *anchor, unsigned long long trips,
                    const unsigned long long *values)
{
    struct format_node *node = measure_visit_first_child(measure_lane_current, anchor);
    if (__builtin_expect(node != NULL, 1))
        count_nest(anchor, node, trips, values, true);
    else
        count_nest_searching(anchor, trips, values);
}

/* Adds the trips of up to three loops, each directly inside the other: the given trips for each
 * pass of the loop around. */
static inline void add_heads(struct format_node *node, uint64_t passes, uint64_t outer,
                             uint64_t middle, uint64_t inner)
{
    struct format_values *all = measure_node_values(node);
    uint64_t *sum = all->value, *range = sum + all->sums;
    if (!passes)
        return;
    sum[0] += passes *= outer;
    widen(range, outer);
    if (!passes || all->sums == 1)
        return;
    sum[1] += passes *= middle;
    widen(range + 2, middle);
    if (!passes || all->sums == 2)
        return;
    sum[2] += passes * inner;
    widen(range + 4, inner);
}

static inline __attribute__((always_inline)) void
count_heads(struct tri_region *anchor, struct format_node *node, uint64_t trips, uint64_t outer,
            uint64_t middle, uint64_t inner, bool quick)
{
    uint64_t passes = trips == TRI_NO_TRIPS ? 1 : trips;
    COUNT_VISIT(anchor, node, trips, add_heads(node, passes, outer, middle, inner), quick);
}

static VISIT_RARE void count_heads_far(struct tri_region *anchor, uint64_t trips, uint64_t outer,
                                       uint64_t middle, uint64_t inner)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(anchor);
    if (node)
        count_heads(anchor, node, trips, outer, middle, inner, false);
}

void tri_count_heads(struct tri_region *anchor, unsigned long long trips, unsigned long long outer,
                     unsigned long long middle, unsigned long long inner)
{
    struct format_node *node = measure_visit_quick_child(measure_lane_current, anchor);
    if (__builtin_expect(node != NULL, 1))
        count_heads(anchor, node, trips, outer, middle, inner, true);
    else if (__atomic_load_n(&anchor->mode, __ATOMIC_RELAXED) != TRI_OFF)
        count_heads_far(anchor, trips, outer, middle, inner);
}

/* Adds a visit of a loop that was visited at most once: its trips, or -1 if it was not. */
static inline void add_once(uint64_t *sums, uint64_t *range, int64_t trips)
{
    if (trips < 0)
        return;
    sums[0]++;
    __asm__ volatile("" ::
                         : "memory"); /* else a vector is made of the two numbers: 7 instructions */
    sums[1] += (uint64_t)trips;
    widen(range, (uint64_t)trips);
}

/* Adds the visits of up to three loops; `loops` is the number of them, a constant. */
static inline __attribute__((always_inline)) void
add_loops(struct format_node *node, unsigned loops, int64_t first, int64_t second, int64_t third)
{
    uint64_t *sums = measure_node_values(node)->value, *ranges = sums + 2 * (size_t)loops;
    add_once(sums, ranges, first);
    if (loops > 1)
        add_once(sums + 2, ranges + 2, second);
    if (loops > 2)
        add_once(sums + 4, ranges + 4, third);
}

static inline void add_always(struct format_node *node, int64_t trips)
{
    uint64_t *values = measure_node_values(node)->value;
    values[0] += (uint64_t)trips;
    widen(values + 1, (uint64_t)trips);
}

/* Defines the probe `name`, which counts a visit of a routine, and the part of it that searches for
 * the node. */
#define COUNT_ROUTINE(name, add, parameters, ...)                                                  \
    static VISIT_RARE void name##_far parameters                                                   \
    {                                                                                              \
        measure_bridge_cross();                                                                    \
        struct format_node *node = measure_visit_find_child(anchor);                               \
        if (node)                                                                                  \
            COUNT_VISIT(anchor, node, NODE_NO_TRIPS, add, false);                                  \
    }                                                                                              \
    static __attribute__((noinline)) void name##_searching parameters                              \
    {                                                                                              \
        struct format_node *node = measure_visit_second_child(measure_lane_current, anchor);       \
        if (__builtin_expect(node != NULL, 1))                                                     \
            COUNT_VISIT(anchor, node, NODE_NO_TRIPS, add, true);                                   \
        else if (__atomic_load_n(&anchor->mode, __ATOMIC_RELAXED) != TRI_OFF)                      \
            name##_far(__VA_ARGS__);                                                               \
    }                                                                                              \
    void name parameters                                                                           \
    {                                                                                              \
        struct format_node *node = measure_visit_first_child(measure_lane_current, anchor);        \
        if (__builtin_expect(node != NULL, 1))                                                     \
            COUNT_VISIT(anchor, node, NODE_NO_TRIPS, add, true);                                   \
        else                                                                                       \
            name##_searching(__VA_ARGS__);                                                         \
    }

COUNT_ROUTINE(tri_count_once1, add_loops(node, 1, n, 0, 0),
              (struct tri_region * anchor, long long n), anchor, n)
COUNT_ROUTINE(tri_count_once2, add_loops(node, 2, n, o, 0),
              (struct tri_region * anchor, long long n, long long o), anchor, n, o)
COUNT_ROUTINE(tri_count_once3, add_loops(node, 3, n, o, p),
              (struct tri_region * anchor, long long n, long long o, long long p), anchor, n, o, p)
COUNT_ROUTINE(tri_count_always, add_always(node, n), (struct tri_region * anchor, long long n),
              anchor, n)

unsigned tri_salt(struct tri_node *handle)
{
    uint64_t visit = handle ? measure_visit_up(handle)->recent->count : 0;
    return (unsigned)(visit * UINT32_C(0x85ebca6b)) >> 7;
}

struct tri_node *tri_enter_sampled(struct tri_region *region)
{
    measure_bridge_cross();
    struct format_node *up = measure_lane_current, *node = measure_visit_find_child(region);
    if (!node)
        return NULL;
    measure_node_time_inside(up);
    measure_node_begin_sampled(node);
    measure_visit_open_timed(node);
    return measure_visit_marked_handle(up, VISIT_SAMPLED);
}
