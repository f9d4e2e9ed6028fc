/* throttle.c: see throttle.h */
#include "measure/throttle.h"

#include "measure/clock.h"
#include "measure/place.h"
#include "measure/region.h"

static uint64_t least_visits, shortest_ns;

void throttle_start(const struct settings *settings)
{
    least_visits = settings->throttle_visits;
    shortest_ns = settings->throttle_ns;
}

/* The visits since the last time that throttle_is_due() said so. */
static uint64_t visits_since(uint64_t count)
{
    uint64_t place = count & 1023;
    if (place == 0)
        return 512;
    return place == 1 ? 1 : place / 2;
}

void throttle_consider(struct format_node *node)
{
    place_heed();
    if (least_visits == 0)
        return;
    uint64_t ticks = node->time - node->told;
    node->told = node->time;
    struct region_load load = region_tell(node->region, visits_since(node->count), ticks);
    if (load.visits < least_visits)
        return;
    double mean = (double)load.ticks / (double)load.visits;
    if (mean * 1e9 < (double)shortest_ns * (double)clock_ticks_per_second())
        region_throttle(node->region);
}
