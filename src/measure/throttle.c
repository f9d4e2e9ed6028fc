/* throttle.c: see throttle.h */
#include "measure/throttle.h"

#include "measure/clock.h"
#include "measure/region.h"

static uint64_t least_visits, shortest_ns;

void throttle_start(const struct settings *settings)
{
    least_visits = settings->throttle_visits;
    shortest_ns = settings->throttle_ns;
}

void throttle_consider(const struct format_node *node)
{
    if (least_visits == 0 || node->open == FORMAT_OPEN_UNTIMED)
        return;
    uint64_t visits = region_add_visits(node->region, THROTTLE_MASK + 1);
    if (visits < least_visits)
        return;
    double mean = (double)node->time / (double)node->count;
    if (mean * 1e9 < (double)shortest_ns * (double)clock_ticks_per_second())
        region_throttle(node->region);
}
