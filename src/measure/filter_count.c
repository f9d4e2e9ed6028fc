/* filter_count.c: counts the acts that the filter drops, in the records of their lane. */
#include "format/event.h"
#include "measure/filter.h"
#include "measure/lane.h"
#include "measure/region.h"

/* Adds 1; signal handlers of this thread may interrupt it, but no other thread writes here. */
static inline void add_one(uint64_t *count)
{
#if defined __aarch64__
    uint64_t value;
    uint32_t failed;
    __asm__ volatile("1: ldxr %0, %2\n"
                     "add %0, %0, #1\n"
                     "stxr %w1, %0, %2\n"
                     "cbnz %w1, 1b"
                     : "=&r"(value), "=&r"(failed), "+Q"(*count));
#elif defined __x86_64__
    __asm__ volatile("addq $1, %0" : "+m"(*count));
#else
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
#endif
}

/* Subtracts 1, in the same way. The sum of a lane may be below 0 then: readers add the visits of
 * the regions that they count. */
static inline void subtract_one(uint64_t *count)
{
    __atomic_fetch_sub(count, 1, __ATOMIC_RELAXED);
}

void measure_filter_uncount(void)
{
    if (measure_lane_own)
        subtract_one(&measure_lane_own->record->filtered);
}

void measure_filter_count(const struct measure_filter_act *act, bool is_counted)
{
    const uint32_t aside = FORMAT_EVENTS_IO | FORMAT_EVENTS_SYNC | FORMAT_EVENTS_COMM;
    if (!measure_lane_own)
        return;
    struct format_header *header = measure_lane_own->header;
    uint64_t start = act->node->open, end = start + act->ticks;
    if (!header->filtered_to || start < header->filtered_from)
        header->filtered_from = start;
    if (end > header->filtered_to)
        header->filtered_to = end;
    if (format_events_of(measure_region_kind(act->node->region)) & aside)
        __atomic_fetch_add(&header->filtered_aside, act->ticks, __ATOMIC_RELAXED);
    if (!is_counted)
        add_one(&measure_lane_own->record->filtered);
}
