/* calibrate.c: see calibrate.h. Real probes, run on a tree of their own that nobody sees. */
#include "measure/calibrate.h"

#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/log.h"

#include <triptych/probes.h>

enum { ROUNDS = 7, VISITS = 1000, VISITS_SLOW = 50 };

/* In an order that the compiler cannot see through: the probes are called, as in a user's program.
 */
static uint64_t run_visits(struct tri_region *region, unsigned visits)
{
    uint64_t start = clock_now();
    for (unsigned i = 0; i < visits; i++)
        tri_leave(tri_enter_on(region));
    return clock_now() - start;
}

static uint64_t run_clock(unsigned visits)
{
    uint64_t start = clock_now(), last = start;
    for (unsigned i = 0; i < visits; i++)
        last = clock_now();
    return last - start;
}

static void keep_least(uint64_t *least, uint64_t ticks, unsigned visits)
{
    uint64_t cost = ticks * FORMAT_COSTS_SCALE / visits;
    if (cost < *least)
        *least = cost;
}

void calibrate(struct format_costs *costs)
{
    unsigned visits = clock_kind == FORMAT_CLOCK_COUNTER ? VISITS : VISITS_SLOW;
    struct tri_region region = {.id = UINT32_MAX - 1, .kind = TRI_KIND_ROUTINE};
    struct format_node root = {.region = UINT32_MAX}, node = {.region = region.id, .up = &root};
    struct format_node *before = lane_current;
    root.recent = &node;
    root.next = node.recent = node.next = &lane_nobody;
    lane_current = &root;
    *costs = (struct format_costs){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    bool logged = log_rehearse();
    for (int round = 0; round < ROUNDS; round++) {
        keep_least(&costs->clock, run_clock(visits), visits);
        region.mode = clock_kind == FORMAT_CLOCK_COUNTER ? TRI_TIME : TRI_TIME_SLOW;
        if (logged) {
            region.mode = TRI_TIME_LOG;
            log_rehearse_again();
        }
        node.time = 0;
        node.count = 0;
        keep_least(&costs->pair, run_visits(&region, visits), visits);
        keep_least(&costs->inside, node.time, visits);
        region.mode = TRI_COUNT;
        keep_least(&costs->count_pair, run_visits(&region, visits), visits);
    }
    log_perform();
    lane_current = before;
}
