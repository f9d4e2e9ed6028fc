/* kept_walk.c: see kept_lane.h */
#include "archive/events/blocks.h"
#include "cube/kept_lane.h"

void kept_walk_init(struct kept_walk *walk, const struct archive_pyramid *pyramid,
                    const struct archive_excerpt_rows *rows)
{
    *walk = (struct kept_walk){
        .pyramid = pyramid, .rows = rows, .reader = archive_event_reader_new(pyramid->archive)};
}

void kept_walk_free(struct kept_walk *walk)
{
    archive_innermost_free(&walk->innermost);
    archive_event_reader_free(walk->reader);
}

void kept_walk_begin(struct kept_walk *walk, uint32_t lane)
{
    archive_pyramid_begin(&walk->innermost, walk->pyramid->archive, walk->pyramid->zero, lane);
    walk->root = archive_visit_stack_top(&walk->innermost.stack)->node;
}

/* Returns the bits of 64 rows of a block from `row` on, of its `count` rows. */
static uint64_t bits_of(const struct archive_excerpt_rows *rows, uint64_t first, uint32_t row,
                        uint32_t count)
{
    uint64_t at = first + row, bits = rows->bits[at / 64] >> at % 64;
    if (at % 64 && at / 64 < rows->rows / 64)
        bits |= rows->bits[at / 64 + 1] << (64 - at % 64);
    return count - row < 64 ? bits & ((UINT64_C(1) << (count - row)) - 1) : bits;
}

/* A block on its way. */
struct passing {
    struct archive_innermost *innermost;
    const struct archive_event_block *block;
    uint64_t base, from, to;
    uint32_t root;
};

/* Passes 64 rows from `row` on, of which those with a bit are kept. `width` is that of durations,
 * as a constant for the compiler. */
__attribute__((always_inline)) static inline bool
pass_rows(const struct passing *passing, uint32_t row, uint64_t bits, uint32_t width)
{
    const struct archive_event_block *block = passing->block;
    const struct archive_event_block lengths = {.duration = block->duration,
                                                .duration_base = block->duration_base,
                                                .duration_width = width};
    for (; bits; bits &= bits - 1) {
        uint32_t at = row + (uint32_t)__builtin_ctzll(bits);
        uint64_t start = passing->base + block->start[at];
        uint64_t end = start + archive_event_block_duration(&lengths, at);
        uint32_t node = archive_event_block_node(block, at);
        if (start >= passing->to)
            return false;
        if (node == passing->root)
            continue;
        if (start < passing->from) {
            archive_innermost_skip(passing->innermost, start, end, node);
            continue;
        }
        archive_innermost_reach(passing->innermost, start);
        archive_innermost_enter(passing->innermost, end, node);
    }
    return true;
}

static bool pass(const struct passing *passing, uint32_t row, uint64_t bits)
{
    switch (passing->block->duration_width) {
    case 1:
        return pass_rows(passing, row, bits, 1);
    case 2:
        return pass_rows(passing, row, bits, 2);
    case 4:
        return pass_rows(passing, row, bits, 4);
    default:
        return pass_rows(passing, row, bits, 8);
    }
}

/* Returns the first rows of a block that have bits, from `row` on; `count` if there are none. */
static uint32_t next_rows(const struct archive_excerpt_rows *rows, uint64_t first, uint32_t row,
                          uint32_t count, uint64_t *bits)
{
    for (*bits = 0; row < count; row += 64) {
        *bits = bits_of(rows, first, row, count);
        if (*bits)
            return row;
    }
    return count;
}

bool kept_walk_block(struct kept_walk *walk, size_t number, uint64_t from, uint64_t to,
                     kept_at_block *at, void *of)
{
    const struct archive *archive = walk->pyramid->archive;
    uint64_t bits, first = archive->blocks.first[number];
    uint32_t count = archive->blocks.events[number];
    if (first >= walk->rows->rows)
        return true;
    count = count < walk->rows->rows - first ? count : (uint32_t)(walk->rows->rows - first);
    uint32_t row = next_rows(walk->rows, first, 0, count, &bits);
    if (row == count)
        return true;
    const struct archive_event_block *block = archive_event_reader_get(
        walk->reader, number, EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
    if (!block) /* damaged, and counted as such */
        return true;
    struct passing passing = {
        &walk->innermost,
        block,
        archive_pyramid_moment(archive, walk->pyramid->zero, block->lane, block->base),
        from,
        to,
        walk->root};
    if (at) {
        archive_innermost_reach(&walk->innermost,
                                passing.base + block->start[row + (uint32_t)__builtin_ctzll(bits)]);
        at(of, number);
    }
    for (; row < count; row = next_rows(walk->rows, first, row + 64, count, &bits)) {
        if (!pass(&passing, row, bits))
            return false;
    }
    return true;
}
