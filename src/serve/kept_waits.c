/* kept_waits.c: see kept_waits.h */
#include "serve/kept_waits.h"

#include "analysis/delays/waits.h"
#include "analysis/events_lack.h"
#include "archive/time/cycle_spread.h"
#include "format/event.h"
#include "util/memory.h"

#include <stdlib.h>

static int by_lane(const void *left, const void *right)
{
    const struct serve_wait *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->until < b->until ? -1 : a->until > b->until;
}

static void find_firsts(struct serve_kept_waits *kept, size_t lanes)
{
    kept->first = memory_zeroed(lanes + 1, sizeof *kept->first);
    for (size_t lane = 0, i = 0; lane <= lanes; lane++) {
        while (i < kept->count && kept->all[i].lane < lane)
            i++;
        kept->first[lane] = i;
    }
}

struct serve_kept_waits *serve_kept_waits_new(const struct archive *archive)
{
    struct analysis_delay_waits found = analysis_delay_waits_find(archive);
    struct serve_kept_waits *kept = memory_zeroed(1, sizeof *kept);
    kept->unknown = found.unknown;
    kept->partial = found.partial;
    kept->at_least = analysis_events_lack(archive, FORMAT_EVENTS_COMM);
    kept->all = memory_zeroed(found.count + 1, sizeof *kept->all);
    kept->count = found.count;
    for (size_t i = 0; i < found.count; i++) {
        const struct analysis_delay_wait *wait = &found.all[i];
        uint32_t lane = archive->nodes.lane[wait->node];
        kept->all[i] =
            (struct serve_wait){.start = archive_spread_moment(archive, lane, wait->start),
                                .until = archive_spread_moment(archive, lane, wait->until),
                                .lane = lane,
                                .node = wait->node,
                                .late = wait->late,
                                .kind = wait->kind};
    }
    free(found.all);
    qsort(kept->all, kept->count, sizeof *kept->all, by_lane);
    find_firsts(kept, archive->lanes.rows);
    return kept;
}

void serve_kept_waits_free(struct serve_kept_waits *waits)
{
    if (waits) {
        free(waits->all);
        free(waits->first);
    }
    free(waits);
}

size_t serve_kept_waits_from(const struct serve_kept_waits *waits, uint32_t lane, uint64_t moment)
{
    size_t low = waits->first[lane], high = waits->first[lane + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (waits->all[middle].until <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
