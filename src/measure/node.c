/* node.c: see node.h
 *
 * A visit first tries the child entered last, then the sibling that followed that one last time: a
 * loop that calls a, b, c, a, b, c always finds them there. Only then it searches the table, which
 * uses open addressing, is at most a quarter full, and never shrinks.
 *
 * A signal handler with probes may interrupt anything here. Indices are taken by an atomic addition
 * and slots by compare-and-swap, so that handler and thread never take the same one. Outgrown
 * tables stay mapped, so that an interrupted search can finish. The worst result is a second node
 * for the same call path, which readers add to the first. */
#include "measure/node.h"

#include "measure/clock.h"
#include "measure/guard.h"
#include "measure/node_search.h"
#include "measure/place.h"
#include "measure/region.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_TABLE = 512, SPARSE = 4 };

_Static_assert((FIRST_TABLE & (FIRST_TABLE - 1)) == 0, "measure_node_slot() masks by the size");

static void insert(struct format_node **table, size_t size, struct format_node *node)
{
    for (size_t slot = measure_node_slot(node->up, node->region, size);;
         slot = (slot + 1) & (size - 1)) {
        struct format_node *empty = NULL;
        if (__atomic_compare_exchange_n(&table[slot], &empty, node, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
            return;
    }
}

/* Doubles the table, or makes the first one. False if there is no memory. */
static bool grow_table(struct measure_lane *lane)
{
    size_t size = lane->table_size ? lane->table_size * 2 : FIRST_TABLE;
    struct format_node **table = mmap(NULL, size * sizeof *table, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        return false;
    for (size_t i = 0; i < lane->table_size; i++) {
        if (lane->table[i])
            insert(table, size, lane->table[i]);
    }
    assert(lane->outgrown_count < (int)(sizeof lane->outgrown / sizeof lane->outgrown[0]));
    if (lane->table)
        lane->outgrown[lane->outgrown_count++] = (struct outgrown){lane->table, lane->table_size};
    __atomic_store_n(&lane->table, table, __ATOMIC_RELEASE);
    __atomic_store_n(&lane->table_size, size, __ATOMIC_RELEASE);
    return true;
}

/* Makes room for a new node of that many records, with signals blocked: a handler must not see this
 * half-done. NULL with errno. */
static struct format_node *reserve(struct measure_lane *lane, uint64_t index, uint32_t records)
{
    sigset_t before;
    measure_guard_enter(&before);
    struct format_node *node = NULL;
    if ((lane->table_used * SPARSE < lane->table_size || grow_table(lane)) &&
        measure_store_at(&lane->store, index + records - 1))
        node = measure_store_at(&lane->store, index);
    measure_place_renew_moment();
    int error = errno;
    measure_guard_leave(&before);
    errno = error;
    return node;
}

/* Takes consecutive new records and returns the first; *index is its number. NULL with errno if
 * there is no room. */
static struct format_node *take_records(struct measure_lane *lane, uint32_t records,
                                        uint64_t *index)
{
    for (;;) {
        *index = __atomic_fetch_add(&lane->header->used, records, __ATOMIC_RELAXED);
        bool full = *index + records > lane->store.capacity ||
                    (lane->table_used + 1) * SPARSE >= lane->table_size;
        struct format_node *node =
            full ? reserve(lane, *index, records) : measure_store_at(&lane->store, *index);
        if (!node || *index + records > UINT32_MAX) {
            errno = node ? EFBIG : errno;
            return NULL;
        }
        struct format_node *last = measure_store_at(&lane->store, *index + records - 1);
        if (last == node + records - 1)
            return node;
        /* the file grew in between: the records before the new part stay empty */
    }
}

/* The values behind each node of a region. */
struct values_of {
    enum format_record type;
    unsigned sums, ranges;
};

/* Returns the number of 128-byte records that they take; 0: a node has no values. */
static uint32_t records_of(const struct tri_region *region, struct values_of *of)
{
    *of = (struct values_of){FORMAT_VALUES, 0, 0};
    if (!region)
        return 0;
    of->type = region->ranges & TRI_REPEATS ? FORMAT_REPEATED : FORMAT_VALUES;
    of->sums = region->sums;
    of->ranges = region->ranges & ~(unsigned)TRI_REPEATS;
    uint32_t count = format_values_count(of->sums, of->ranges);
    if (!count || count > FORMAT_VALUES_MOST)
        return 0;
    return format_values_records(format_values_numbers(of->type, of->sums, of->ranges));
}

void measure_node_clear_values(struct format_node *node, enum format_record type, unsigned sums,
                               unsigned ranges)
{
    struct format_values *values = measure_node_values(node);
    values->node = node->self;
    values->sums = (uint16_t)sums;
    values->ranges = (uint16_t)ranges;
    for (unsigned i = 0; i < ranges; i++)
        values->value[sums + 2 * i] = UINT64_MAX;
    values->type = type;
}

static struct format_node *make(struct measure_lane *lane, struct format_node *up, uint32_t region)
{
    if (measure_place_heed())
        return NULL;
    uint64_t started = measure_clock_now(), index;
    const struct tri_region *about = measure_region_known(region);
    struct values_of of;
    uint32_t values = records_of(about, &of);
    struct format_node *node = take_records(lane, 1 + values, &index);
    if (!node) {
        measure_place_stop(errno, "the profile cannot grow");
        return NULL;
    }
    node->region = region;
    node->up = up;
    node->recent = node->next = &measure_lane_nobody;
    node->min = UINT64_MAX;
    node->trips_min = UINT64_MAX;
    node->self = (uint32_t)index;
    node->parent = up->self;
    if (values)
        measure_node_clear_values(node, of.type, of.sums, of.ranges);
    __atomic_store_n(&node->type, values ? FORMAT_ANCHOR : FORMAT_NODE, __ATOMIC_RELEASE);
    measure_node_remember(lane, node);
    lane->header->making += measure_clock_now() - started;
    return node;
}

/* Returns the passes (format/profile.h) of a node's visits so far. */
static uint64_t passes_of(struct format_node *node)
{
    uint64_t passes = node->trips;
    if (!measure_node_is_anchor(node))
        return passes;
    const struct format_values *values = measure_node_values(node);
    const struct format_repetition *repetition =
        values->type == FORMAT_REPEATED ? format_values_repetition(values) : NULL;
    for (unsigned i = 0; i < values->sums; i++)
        passes += values->value[i] + (repetition ? repetition->visits * repetition->sum[i] : 0);
    return passes;
}

/* Makes the record of a node that is sampled. NULL if there is no room; then measuring stops. */
static struct format_sampled *make_sampled(struct format_node *node)
{
    uint64_t index;
    int error = errno;
    struct format_sampled *made =
        (struct format_sampled *)take_records(measure_lane_own, 1, &index);
    if (!made) {
        measure_place_stop(errno, "the profile cannot grow");
        return NULL;
    }
    made->node = node->self;
    made->timed = node->count;
    made->timed_passes = passes_of(node);
    __atomic_store_n(&made->type, FORMAT_SAMPLED, __ATOMIC_RELEASE);
    node->sampled = made;
    errno = error;
    return made;
}

/* True if a timed visit, which node->time includes already, is far longer than the others, and than
 * its passes explain: the thread lost its core, or did what few visits do. */
static bool is_rare(const struct format_node *node, uint64_t ticks, uint64_t passes)
{
    const struct format_sampled *sampled = node->sampled;
    uint64_t timed = node->count - sampled->untimed;
    if (!timed || ticks / FORMAT_RARE <= node->time / timed)
        return false;
    double usual = (double)node->time / (double)timed;
    double share = (double)passes * (double)sampled->fit_visits / (double)(sampled->fit_passes + 1);
    return (double)ticks > FORMAT_RARE * usual * (share > 1 ? share : 1);
}

static void add_to_fit(struct format_sampled *sampled, uint64_t ticks, uint64_t passes)
{
    sampled->fit_visits++;
    sampled->fit_ticks += ticks;
    sampled->fit_passes += passes;
    sampled->fit_squares += (double)passes * (double)passes;
    sampled->fit_products += (double)passes * (double)ticks;
}

void measure_node_begin_sampled(struct format_node *node)
{
    struct format_sampled *sampled = node->sampled ? node->sampled : make_sampled(node);
    if (!sampled)
        return;
    sampled->before = passes_of(node);
    sampled->inside = 0;
}

void measure_node_time_inside(struct format_node *node)
{
    while (!measure_node_is_anchor(node) && node->up)
        node = node->up;
    if (node->sampled)
        node->sampled->inside = 1;
}

void measure_node_end_sampled(struct format_node *node, uint64_t ticks, bool is_new)
{
    if (!node->sampled) { /* the region was not sampled yet when the visit began */
        measure_node_begin_sampled(node);
        if (node->sampled)
            node->sampled->inside = 1;
    }
    struct format_sampled *sampled = node->sampled;
    if (!sampled)
        return;
    uint64_t passes = passes_of(node) - sampled->before;
    sampled->timed++;
    sampled->timed_passes += passes;
    if (is_new)
        return;
    bool rare = is_rare(node, ticks, passes);
    *(rare ? &sampled->rare : &sampled->visits) += 1;
    *(rare ? &sampled->rare_ticks : &sampled->ticks) += ticks;
    if (!rare && !sampled->inside)
        add_to_fit(sampled, ticks, passes);
}

void measure_node_add_untimed(struct format_node *node)
{
    struct format_sampled *sampled = node->sampled;
    if (__builtin_expect(!sampled, 0)) {
        sampled = make_sampled(node);
        if (!sampled)
            return;
        sampled->timed--; /* this visit; its passes may have been added or not */
        sampled->timed_passes = sampled->timed ? sampled->timed_passes : 0;
    }
    sampled->untimed++;
}

void measure_node_remember(struct measure_lane *lane, struct format_node *node)
{
    /* make() has made room for its node; a forked child that inherits many nodes has not */
    if (lane->table_used >= lane->table_size / 2 && !grow_table(lane))
        return;
    size_t size = __atomic_load_n(&lane->table_size, __ATOMIC_RELAXED); /* first: node_search.h */
    __atomic_signal_fence(__ATOMIC_ACQUIRE);
    insert(__atomic_load_n(&lane->table, __ATOMIC_RELAXED), size, node);
    __atomic_fetch_add(&lane->table_used, 1, __ATOMIC_RELAXED);
}

void measure_node_forget_all(struct measure_lane *lane)
{
    while (lane->outgrown_count > 0) {
        struct outgrown *old = &lane->outgrown[--lane->outgrown_count];
        munmap(old->table, old->size * sizeof *old->table);
    }
    if (lane->table_size > FIRST_TABLE) { /* a new thread begins with a small table */
        munmap(lane->table, lane->table_size * sizeof *lane->table);
        lane->table = NULL;
        lane->table_size = 0;
    } else if (lane->table) {
        memset(lane->table, 0, lane->table_size * sizeof *lane->table);
    }
    lane->table_used = 0;
}

/* Separate from the search, which is frequent and then needs no stack frame. */
static __attribute__((noinline, cold)) struct format_node *
make_child(struct format_node *up, uint32_t region, struct format_node *last)
{
    int error = errno;
    struct format_node *node = make(measure_lane_own, up, region);
    errno = error;
    if (!node)
        return NULL;
    if (last != &measure_lane_nobody) {
        node->next = last->next;
        last->next = node;
    } else {
        node->next = node; /* all children of a node are a ring at first */
    }
    up->recent = node;
    return node;
}

struct format_node *measure_node_known_child(struct format_node *up, uint32_t region)
{
    struct format_node *last = up->recent;
    if (last->region == region)
        return last;
    struct format_node *node = last->next;
    if (node->region == region) {
        up->recent = node;
        return node;
    }
    return measure_node_search(measure_lane_own, up, region);
}

struct format_node *measure_node_child(struct format_node *up, uint32_t region)
{
    struct format_node *node = measure_node_known_child(up, region);
    return __builtin_expect(node != NULL, 1) ? node : make_child(up, region, up->recent);
}
