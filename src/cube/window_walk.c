/* window_walk.c: see window_walk.h */
#include "cube/window_walk.h"

#include "archive/events/events.h"
#include "archive/time/cycle_spread.h"

void window_walk_init(struct window_walk *walk, const struct archive_pyramid *pyramid)
{
    *walk = (struct window_walk){.pyramid = pyramid};
    if (pyramid->stored) {
        walk->reader = archive_event_reader_new(pyramid->archive);
        archive_event_reader_scatter(walk->reader);
    }
}

void window_walk_free(struct window_walk *walk)
{
    archive_innermost_free(&walk->innermost);
    archive_event_reader_free(walk->reader);
}

uint64_t window_walk_mark(const struct archive_pyramid *pyramid, uint32_t lane, uint64_t moment)
{
    uint64_t first, end;
    archive_pyramid_marks(pyramid, lane, &first, &end);
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

/* Walks without marks: of the events before the window, only those that reach into it are read. */
static bool walk_acts(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      struct error *error)
{
    const struct archive_pyramid *pyramid = walk->pyramid;
    const struct archive *archive = pyramid->archive;
    uint64_t zero = pyramid->zero;
    bool moved = archive_spread_moment(archive, lane, zero) != zero;
    uint64_t before =
        zero + from - (zero + from > 0); /* includes events without a duration at `from` */
    struct archive_acts *acts =
        archive_acts_of(archive, lane, moved ? 0 : before, moved ? UINT64_MAX : zero + to, error);
    struct archive_act act;
    if (!acts)
        return false;
    archive_pyramid_begin(&walk->innermost, archive, zero, lane);
    walk->start = walk->innermost.now;
    while (walk->innermost.now < to && archive_acts_next(acts, &act)) {
        if (archive->nodes.parent[act.node] == ARCHIVE_NONE)
            continue;
        archive_innermost_reach(&walk->innermost,
                                archive_pyramid_moment(archive, zero, lane, act.start));
        archive_innermost_enter(&walk->innermost,
                                archive_pyramid_moment(archive, zero, lane, act.end), act.node);
    }
    archive_acts_free(acts);
    return true;
}

/* Walks through the events of a block from a row on, until one begins after the window; then
 * returns false. `width` is the block's, as a constant for the compiler. */
__attribute__((always_inline)) static inline bool
walk_rows(struct archive_innermost *innermost, const struct archive_event_block *block,
          uint64_t base, uint32_t row, uint64_t from, uint64_t to, uint32_t width)
{
    const struct archive_event_block lengths = {.duration = block->duration,
                                                .duration_base = block->duration_base,
                                                .duration_width = width};
    const uint32_t *starts = block->start;
    for (; row < block->count && base + starts[row] < from; row++) {
        uint64_t start = base + starts[row];
        archive_innermost_skip(innermost, start,
                               start + archive_event_block_duration(&lengths, row),
                               archive_event_block_node(block, row));
    }
    for (; row < block->count; row++) {
        uint64_t start = base + starts[row];
        if (start >= to)
            return false;
        archive_innermost_reach(innermost, start);
        archive_innermost_enter(innermost, start + archive_event_block_duration(&lengths, row),
                                archive_event_block_node(block, row));
    }
    return true;
}

static bool walk_block(struct window_walk *walk, const struct archive_event_block *block,
                       uint32_t row, uint64_t from, uint64_t to)
{
    struct archive_innermost *innermost = &walk->innermost;
    uint64_t base = archive_pyramid_moment(walk->pyramid->archive, walk->pyramid->zero, block->lane,
                                           block->base);
    switch (block->duration_width) {
    case 1:
        return walk_rows(innermost, block, base, row, from, to, 1);
    case 2:
        return walk_rows(innermost, block, base, row, from, to, 2);
    case 4:
        return walk_rows(innermost, block, base, row, from, to, 4);
    default:
        return walk_rows(innermost, block, base, row, from, to, 8);
    }
}

/* Walks from the last mark before the window. */
static void walk_blocks(struct window_walk *walk, uint32_t lane, uint64_t mark, uint64_t from,
                        uint64_t to)
{
    const struct archive_pyramid *pyramid = walk->pyramid;
    const struct archive *archive = pyramid->archive;
    struct archive_innermost *innermost = &walk->innermost;
    struct archive_innermost_around around = {.end = pyramid->open_end,
                                              .around = pyramid->open_around,
                                              .node = pyramid->open_node,
                                              .count = pyramid->open_count,
                                              .next = pyramid->mark_open[mark],
                                              .lanes = archive->nodes.lane,
                                              .nodes = archive->nodes.rows,
                                              .lane = lane};
    archive_pyramid_begin(innermost, archive, pyramid->zero, lane);
    archive_innermost_go_on(innermost, pyramid->mark_time[mark], pyramid->mark_begun[mark],
                            &around);
    if (from > innermost->now) { /* what was before is not wanted */
        innermost->now = from < innermost->end ? from : innermost->end;
        innermost->begun = 0;
    }
    walk->start = innermost->now;
    uint64_t row = pyramid->mark_row[mark];
    if (row >= archive_event_blocks_rows(archive))
        return;
    for (size_t i = archive_event_blocks_find(archive, row);
         i < archive->blocks.rows && archive->blocks.lane[i] == lane; i++) {
        const struct archive_event_block *block = archive_event_reader_get(
            walk->reader, i, EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
        if (!block) /* damaged, and counted as such */
            continue;
        uint64_t first = row > block->first ? row - block->first : 0;
        if (first < block->count && !walk_block(walk, block, (uint32_t)first, from, to))
            return;
    }
}

bool window_walk_lane(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      innermost_take *take, void *to_taker, struct error *error)
{
    walk->innermost.take = take;
    walk->innermost.to = to_taker;
    uint64_t mark = window_walk_mark(walk->pyramid, lane, from + 1);
    if (mark != ARCHIVE_UNKNOWN)
        walk_blocks(walk, lane, mark, from, to);
    else if (!walk_acts(walk, lane, from, to, error))
        return false;
    archive_innermost_reach(&walk->innermost, to);
    archive_innermost_flush(&walk->innermost);
    return true;
}
