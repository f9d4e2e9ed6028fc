/* throttle.c: see throttle.h */
#include "measure/throttle.h"

#include "measure/clock.h"
#include "measure/light.h"
#include "measure/place.h"
#include "measure/region.h"

enum {
    TOLD_UNIT = 1024,   /* ticks: see format_node.told */
    LEAST_HALVINGS = 6, /* at most one visit in 64 is timed, at least one in 4096 */
    MOST_HALVINGS = 12,
    MOST_OF_ALL = 16,
    LONG_OF_LAST = 5, /* so many of the last 8 visits that were timed are to be long */
};

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

/* The part of all visits that is timed: so that what these cost is 1 % of the time of all, about.
 */
static uint32_t share_of(double mean_ticks)
{
    double pair = (double)place_page()->costs.pair / FORMAT_COSTS_SCALE;
    unsigned halvings = LEAST_HALVINGS;
    while (halvings < MOST_HALVINGS && mean_ticks * (double)(1U << halvings) < 100 * pair)
        halvings++;
    return UINT32_C(1) << (32 - halvings);
}

static double in_ns(double ticks)
{
    return ticks * 1e9 / (double)clock_ticks_per_second();
}

void throttle_consider(struct format_node *node)
{
    place_heed();
    if (least_visits == 0)
        return;
    uint32_t now = (uint32_t)(node->time / TOLD_UNIT);
    uint64_t ticks = (uint64_t)(now - node->told) * TOLD_UNIT;
    node->told = now;
    struct region_load load = region_tell(node->region, visits_since(node->count), ticks);
    if (load.visits < least_visits || region_is_sampled(node->region))
        return;
    double mean = (double)load.ticks / (double)load.visits;
    if (in_ns(mean) >= (double)shortest_ns)
        return;
    region_sample(node->region, share_of(mean));
    light_changed(region_known(node->region));
}

void throttle_reconsider(uint32_t id, uint64_t ticks)
{
    place_heed();
    bool is_long = in_ns((double)ticks) > 1.5 * (double)shortest_ns;
    if (region_tell_length(id, is_long) < LONG_OF_LAST)
        return;
    region_time_again(id);
    light_changed(region_known(id));
}
