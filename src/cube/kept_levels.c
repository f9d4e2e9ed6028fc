/* kept_levels.c: see kept_levels.h */
#include "cube/kept_levels.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct level {
    struct kept_times times; /* of the bin that is being filled from the level below */
    bool begun;              /* there is such a bin; `bin` is its number */
    uint64_t bin;
    bool open; /* there is a tile that is being filled; `tile` is its number */
    uint64_t tile;
    struct archive_pyramid_tile made;
    struct archive_pyramid_item items[PYRAMID_BINS + 1];
    size_t count;
};

struct kept_levels {
    pyramid_take_tile *take;
    void *to;
    struct kept_shape shape;
    unsigned top, lowest;
    uint64_t root, end; /* end: bins of the lowest level before it were added */
    size_t room;        /* nodes */
    struct level *levels;
};

struct kept_levels *kept_levels_new(unsigned top, pyramid_take_tile *take, void *to)
{
    struct kept_levels *levels = memory_zeroed(1, sizeof *levels);
    levels->take = take;
    levels->to = to;
    levels->top = top;
    levels->levels = memory_zeroed(top + 1, sizeof *levels->levels);
    return levels;
}

void kept_levels_free(struct kept_levels *levels)
{
    for (unsigned i = 0; i <= levels->top; i++)
        free(levels->levels[i].times.time);
    free(levels->levels);
    free(levels);
}

void kept_levels_begin(struct kept_levels *levels, struct kept_shape shape, unsigned lowest)
{
    bool grows = shape.nodes > levels->room;
    levels->room = grows ? shape.nodes : levels->room;
    levels->shape = shape;
    levels->lowest = lowest;
    levels->root = ARCHIVE_UNKNOWN;
    for (unsigned i = 0; i <= levels->top; i++) {
        struct level *level = &levels->levels[i];
        level->begun = level->open = false;
        level->times.touched = level->times.begun = 0;
        if (grows) {
            free(level->times.time);
            level->times.time = memory_zeroed(levels->room, sizeof *level->times.time);
        } else {
            memset(level->times.time, 0, shape.nodes * sizeof *level->times.time);
        }
    }
}

static bool same(const struct archive_pyramid_item *a, const struct archive_pyramid_item *b)
{
    return a->node == b->node && a->begun == b->begun && a->share == b->share &&
           a->class == b->class && a->part == b->part && a->other == b->other;
}

/* Keeps the item behind the last one if it differs from that; it is of the tile's bin `at`. */
static void keep_item(struct level *level, unsigned at)
{
    if (level->count && same(&level->items[level->count - 1], &level->items[level->count]))
        return;
    level->made.bits[at / 64] |= UINT64_C(1) << at % 64;
    level->count++;
}

/* Completes a tile. Bins of the level from `end` on are outside the lane. */
static void close_tile(struct kept_levels *levels, unsigned number, uint64_t end)
{
    struct level *level = &levels->levels[number];
    if (end >> PYRAMID_SHIFT == level->tile) {
        level->items[level->count] = archive_pyramid_item_none();
        keep_item(level, end % PYRAMID_BINS);
    }
    uint64_t row = levels->take(levels->to, &level->made, level->items, level->count);
    level->open = false;
    if (number == levels->top)
        levels->root = row;
    else
        level[1].made.half[level->tile % 2] = row;
}

static void open_tile(struct level *level, uint64_t bin)
{
    level->open = true;
    level->tile = bin >> PYRAMID_SHIFT;
    level->count = 0;
    memset(&level->made, 0, sizeof level->made);
    level->made.half[0] = level->made.half[1] = ARCHIVE_UNKNOWN;
    if (bin % PYRAMID_BINS) { /* the lane began in this tile */
        level->items[0] = archive_pyramid_item_none();
        keep_item(level, 0);
    }
}

/* Adds a complete bin to its tile, and to the bin around it. */
static void add_bin(struct kept_levels *levels, unsigned number, uint64_t bin,
                    struct kept_times *times)
{
    for (;;) {
        struct level *level = &levels->levels[number];
        bool top = number == levels->top;
        if (level->open && bin >> PYRAMID_SHIFT != level->tile)
            close_tile(levels, number, bin);
        if (!level->open)
            open_tile(level, bin);
        kept_times_take(times, &levels->shape, number, top ? NULL : &level[1].times,
                        &level->items[level->count]);
        keep_item(level, bin % PYRAMID_BINS);
        level->begun = false;
        if (top)
            return;
        level[1].begun = true;
        level[1].bin = bin / 2;
        if (bin % 2 == 0)
            return;
        times = &level[1].times;
        bin /= 2;
        number++;
    }
}

void kept_levels_add(struct kept_levels *levels, uint64_t bin, struct kept_times *times)
{
    add_bin(levels, levels->lowest, bin, times);
    levels->end = bin + 1;
}

uint64_t kept_levels_end(struct kept_levels *levels)
{
    for (unsigned i = levels->lowest; i <= levels->top; i++) {
        struct level *level = &levels->levels[i];
        if (level->begun)
            add_bin(levels, i, level->bin, &level->times);
    }
    uint64_t end = levels->end;
    for (unsigned i = levels->lowest; i <= levels->top; i++) {
        if (levels->levels[i].open)
            close_tile(levels, i, end);
        end = end / 2 + end % 2;
    }
    return levels->root;
}
