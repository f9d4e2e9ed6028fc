/* walk.c: see walk.h */
#include "analysis/critical/walk.h"

#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>

/* Returns the lane's last wait that was over by that moment; NULL if there is none. seen[lane] is
 * the moment plus 1 at which the path came to the lane: it visits each lane at most once per
 * moment. */
static const struct critical_wait *find_wait(const struct critical_waits *waits, uint32_t lane,
                                             uint64_t now, const uint64_t *seen)
{
    size_t first = lane ? waits->ends[lane - 1] : 0, low = first, high = waits->ends[lane];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (waits->all[middle].until <= now)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > first && waits->all[low - 1].until == now &&
           seen[waits->all[low - 1].late] == now + 1)
        low--;
    bool found = low > first && waits->all[low - 1].until >= waits->begin[lane];
    return found ? &waits->all[low - 1] : NULL;
}

static void add_stretch(struct analysis_critical *to, size_t *room, uint32_t lane, uint64_t from,
                        uint64_t until)
{
    if (from >= until)
        return;
    to->stretches = memory_grow(to->stretches, room, to->stretch_count + 1, sizeof *to->stretches);
    to->stretches[to->stretch_count++] = (struct analysis_critical_stretch){lane, from, until};
    to->time = number_add(to->time, until - from);
}

/* Reverses the stretches, which were found backwards. */
static void turn_round(struct analysis_critical *to)
{
    for (size_t i = 0, j = to->stretch_count; i + 1 < j; i++) {
        struct analysis_critical_stretch kept = to->stretches[i];
        to->stretches[i] = to->stretches[--j];
        to->stretches[j] = kept;
    }
}

/* Terminates, because with every step the moment is earlier, or the lane is one that was not
 * visited at that moment. */
void critical_walk(const struct archive *archive, const struct critical_waits *waits, uint32_t lane,
                   struct analysis_critical *to)
{
    size_t room = 0;
    assert(lane < archive->lanes.rows);
    uint64_t now = waits->end[lane], *seen = memory_zeroed(archive->lanes.rows + 1, sizeof *seen);
    for (;;) {
        seen[lane] = now + 1;
        const struct critical_wait *wait = find_wait(waits, lane, now, seen);
        uint64_t from = wait ? wait->until : waits->begin[lane];
        add_stretch(to, &room, lane, from, now);
        if (!wait)
            break;
        now = wait->until;
        lane = wait->late;
    }
    turn_round(to);
    free(seen);
}
