/* kept_sweep.c: see kept_sweep.h */
#include "cube/kept_sweep.h"

#include "archive/events/blocks.h"
#include "util/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 4096 };

struct kept_sweep {
    struct kept_walk *walk;
    struct kept_levels *levels;
    struct kept_lane *lane;
    unsigned level;
    uint64_t bin, bin_end; /* the bin that is being filled */
    uint32_t deepest;      /* depth of the visit that began last */
    struct kept_link chain[KEPT_DEPTH];
    struct kept_times times; /* of the bin */
    size_t time_room, nodes;
    uint16_t codes[EVENT_BLOCK]; /* by code: number of the node */
    uint64_t dictionary;
    uint32_t code_count; /* 0: none */
};

struct kept_sweep *kept_sweep_new(struct kept_walk *walk, struct kept_levels *levels)
{
    struct kept_sweep *sweep = memory_zeroed(1, sizeof *sweep);
    sweep->walk = walk;
    sweep->levels = levels;
    return sweep;
}

void kept_sweep_free(struct kept_sweep *sweep)
{
    free(sweep->times.time);
    free(sweep);
}

static void begin_bin(struct kept_sweep *sweep, uint64_t bin)
{
    sweep->bin = bin;
    sweep->bin_end = (bin + 1) << sweep->level;
    kept_times_begin(&sweep->times, sweep->chain, sweep->deepest, bin << sweep->level,
                     sweep->bin_end);
}

static void reach_bin(struct kept_sweep *sweep, uint64_t moment)
{
    uint64_t bin = moment >> sweep->level;
    while (sweep->bin < bin) {
        kept_levels_add(sweep->levels, sweep->bin, &sweep->times);
        begin_bin(sweep, sweep->bin + 1);
    }
}

/* Adds the visits around the first kept visit of a block to the table of open ones. Returns the row
 * of the innermost one. */
static uint64_t save_open(struct kept_sweep *sweep, uint32_t depth, uint64_t now)
{
    struct kept_open *open = &sweep->lane->open;
    const struct archive_pyramid_nodes *nodes = &sweep->walk->pyramid->nodes;
    const uint32_t *rows = nodes->rows + nodes->first[sweep->lane->number];
    uint64_t around = ARCHIVE_UNKNOWN;
    for (uint32_t i = 1; i < depth; i++) {
        const struct kept_link *link = &sweep->chain[i];
        if (link->number == link[-1].number || link->end <= now)
            continue;
        size_t row = open->count++;
        open->end = memory_grow(open->end, &open->end_room, row + 1, sizeof *open->end);
        open->around = memory_grow(open->around, &open->around_room, row + 1, sizeof *open->around);
        open->node = memory_grow(open->node, &open->node_room, row + 1, sizeof *open->node);
        open->end[row] = link->end;
        open->around[row] = around;
        open->node[row] = rows[link->number];
        around = row;
    }
    return around;
}

static void put_mark(struct kept_sweep *sweep, size_t block, uint32_t depth, uint64_t now)
{
    struct kept_lane *lane = sweep->lane;
    uint64_t open = save_open(sweep, depth, now);
    lane->marks =
        memory_grow(lane->marks, &lane->mark_room, lane->mark_count + 1, sizeof *lane->marks);
    lane->marks[lane->mark_count++] = (struct kept_mark){.time = now, .open = open, .block = block};
}

/* Finds the numbers of a block's nodes. False if one of them is the lane's own. */
static bool read_codes(struct kept_sweep *sweep, const struct archive_event_block *block)
{
    bool good = block->node_count <= EVENT_BLOCK;
    if (sweep->code_count == block->node_count && sweep->dictionary == block->dictionary)
        return true;
    for (uint32_t i = 0; good && i < block->node_count; i++) {
        sweep->codes[i] = (uint16_t)sweep->walk->pyramid->nodes.number[block->nodes[i]];
        good = sweep->codes[i];
    }
    sweep->code_count = block->node_count;
    sweep->dictionary = block->dictionary;
    return good;
}

/* A block on its way. */
struct sweeping {
    const struct archive_event_block *block;
    const uint64_t *bits;
    uint64_t first_bit, base;
    uint64_t wrong; /* not 0: visits are not nested as their nodes are */
};

/* Sweeps through a block. `width` is that of durations, `wide` says which codes there are, as
 * constants for the compiler. */
__attribute__((always_inline)) static inline void
sweep_rows(struct kept_sweep *sweep, struct sweeping *sweeping, uint32_t width, bool wide)
{
    const struct archive_event_block *block = sweeping->block;
    const struct archive_event_block lengths = {.duration = block->duration,
                                                .duration_base = block->duration_base,
                                                .duration_width = width};
    struct kept_link *const chain = sweep->chain;
    struct kept_times times = sweep->times;
    const uint8_t *const depths = sweep->lane->depth;
    const uint32_t *const starts = block->start;
    const uint16_t *const codes = sweep->codes;
    const uint64_t *const bits = sweeping->bits, lane_end = chain[0].end;
    uint64_t wrong = 0, bin_end = sweep->bin_end;
    bool marked = false;
    for (uint32_t row = 0; row < block->count; row++) {
        uint64_t start = sweeping->base + starts[row], at = sweeping->first_bit + row;
        uint64_t end = start + archive_event_block_duration(&lengths, row);
        uint32_t number = codes[wide ? block->wide_codes[row] : block->codes[row]];
        uint32_t depth = depths[number];
        bool kept = bits[at / 64] >> at % 64 & 1;
        struct kept_link *link = &chain[depth];
        uint32_t around = link[-1].number;
        wrong |= (link[-1].end < end) | (link->end > start) | (start >= lane_end);
        if (start >= bin_end && !wrong) {
            sweep->times = times;
            reach_bin(sweep, start);
            times = sweep->times;
            bin_end = sweep->bin_end;
        }
        sweep->deepest = depth;
        *link = (struct kept_link){end, kept ? number : around};
        kept_times_add(&times, link->number, around, (end < bin_end ? end : bin_end) - start);
        times.begun += kept;
        if (kept && !marked) {
            marked = true;
            put_mark(sweep, block->number, depth, start);
        }
    }
    sweep->times = times;
    sweeping->wrong |= wrong;
}

static void sweep_block(struct kept_sweep *sweep, struct sweeping *sweeping)
{
    bool wide = !sweeping->block->codes;
    switch (sweeping->block->duration_width) {
    case 1:
        return wide ? sweep_rows(sweep, sweeping, 1, true) : sweep_rows(sweep, sweeping, 1, false);
    case 2:
        return wide ? sweep_rows(sweep, sweeping, 2, true) : sweep_rows(sweep, sweeping, 2, false);
    case 4:
        return wide ? sweep_rows(sweep, sweeping, 4, true) : sweep_rows(sweep, sweeping, 4, false);
    default:
        return wide ? sweep_rows(sweep, sweeping, 8, true) : sweep_rows(sweep, sweeping, 8, false);
    }
}

/* Finds the depths of the lane's nodes. False if they are too deep, too many, or damaged. */
static bool read_depths(struct kept_sweep *sweep, uint32_t lane)
{
    const struct archive_pyramid_nodes *nodes = &sweep->walk->pyramid->nodes;
    const struct archive_nodes *all = &sweep->walk->pyramid->archive->nodes;
    const uint32_t *rows = nodes->rows + nodes->first[lane];
    sweep->nodes = nodes->first[lane + 1] - nodes->first[lane];
    if (!sweep->nodes || sweep->nodes > MOST_NODES || rows[0] != sweep->walk->root)
        return false;
    sweep->times.time =
        memory_grow(sweep->times.time, &sweep->time_room, sweep->nodes, sizeof(int64_t));
    memset(sweep->times.time, 0, sweep->nodes * sizeof(int64_t));
    sweep->times.touched = sweep->times.begun = 0;
    uint8_t *depth = sweep->lane->depth = memory_zeroed(sweep->nodes, sizeof *depth);
    for (uint32_t i = 1; i < sweep->nodes; i++) {
        uint32_t parent = all->parent[rows[i]];
        if (parent >= rows[i] || all->lane[parent] != lane)
            return false;
        depth[i] = depth[nodes->number[parent]] + 1;
        if (depth[i] >= KEPT_DEPTH)
            return false;
    }
    return true;
}

/* Starts a lane in the state in which kept_walk_begin left it. False if it cannot be swept. */
static bool begin(struct kept_sweep *sweep, uint32_t lane, unsigned level, struct kept_lane *to)
{
    const struct archive_innermost *innermost = &sweep->walk->innermost;
    const struct archive_pyramid_nodes *nodes = &sweep->walk->pyramid->nodes;
    const uint8_t *classes = nodes->classes + nodes->first[lane];
    sweep->lane = to;
    sweep->level = level;
    sweep->deepest = 0;
    sweep->code_count = 0;
    memset(sweep->chain, 0, sizeof sweep->chain);
    sweep->chain[0].end = innermost->end;
    if (innermost->now >= innermost->end || !read_depths(sweep, lane))
        return false;
    kept_levels_begin(sweep->levels, (struct kept_shape){sweep->nodes, classes}, level);
    begin_bin(sweep, innermost->now >> level);
    return true;
}

bool kept_sweep_lane(struct kept_sweep *sweep, uint32_t lane, unsigned level,
                     const atomic_bool *stop, struct kept_lane *to)
{
    struct kept_walk *walk = sweep->walk;
    const struct archive_pyramid *pyramid = walk->pyramid;
    const struct archive *archive = pyramid->archive;
    struct sweeping sweeping = {.bits = walk->rows->bits};
    uint64_t lane_start = walk->innermost.now, lane_end = walk->innermost.end;
    size_t block, end;
    bool good = begin(sweep, lane, level, to);
    archive_event_blocks_of_lane(archive, lane, &block, &end);
    for (; good && block < end; block++) {
        sweeping.block = archive_event_reader_get(
            walk->reader, block, EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
        good = sweeping.block && sweeping.block->first + sweeping.block->count <= walk->rows->rows;
        if (!good)
            break;
        sweeping.first_bit = sweeping.block->first;
        sweeping.base = archive_pyramid_moment(archive, pyramid->zero, lane, sweeping.block->base);
        good = read_codes(sweep, sweeping.block);
        if (good)
            sweep_block(sweep, &sweeping);
        good = good && !sweeping.wrong && sweeping.base >= lane_start &&
               !(stop && atomic_load_explicit(stop, memory_order_relaxed));
    }
    if (good) {
        reach_bin(sweep, lane_end - 1);
        kept_levels_add(sweep->levels, sweep->bin, &sweep->times);
    }
    return good;
}
