/* place_waits.c: see place_waits.h */
#include "report/show/place_waits.h"

#include "archive/events/events.h"
#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

enum { LOOKED_BACK = 8 }; /* items of a lane to which a wait may be joined */

/* True for the region of an `atomic`, `when` or `next` of `#pragma tri`. */
static bool is_wait(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    const char *name = archive_text(archive, archive->regions.name[region]);
    return kind == TRI_KIND_ATOMIC  ? !strcmp(name, "atomic") || !strcmp(name, "when")
           : kind == TRI_KIND_CLOCK ? !strcmp(name, "next")
                                    : false;
}

static void add(struct place_waits *waits, size_t first, const struct place_wait *wait,
                uint64_t gap)
{
    waits->total++;
    size_t last = waits->count > first + LOOKED_BACK ? waits->count - LOOKED_BACK : first;
    for (size_t i = waits->count; i-- > (gap == UINT64_MAX ? first : last);) {
        struct place_wait *item = &waits->items[i];
        if (item->activity != wait->activity || item->region != wait->region ||
            number_minus(wait->start, item->end) > gap)
            continue;
        item->end = wait->end > item->end ? wait->end : item->end;
        item->waited = number_add(item->waited, wait->waited);
        item->count++;
        return;
    }
    waits->items = memory_grow(waits->items, &waits->room, waits->count + 1, sizeof *waits->items);
    waits->items[waits->count++] = *wait;
}

static bool read_lane(struct place_waits *waits, const struct archive *archive, uint32_t lane,
                      uint64_t from, uint64_t to, uint64_t gap, struct error *error)
{
    size_t first = waits->count;
    struct archive_act act;
    struct archive_acts *acts = archive_acts_of(archive, lane, from, to, error);
    while (acts && archive_acts_next(acts, &act)) {
        uint32_t region = archive->nodes.region[act.node];
        uint32_t activity = archive_activity(archive, archive->lanes.place[lane], act.runs);
        if (!is_wait(archive, region) || activity == ARCHIVE_NONE || act.end < act.start)
            continue;
        struct place_wait wait = {act.start, act.end, act.end - act.start, 1, activity, region};
        add(waits, first, &wait, gap);
    }
    archive_acts_free(acts);
    return acts != NULL;
}

bool place_waits_read(struct place_waits *waits, const struct archive *archive, uint64_t from,
                      uint64_t to, uint64_t gap, struct error *error)
{
    *waits = (struct place_waits){0};
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        if (!read_lane(waits, archive, lane, from, to, gap, error))
            return false;
    }
    return true;
}

void place_waits_free(struct place_waits *waits)
{
    free(waits->items);
    *waits = (struct place_waits){0};
}
