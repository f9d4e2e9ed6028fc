/* window_walk.c: see window_walk.h */
#include "cube/window_walk.h"

#include "archive/events.h"
#include "archive/spread.h"

void window_walk_init(struct window_walk *walk, const struct pyramid *pyramid)
{
    *walk = (struct window_walk){.pyramid = pyramid};
}

void window_walk_free(struct window_walk *walk)
{
    innermost_free(&walk->innermost);
}

uint64_t window_walk_mark(const struct pyramid *pyramid, uint32_t lane, uint64_t moment)
{
    uint64_t first, end;
    pyramid_marks(pyramid, lane, &first, &end);
    uint64_t low = first, high = end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (pyramid->mark_time[middle] < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low > first ? low - 1 : ARCHIVE_UNKNOWN;
}

/* Without marks: of the acts before the window, those that are around it. */
static bool walk_acts(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      struct error *error)
{
    const struct pyramid *pyramid = walk->pyramid;
    const struct archive *archive = pyramid->archive;
    uint64_t zero = pyramid->zero;
    bool moved = spread_moment(archive, lane, zero) != zero;
    uint64_t before = zero + from - (zero + from > 0); /* what has no length is there for sure */
    struct archive_acts *acts =
        archive_acts_of(archive, lane, moved ? 0 : before, moved ? UINT64_MAX : zero + to, error);
    struct archive_act act;
    if (!acts)
        return false;
    pyramid_begin(&walk->innermost, archive, zero, lane);
    walk->start = walk->innermost.now;
    while (walk->innermost.now < to && archive_acts_next(acts, &act)) {
        if (archive->nodes.parent[act.node] == ARCHIVE_NONE)
            continue;
        innermost_reach(&walk->innermost, pyramid_moment(archive, zero, lane, act.start));
        innermost_enter(&walk->innermost, pyramid_moment(archive, zero, lane, act.end), act.node);
    }
    archive_acts_free(acts);
    return true;
}

bool window_walk_lane(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      innermost_take *take, void *to_taker, struct error *error)
{
    walk->innermost.take = take;
    walk->innermost.to = to_taker;
    if (!walk_acts(walk, lane, from, to, error))
        return false;
    innermost_reach(&walk->innermost, to);
    innermost_flush(&walk->innermost);
    return true;
}
