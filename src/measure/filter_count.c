/* filter_count.c: counts the acts that the filter drops, in the records of their lane. */
#include "measure/filter.h"
#include "measure/lane.h"
#include "measure/region.h"

#include <stddef.h>

bool measure_filter_is_aside(uint32_t region)
{
    return measure_filter_is_aside_kind(measure_region_kind(region));
}

static inline void keep_order(void)
{
    __asm__ volatile("" ::: "memory");
}

static inline void add_plain(uint64_t *count, int64_t acts)
{
    __atomic_store_n(count, __atomic_load_n(count, __ATOMIC_RELAXED) + (uint64_t)acts,
                     __ATOMIC_RELAXED);
}

/* Adds what signal handlers counted while they interrupted the counting. */
static __attribute__((noinline, cold)) void add_inside(struct measure_lane *lane)
{
    int64_t acts = __atomic_exchange_n(&lane->counted_inside, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&lane->record->filtered, (uint64_t)acts, __ATOMIC_RELAXED);
}

/* Adds filtered acts of a node to the lane's, which may become negative: readers add the visits of
 * the regions that they count. Only this thread writes there, so that plain additions suffice,
 * which take half the time of atomic ones; a signal handler that interrupts one counts aside. */
static inline void add(struct measure_lane *lane, const struct format_node *node, int64_t acts)
{
    if (__builtin_expect(lane->counting && lane->counting != node, 0)) {
        __atomic_fetch_add(&lane->counted_inside, acts, __ATOMIC_RELAXED);
        return;
    }
    lane->counting = node;
    keep_order();
    add_plain(&lane->record->filtered, acts);
    keep_order();
    lane->counting = NULL;
    keep_order();
    if (__builtin_expect(lane->counted_inside != 0, 0))
        add_inside(lane);
}

void measure_filter_forget(const struct format_node *node)
{
    if (measure_lane_own && measure_lane_own->counting == node)
        measure_lane_own->counting = NULL;
}

void measure_filter_uncount(const struct format_node *node)
{
    if (measure_lane_own)
        add(measure_lane_own, node, -1);
}

void measure_filter_count(const struct measure_filter_act *act, bool is_aside, bool is_counted)
{
    struct measure_lane *lane = measure_lane_own;
    if (!lane)
        return;
    struct format_header *header = lane->header;
    uint64_t start = act->node->open, end = start + act->ticks;
    if (!header->filtered_to || start < header->filtered_from)
        header->filtered_from = start;
    if (end > header->filtered_to)
        header->filtered_to = end;
    if (is_aside)
        __atomic_fetch_add(&header->filtered_aside, act->ticks, __ATOMIC_RELAXED);
    if (!is_counted)
        add(lane, act->node, 1);
}
