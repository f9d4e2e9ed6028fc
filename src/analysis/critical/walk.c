/* walk.c: see walk.h */
#include "analysis/critical/walk.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* The last wait of the lane that was over by that moment; NULL: none. `seen` has the moment, plus
 * 1, of each lane that the path came to: at one moment it comes to each lane once. */
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

static void add_stretch(struct critical *to, size_t *room, uint32_t lane, uint64_t from,
                        uint64_t until)
{
    if (from >= until)
        return;
    to->stretches = memory_grow(to->stretches, room, to->stretch_count + 1, sizeof *to->stretches);
    to->stretches[to->stretch_count++] = (struct critical_stretch){lane, from, until};
    to->time = number_add(to->time, until - from);
}

static void turn_round(struct critical *to)
{
    for (size_t i = 0, j = to->stretch_count; i + 1 < j; i++) {
        struct critical_stretch kept = to->stretches[i];
        to->stretches[i] = to->stretches[--j];
        to->stretches[j] = kept;
    }
}

/* With every step the moment is earlier, or the lane one that it has not come to at that moment: so
 * it ends. */
void critical_walk(const struct archive *archive, const struct critical_waits *waits, uint32_t lane,
                   struct critical *to)
{
    size_t room = 0;
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
