/* timers.c: see timers.h */
#include "loops/plan/timers.h"

#include "loops/plan/counters.h"
#include "util/memory.h"

enum {
    SHORT = 1000,       /* instructions: visits with fewer are not worth timing */
    MOST_PROBES = 1000, /* limit of edges into and out of loops: a probe takes some 27 words */
    MOST_VALUES = 2000, /* limit of the timers' values in a node */
    MOST_INSTRUCTIONS = 30000, /* limit of instructions of a function */
};

/* True if a loop has a constant number of trips and executes few instructions in a visit. */
static bool is_short(const struct loops_shape *shape, uint32_t loop, uint32_t trips)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
    uint64_t instructions = 0;
    for (uint32_t i = shape->first_member[loop]; i < end; i++) {
        const struct loops_graph_block *block = &graph->blocks[shape->members[i] - 1];
        instructions += block->end - block->first;
    }
    return trips && instructions * trips < SHORT;
}

/* True if timing the loops of a function would make its copy too long. */
static bool is_too_large(const struct loops_shape *shape)
{
    uint32_t count = shape->loops.count;
    return shape->graph->instruction_count > MOST_INSTRUCTIONS ||
           count >= MOST_VALUES / FORMAT_TIMER_VALUES ||
           shape->first_entry[count] + shape->first_exit[count] > MOST_PROBES;
}

/* True if a function may take long: it has a loop or makes a call. */
static bool may_take_long(const struct loops_shape *shape)
{
    const struct loops_graph *graph = shape->graph;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].kind == GRAPH_BACK || graph->edges[i].kind == GRAPH_LOST)
            return true;
    }
    return shape->loops.count > 0;
}

uint32_t *loops_timers_choose(const struct loops_shape *shape, const uint32_t *trips, bool times,
                              uint32_t *counters)
{
    uint32_t *timers = memory_zeroed((size_t)shape->loops.count + 1, sizeof *timers);
    bool none = !times || is_too_large(shape);
    for (uint32_t i = 0; i <= shape->loops.count; i++) {
        timers[i] = COUNTERS_NONE;
        bool is_long =
            i < shape->loops.count ? !is_short(shape, i, trips[i]) : may_take_long(shape);
        if (none || !is_long)
            continue;
        timers[i] = *counters;
        *counters += FORMAT_TIMER_VALUES;
    }
    return timers;
}

uint32_t loops_timers_limit(void)
{
#ifdef __aarch64__
    uint64_t rate;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    rate /= 1000000;
    return rate < 1 ? 1 : rate > UINT16_MAX ? UINT16_MAX : (uint32_t)rate;
#else
    return 3000;
#endif
}
