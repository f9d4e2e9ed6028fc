/* throttle.c: see throttle.h */
#include "measure/throttle.h"

#include "measure/clock.h"
#include "measure/place.h"
#include "measure/region.h"

void throttle_consider(const struct format_node *node)
{
    const struct settings *settings = place_settings();
    if (settings->throttle_visits == 0 || node->open == FORMAT_OPEN_UNTIMED)
        return;
    uint64_t visits = region_add_visits(node->region, THROTTLE_MASK + 1);
    if (visits < settings->throttle_visits)
        return;
    double mean = (double)node->time / (double)node->count;
    if (mean * 1e9 < (double)settings->throttle_ns * (double)clock_ticks_per_second())
        region_throttle(node->region);
}
