/* kept_sweep.c: see kept_sweep.h */
#include "cube/kept_sweep.h"

#include "archive/events/blocks.h"
#include "util/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 128, MOST_NODES = 4096 };

/* The visit that began last at a depth. It is kept if its number is not that of the depth above. */
struct link {
    uint64_t end;
    uint32_t number; /* of its node if it is kept, else that of the nearest kept node around it; 0:
                        nobody */
};

struct kept_sweep {
    struct kept_walk *walk;
    struct pyramid_levels *levels;
    struct kept_lane *lane;
    unsigned level;
    uint64_t bin, bin_end; /* the bin that is being filled */
    uint64_t begun;        /* kept visits that began in it */
    uint32_t deepest;      /* depth of the visit that began last */
    struct link chain[MOST_DEPTH];
    uint32_t *depth; /* by node number */
    int64_t *time;   /* by node number: of the bin */
    size_t depth_room, time_room, nodes;
    uint16_t codes[EVENT_BLOCK]; /* by code: number of the node */
    uint64_t dictionary;
    uint32_t code_count; /* 0: none */
};

struct kept_sweep *kept_sweep_new(struct kept_walk *walk, struct pyramid_levels *levels)
{
    struct kept_sweep *sweep = memory_zeroed(1, sizeof *sweep);
    sweep->walk = walk;
    sweep->levels = levels;
    return sweep;
}

void kept_sweep_free(struct kept_sweep *sweep)
{
    free(sweep->depth);
    free(sweep->time);
    free(sweep);
}

/* Starts a bin with the visits that reach into it. Each takes its time from the one around it. */
static void begin_bin(struct kept_sweep *sweep, uint64_t bin)
{
    uint64_t start = bin << sweep->level;
    sweep->bin = bin;
    sweep->bin_end = (bin + 1) << sweep->level;
    for (uint32_t i = 1; i <= sweep->deepest && sweep->chain[i].end > start; i++) {
        const struct link *link = &sweep->chain[i];
        uint64_t end = link->end < sweep->bin_end ? link->end : sweep->bin_end;
        sweep->time[link->number] += (int64_t)(end - start);
        sweep->time[link[-1].number] -= (int64_t)(end - start);
    }
}

static void end_bin(struct kept_sweep *sweep)
{
    struct archive_pyramid_bin *bin =
        archive_pyramid_levels_bin(sweep->levels, sweep->level, sweep->bin);
    bin->begun += sweep->begun;
    sweep->begun = 0;
    sweep->time[0] = 0;
    for (uint32_t i = 1; i < sweep->nodes; i++) {
        if (sweep->time[i] > 0)
            archive_pyramid_bin_add(bin, i, (uint64_t)sweep->time[i]);
        sweep->time[i] = 0;
    }
}

static void reach_bin(struct kept_sweep *sweep, uint64_t moment)
{
    uint64_t bin = moment >> sweep->level;
    while (sweep->bin < bin) {
        end_bin(sweep);
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
        const struct link *link = &sweep->chain[i];
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
    struct link *const chain = sweep->chain;
    int64_t *const time = sweep->time;
    const uint32_t *const depths = sweep->depth, *const starts = block->start;
    const uint16_t *const codes = sweep->codes;
    const uint64_t *const bits = sweeping->bits, lane_end = chain[0].end;
    uint64_t wrong = 0, begun = 0, bin_end = sweep->bin_end;
    bool marked = false;
    for (uint32_t row = 0; row < block->count; row++) {
        uint64_t start = sweeping->base + starts[row], at = sweeping->first_bit + row;
        uint64_t end = start + archive_event_block_duration(&lengths, row);
        uint32_t number = codes[wide ? block->wide_codes[row] : block->codes[row]];
        uint32_t depth = depths[number];
        bool kept = bits[at / 64] >> at % 64 & 1;
        struct link *link = &chain[depth];
        uint32_t around = link[-1].number;
        wrong |= (link[-1].end < end) | (link->end > start) | (start >= lane_end);
        if (start >= bin_end && !wrong) {
            sweep->begun += begun;
            begun = 0;
            reach_bin(sweep, start);
            bin_end = sweep->bin_end;
        }
        sweep->deepest = depth;
        *link = (struct link){end, kept ? number : around};
        uint64_t length = (end < bin_end ? end : bin_end) - start;
        time[link->number] += (int64_t)length; /* one that is not kept takes nothing */
        time[around] -= (int64_t)length;
        begun += kept;
        if (kept && !marked) {
            marked = true;
            put_mark(sweep, block->number, depth, start);
        }
    }
    sweep->begun += begun;
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
    sweep->depth =
        memory_grow(sweep->depth, &sweep->depth_room, sweep->nodes, sizeof *sweep->depth);
    sweep->time = memory_grow(sweep->time, &sweep->time_room, sweep->nodes, sizeof *sweep->time);
    memset(sweep->time, 0, sweep->nodes * sizeof *sweep->time);
    sweep->depth[0] = 0;
    for (uint32_t i = 1; i < sweep->nodes; i++) {
        uint32_t parent = all->parent[rows[i]];
        if (parent >= rows[i] || all->lane[parent] != lane)
            return false;
        sweep->depth[i] = sweep->depth[nodes->number[parent]] + 1;
        if (sweep->depth[i] >= MOST_DEPTH)
            return false;
    }
    return true;
}

/* Starts a lane in the state in which kept_walk_begin left it. False if it cannot be swept. */
static bool begin(struct kept_sweep *sweep, uint32_t lane, unsigned level, struct kept_lane *to)
{
    const struct archive_innermost *innermost = &sweep->walk->innermost;
    sweep->lane = to;
    sweep->level = level;
    sweep->deepest = 0;
    sweep->begun = 0;
    sweep->code_count = 0;
    memset(sweep->chain, 0, sizeof sweep->chain);
    sweep->chain[0].end = innermost->end;
    if (innermost->now >= innermost->end || !read_depths(sweep, lane))
        return false;
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
        end_bin(sweep);
    }
    return good;
}
