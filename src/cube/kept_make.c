/* kept_make.c: see kept_make.h */
#include "cube/kept_make.h"

#include "archive/events/blocks.h"
#include "cube/kept_sweep.h"
#include "util/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    BIN_ACTS = 16,       /* visits per bin of the lowest level: with fewer, they are read */
    MOST_BINS = 1 << 23, /* roughly how many such bins all lanes have */
    SWEEP_ACTS =
        16384, /* with fewer kept visits, or a smaller share of all, sweeping does not pay */
    SWEEP_SHARE = 16,
};

struct kept_maker {
    struct kept_walk walk;
    struct pyramid_levels *levels;
    struct kept_levels *swept;
    struct kept_sweep *sweep;
    struct kept_lane *lane;
    uint64_t now; /* time that was given to `levels` */
};

static void take_item(struct kept_lane *lane, const struct archive_pyramid_item *item)
{
    struct archive_pyramid *pyramid = &lane->pyramid;
    size_t many = pyramid->many_count, width = pyramid->width;
    if (archive_pyramid_pack(item, pyramid->width, lane->items + pyramid->item_count * width)) {
        lane->many_item =
            memory_grow(lane->many_item, &lane->many_item_room, many + 1, sizeof *lane->many_item);
        lane->many_begun = memory_grow(lane->many_begun, &lane->many_begun_room, many + 1,
                                       sizeof *lane->many_begun);
        lane->many_item[many] = pyramid->item_count;
        lane->many_begun[many] = item->begun;
        pyramid->many_count++;
    }
    pyramid->item_count++;
}

/* Keeps a tile with its items. */
static uint64_t take_tile(void *of, const struct archive_pyramid_tile *tile,
                          const struct archive_pyramid_item *items, size_t count)
{
    struct kept_lane *lane = ((struct kept_maker *)of)->lane;
    struct archive_pyramid *pyramid = &lane->pyramid;
    lane->tiles =
        memory_grow(lane->tiles, &lane->tile_room, pyramid->tile_count + 1, sizeof *lane->tiles);
    lane->tiles[pyramid->tile_count] = *tile;
    lane->tiles[pyramid->tile_count].item = pyramid->item_count;
    lane->items = memory_grow(lane->items, &lane->item_room,
                              (pyramid->item_count + count) * pyramid->width, sizeof *lane->items);
    for (size_t i = 0; i < count; i++)
        take_item(lane, &items[i]);
    return pyramid->tile_count++;
}

/* Passes stretches on; those of the lane itself belong to nobody. */
static void take_stretches(void *of, const struct archive_innermost_stretch *stretches,
                           size_t count)
{
    struct kept_maker *maker = of;
    const uint32_t *numbers = maker->walk.pyramid->nodes.number;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = stretches[i].node;
        archive_pyramid_levels_add(maker->levels, maker->now, stretches[i].end,
                                   node == maker->walk.root ? ARCHIVE_NONE : numbers[node],
                                   stretches[i].begun);
        maker->now = stretches[i].end;
    }
}

/* Gives each visit that is open at a mark a row, after those around it. Returns the row of the
 * innermost one. */
static uint64_t save_open(struct kept_maker *maker)
{
    struct archive_visit_stack *stack = &maker->walk.innermost.stack;
    struct kept_open *open = &maker->lane->open;
    size_t first = stack->depth; /* `value` of a visit: its row plus 1; 0: none */
    while (first > 1 && !stack->all[first - 1].value)
        first--;
    for (size_t i = first; i < stack->depth; i++) {
        struct archive_visit *visit = &stack->all[i];
        size_t row = open->count++;
        open->end = memory_grow(open->end, &open->end_room, row + 1, sizeof *open->end);
        open->around = memory_grow(open->around, &open->around_room, row + 1, sizeof *open->around);
        open->node = memory_grow(open->node, &open->node_room, row + 1, sizeof *open->node);
        open->end[row] = visit->end;
        open->around[row] = i > 1 ? stack->all[i - 1].value - 1 : ARCHIVE_UNKNOWN;
        open->node[row] = visit->node;
        visit->value = row + 1;
    }
    return stack->depth > 1 ? stack->all[stack->depth - 1].value - 1 : ARCHIVE_UNKNOWN;
}

static void put_mark(void *of, size_t block)
{
    struct kept_maker *maker = of;
    struct kept_lane *lane = maker->lane;
    lane->marks =
        memory_grow(lane->marks, &lane->mark_room, lane->mark_count + 1, sizeof *lane->marks);
    lane->marks[lane->mark_count++] = (struct kept_mark){
        .time = maker->walk.innermost.now, .open = save_open(maker), .block = block};
}

struct kept_maker *kept_maker_new(const struct archive_pyramid *pyramid,
                                  const struct archive_excerpt_rows *rows)
{
    struct kept_maker *maker = memory_zeroed(1, sizeof *maker);
    kept_walk_init(&maker->walk, pyramid, rows);
    maker->walk.innermost.take = take_stretches;
    maker->walk.innermost.to = maker;
    maker->levels = archive_pyramid_levels_new(pyramid->top, take_tile, maker);
    maker->swept = kept_levels_new(pyramid->top, take_tile, maker);
    maker->sweep = kept_sweep_new(&maker->walk, maker->swept);
    return maker;
}

void kept_maker_free(struct kept_maker *maker)
{
    kept_sweep_free(maker->sweep);
    kept_walk_free(&maker->walk);
    archive_pyramid_levels_free(maker->levels);
    kept_levels_free(maker->swept);
    free(maker);
}

/* Binds the tables of the lane, now that they stay where they are. */
static void bind(struct kept_lane *lane)
{
    lane->pyramid.tiles = lane->tiles;
    lane->pyramid.items = lane->items;
    lane->pyramid.many_item = lane->many_item;
    lane->pyramid.many_begun = lane->many_begun;
}

/* Counts the kept visits of a lane, and all of them. */
static uint64_t count_kept(const struct kept_maker *maker, size_t block, size_t end, uint64_t *all)
{
    const struct archive_blocks *blocks = &maker->walk.pyramid->archive->blocks;
    const struct archive_excerpt_rows *rows = maker->walk.rows;
    uint64_t kept = 0;
    *all = 0;
    if (block == end)
        return 0;
    uint64_t first = blocks->first[block];
    uint64_t last = blocks->first[end - 1] + blocks->events[end - 1];
    last = last < rows->rows ? last : rows->rows;
    for (uint64_t row = first; row < last;) {
        uint64_t bits = rows->bits[row / 64] >> row % 64, count = 64 - row % 64;
        if (count > last - row) {
            count = last - row;
            bits &= (UINT64_C(1) << count) - 1;
        }
        kept += (uint64_t)__builtin_popcountll(bits);
        row += count;
    }
    *all = last - first;
    return kept;
}

/* Returns the level of which a lane's bins have about BIN_ACTS visits, kept or not: all of them are
 * read where there are no bins. */
static unsigned level_of(const struct kept_maker *maker, uint64_t visits)
{
    const struct archive_innermost *innermost = &maker->walk.innermost;
    uint64_t acts = maker->walk.rows->rows / MOST_BINS;
    uint64_t bins = visits / (acts > BIN_ACTS ? acts : BIN_ACTS) + 1;
    unsigned level = archive_pyramid_top((innermost->end - innermost->now) / bins + 1);
    return level < maker->walk.pyramid->top ? level : maker->walk.pyramid->top;
}

/* Makes the lane the fast way, if that can be done and pays. */
static bool sweep(struct kept_maker *maker, uint32_t lane, size_t block, size_t end,
                  const atomic_bool *stop)
{
    struct kept_lane *to = maker->lane;
    uint64_t all, kept = count_kept(maker, block, end, &all);
    if (kept < SWEEP_ACTS || kept < all / SWEEP_SHARE)
        return false;
    bool good = kept_sweep_lane(maker->sweep, lane, level_of(maker, all), stop, to);
    if (good) {
        to->root = kept_levels_end(maker->swept);
    } else { /* begin again */
        to->pyramid.tile_count = to->pyramid.item_count = to->pyramid.many_count = 0;
        to->mark_count = to->open.count = 0;
        free(to->depth);
        to->depth = NULL;
    }
    return good;
}

bool kept_maker_lane(struct kept_maker *maker, uint32_t lane, uint64_t acts,
                     const atomic_bool *stop, struct kept_lane *to)
{
    const struct archive_pyramid *pyramid = maker->walk.pyramid;
    uint32_t first = pyramid->nodes.first[lane], nodes = pyramid->nodes.first[lane + 1] - first;
    const uint8_t *classes = pyramid->nodes.classes + first;
    size_t block, end;
    *to = (struct kept_lane){.number = lane,
                             .pyramid = {.archive = pyramid->archive,
                                         .zero = pyramid->zero,
                                         .length = pyramid->length,
                                         .top = pyramid->top,
                                         .width = nodes > UINT8_MAX ? PYRAMID_WIDE : PYRAMID_NARROW,
                                         .nodes = pyramid->nodes}};
    maker->lane = to;
    kept_walk_begin(&maker->walk, lane);
    archive_event_blocks_of_lane(pyramid->archive, lane, &block, &end);
    bool stopped = false;
    if (!sweep(maker, lane, block, end, stop)) {
        kept_walk_begin(&maker->walk, lane);
        archive_pyramid_levels_begin(maker->levels, nodes, classes, acts);
        maker->now = maker->walk.innermost.now;
        for (; block < end && !stopped; block++) {
            kept_walk_block(&maker->walk, block, 0, UINT64_MAX, put_mark, maker);
            stopped = stop && atomic_load_explicit(stop, memory_order_relaxed);
        }
        archive_innermost_end(&maker->walk.innermost);
        to->root = archive_pyramid_levels_end(maker->levels);
    }
    bind(to);
    return !stopped;
}

void kept_lane_free(struct kept_lane *lane)
{
    free(lane->tiles);
    free(lane->items);
    free(lane->many_item);
    free(lane->many_begun);
    free(lane->marks);
    free(lane->open.end);
    free(lane->open.around);
    free(lane->open.node);
    free(lane->depth);
}

size_t kept_lane_bytes(const struct kept_lane *lane)
{
    return sizeof *lane + lane->tile_room * sizeof *lane->tiles +
           lane->item_room * sizeof *lane->items +
           lane->many_item_room * (sizeof(uint64_t) + sizeof(uint32_t)) +
           lane->mark_room * sizeof *lane->marks +
           lane->open.end_room * (2 * sizeof(uint64_t) + sizeof(uint32_t));
}
