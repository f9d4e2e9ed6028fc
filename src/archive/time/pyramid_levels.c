/* pyramid_levels.c: see pyramid_levels.h
 *
 * A tile is open at level `lowest` and at each level above, each within the next: enough acts began
 * in them. Stretches wait until it is known whether the tile below `lowest` that contains them will
 * exist, too. If enough acts begin in it, it is opened and takes them; if it ends before that, they
 * go to `lowest`. A complete bin is added to the bin around it, one level above. */
#include "archive/time/pyramid_levels.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct level {
    uint64_t tile; /* number of the open tile */
    uint64_t bin;  /* number of the bin that is filled, if `begun` */
    bool begun;    /* there is such a bin */
    struct archive_pyramid_bin filled;
    struct archive_pyramid_tile made;
    struct archive_pyramid_item last, items[PYRAMID_BINS];
    size_t count;
};

struct waiting {
    uint64_t start, end;
    uint32_t node, begun;
};

struct pyramid_levels {
    pyramid_take_tile *take;
    void *to;
    const uint8_t *classes;
    unsigned top, lowest; /* lowest is top + 1 if no tile is open */
    uint64_t acts;        /* with so many, a tile is opened */
    uint64_t root, now;
    struct waiting *waiting,
        *taken; /* stretches that wait; those that have waited and are being placed */
    size_t waiting_count, waiting_room, taken_room;
    uint64_t waiting_acts,
        waiting_tile; /* acts among them; number of the tile that they may open */
    struct level *levels;
};

struct pyramid_levels *archive_pyramid_levels_new(unsigned top, pyramid_take_tile *take, void *to)
{
    struct pyramid_levels *levels = memory_zeroed(1, sizeof *levels);
    levels->take = take;
    levels->to = to;
    levels->top = top;
    levels->levels = memory_zeroed(top + 1, sizeof *levels->levels);
    return levels;
}

void archive_pyramid_levels_free(struct pyramid_levels *levels)
{
    for (unsigned i = 0; i <= levels->top; i++)
        archive_pyramid_bin_free(&levels->levels[i].filled);
    free(levels->levels);
    free(levels->waiting);
    free(levels->taken);
    free(levels);
}

void archive_pyramid_levels_begin(struct pyramid_levels *levels, size_t nodes,
                                  const uint8_t *classes, uint64_t acts)
{
    assert(acts > 0);
    levels->acts = acts;
    levels->classes = classes;
    levels->lowest = levels->top + 1;
    levels->root = ARCHIVE_UNKNOWN;
    levels->waiting_count = 0;
    levels->waiting_acts = 0;
    for (unsigned i = 0; i <= levels->top; i++)
        archive_pyramid_bin_init(&levels->levels[i].filled, nodes);
}

static bool same(const struct archive_pyramid_item *a, const struct archive_pyramid_item *b)
{
    return a->node == b->node && a->begun == b->begun && a->share == b->share &&
           a->class == b->class && a->part == b->part && a->other == b->other;
}

/* Sets the item of a bin and those after it, until another one comes. */
static void put_item(struct level *level, uint64_t bin, struct archive_pyramid_item item)
{
    unsigned at = bin % PYRAMID_BINS;
    if (level->count && same(&level->last, &item))
        return;
    if (!level->count && at) { /* the lane began in this tile */
        level->made.bits[0] = 1;
        level->items[level->count++] = archive_pyramid_item_none();
    }
    level->made.bits[at / 64] |= UINT64_C(1) << at % 64;
    level->items[level->count++] = level->last = item;
}

static void reach_bin(struct pyramid_levels *levels, unsigned number, uint64_t bin);

/* Completes a bin: it is added to the bin around it. */
static void end_bin(struct pyramid_levels *levels, unsigned number)
{
    struct level *level = &levels->levels[number];
    struct archive_pyramid_bin *above = NULL;
    if (!level->begun)
        return;
    if (number < levels->top) {
        reach_bin(levels, number + 1, level->bin / 2);
        above = &levels->levels[number + 1].filled;
    }
    level->begun = false;
    put_item(level, level->bin,
             archive_pyramid_bin_take(&level->filled, number, levels->classes, above));
}

static void reach_bin(struct pyramid_levels *levels, unsigned number, uint64_t bin)
{
    struct level *level = &levels->levels[number];
    if (level->begun && level->bin == bin)
        return;
    end_bin(levels, number);
    level->begun = true;
    level->bin = bin;
}

/* Adds time to the bin that is being filled. */
static void fill(struct level *level, uint32_t node, uint64_t time)
{
    if (node != ARCHIVE_NONE)
        archive_pyramid_bin_add(&level->filled, node, time);
}

/* Returns the item of a bin in which one node, or nobody, was all the time. */
static struct archive_pyramid_item whole(const struct pyramid_levels *levels, uint32_t node)
{
    return node == ARCHIVE_NONE ? archive_pyramid_item_none()
                                : archive_pyramid_item_plain(node, levels->classes[node]);
}

/* Adds a stretch that lies within the open tile of a level. */
static void add(struct pyramid_levels *levels, unsigned number, const struct waiting *what)
{
    struct level *level = &levels->levels[number];
    uint64_t start = what->start, bin = start >> number, end = (bin + 1) << number;
    reach_bin(levels, number, bin);
    level->filled.begun += what->begun;
    if (what->end <= end) {
        fill(level, what->node, what->end - start);
        return;
    }
    fill(level, what->node, end - start);
    bin++;
    uint64_t last =
        what->end >> number; /* the last bin, which has part of the stretch or nothing */
    if (bin < last) {
        end_bin(levels, number);
        put_item(level, bin, whole(levels, what->node));
        if (number < levels->top)
            add(levels, number + 1,
                &(struct waiting){bin << number, last << number, what->node, 0});
    }
    if (last << number < what->end) {
        reach_bin(levels, number, last);
        fill(level, what->node, what->end - (last << number));
    }
}

static void open_tile(struct pyramid_levels *levels, unsigned number, uint64_t tile)
{
    struct level *level = &levels->levels[number];
    level->tile = tile;
    level->begun = false;
    level->count = 0;
    memset(&level->made, 0, sizeof level->made);
    level->made.half[0] = level->made.half[1] = ARCHIVE_UNKNOWN;
}

/* Puts the waiting stretches into the lowest open tile. */
static void give_up_waiting(struct pyramid_levels *levels)
{
    if (levels->lowest <= levels->top) {
        for (size_t i = 0; i < levels->waiting_count; i++)
            add(levels, levels->lowest, &levels->waiting[i]);
    }
    levels->waiting_count = 0;
    levels->waiting_acts = 0;
}

/* Completes the lowest open tile. The lane does not exist after `now`. */
static void close_tile(struct pyramid_levels *levels, uint64_t now)
{
    assert(levels->lowest <= levels->top);
    unsigned number = levels->lowest++;
    struct level *level = &levels->levels[number];
    end_bin(levels, number);
    uint64_t next = (now >> number) + (now % (UINT64_C(1) << number) != 0);
    if (next >> PYRAMID_SHIFT == level->tile)
        put_item(level, next, archive_pyramid_item_none());
    uint64_t row = levels->take(levels->to, &level->made, level->items, level->count);
    if (number == levels->top)
        levels->root = row;
    else
        levels->levels[number + 1].made.half[level->tile % 2] = row;
}

static void put(struct pyramid_levels *levels, struct waiting what);

/* Opens the tile below, for which enough acts wait, and those below it that contain all of them. */
static void open_tiles(struct pyramid_levels *levels)
{
    struct waiting *waited = levels->waiting;
    size_t room = levels->waiting_room, count = levels->waiting_count;
    uint64_t first = waited[0].start, last = waited[count - 1].end - 1;
    do {
        levels->lowest--;
        open_tile(levels, levels->lowest, first >> (levels->lowest + PYRAMID_SHIFT));
    } while (levels->lowest && first >> (levels->lowest - 1 + PYRAMID_SHIFT) ==
                                   last >> (levels->lowest - 1 + PYRAMID_SHIFT));
    levels->waiting = levels->taken;
    levels->waiting_room = levels->taken_room;
    levels->waiting_count = 0;
    levels->waiting_acts = 0;
    levels->taken = NULL; /* more tiles may be opened meanwhile */
    levels->taken_room = 0;
    for (size_t i = 0; i < count; i++)
        put(levels, waited[i]);
    free(levels->taken);
    levels->taken = waited;
    levels->taken_room = room;
}

static void wait_for_tile(struct pyramid_levels *levels, const struct waiting *what, uint64_t tile)
{
    levels->waiting = memory_grow(levels->waiting, &levels->waiting_room, levels->waiting_count + 1,
                                  sizeof *levels->waiting);
    levels->waiting[levels->waiting_count++] = *what;
    levels->waiting_tile = tile;
    levels->waiting_acts += what->begun;
    if (levels->waiting_acts >= levels->acts)
        open_tiles(levels);
}

/* Puts as much of a stretch as is in one tile; returns where the rest begins. */
static uint64_t put_part(struct pyramid_levels *levels, struct waiting what)
{
    unsigned above =
        levels->lowest + PYRAMID_SHIFT; /* log2 of the length of the lowest open tile */
    uint64_t end = levels->lowest <= levels->top ? ((what.start >> above) + 1) << above : what.end;
    if (what.end > end)
        what.end = end;
    if (!levels->lowest) {
        add(levels, 0, &what);
        return what.end;
    }
    unsigned below = above - 1;
    uint64_t tile = what.start >> below, tile_end = (tile + 1) << below;
    if (levels->waiting_count && tile != levels->waiting_tile)
        give_up_waiting(levels);
    if (!levels->waiting_count && !what.begun &&
        what.end >= tile_end) { /* no act can begin in it */
        what.end = what.end >> below << below;
        add(levels, levels->lowest, &what);
        return what.end;
    }
    if (what.end > tile_end)
        what.end = tile_end;
    wait_for_tile(levels, &what, tile);
    return what.end;
}

static void put(struct pyramid_levels *levels, struct waiting what)
{
    while (what.start < what.end) {
        while (levels->lowest <= levels->top && what.start >> (levels->lowest + PYRAMID_SHIFT) !=
                                                    levels->levels[levels->lowest].tile) {
            give_up_waiting(levels);
            close_tile(levels, UINT64_MAX);
        }
        what.start = put_part(levels, what);
        what.begun = 0;
    }
}

void archive_pyramid_levels_add(struct pyramid_levels *levels, uint64_t start, uint64_t end,
                                uint32_t node, uint32_t begun)
{
    assert(start <= end);
    put(levels, (struct waiting){start, end, node, begun});
    levels->now = end;
}

uint64_t archive_pyramid_levels_end(struct pyramid_levels *levels)
{
    give_up_waiting(levels);
    while (levels->lowest <= levels->top)
        close_tile(levels, levels->now);
    return levels->root;
}
