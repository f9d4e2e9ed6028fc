/* kept_chain.c: see kept_chain.h */
#include "cube/kept_chain.h"

#include "archive/time/cycle_classes.h"

void kept_times_take(struct kept_times *times, const struct kept_shape *shape, unsigned level,
                     struct kept_times *above, struct archive_pyramid_item *item)
{
    uint64_t sums[CYCLES_STORED] = {0};
    int64_t most = 0;
    uint32_t node = ARCHIVE_NONE;
    unsigned seen = 0;
    times->time[0] = 0;
    for (uint64_t left = times->touched; left; left &= left - 1) {
        for (uint32_t i = (uint32_t)__builtin_ctzll(left); i < shape->nodes; i += 64) {
            int64_t time = times->time[i];
            times->time[i] = 0;
            if (time <= 0)
                continue;
            bool better = time > most || (time == most && i < node);
            most = better ? time : most;
            node = better ? i : node;
            sums[shape->classes[i]] += (uint64_t)time;
            seen |= 1u << shape->classes[i];
            if (above)
                above->time[i] += time;
        }
    }
    if (above) {
        above->touched |= times->touched;
        above->begun += times->begun;
    }
    *item = archive_pyramid_item_none();
    item->node = node;
    item->begun = times->begun < UINT32_MAX ? (uint32_t)times->begun : UINT32_MAX;
    item->share = (uint8_t)((uint64_t)most * PYRAMID_WHOLE >> level);
    if (seen)
        archive_pyramid_item_classify(item, sums, seen, level);
    times->touched = 0;
    times->begun = 0;
}
