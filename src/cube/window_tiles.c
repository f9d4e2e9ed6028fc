/* window_tiles.c: see window_tiles.h */
#include "cube/window_tiles.h"

/* Computes the bins before `bin` that are missing. */
static bool make_up_to(struct window_tiles *tiles, uint64_t bin)
{
    bool good = tiles->done >= bin || tiles->make(tiles->of, tiles->done, bin,
                                                  tiles->items + (tiles->done - tiles->first));
    tiles->done = bin > tiles->done ? bin : tiles->done;
    return good;
}

/* Reads the part of the window that is in a tile. False if bins cannot be computed. */
static bool read_tile(struct window_tiles *tiles, uint64_t row, unsigned level, uint64_t number)
{
    unsigned up = level - tiles->level + PYRAMID_SHIFT;
    uint64_t first = number << up, end = (number + 1) << up;
    const struct archive_pyramid_tile *tile = archive_pyramid_tile(tiles->pyramid, row);
    if (end <= tiles->first || first >= tiles->end || !tile)
        return true; /* missing: computed when the next one is read, or at the end */
    if (level > tiles->level)
        return read_tile(tiles, tile->half[0], level - 1, 2 * number) &&
               read_tile(tiles, tile->half[1], level - 1, 2 * number + 1);
    uint64_t from = first > tiles->first ? first : tiles->first;
    uint64_t to = end < tiles->end ? end : tiles->end;
    if (!make_up_to(tiles, from))
        return false;
    archive_pyramid_read(tiles->pyramid, tile, tiles->lane, (unsigned)(from - first),
                         (unsigned)(to - first), tiles->items + (from - tiles->first));
    tiles->done = to;
    return true;
}

bool window_tiles_read(struct window_tiles *tiles, uint64_t root)
{
    tiles->done = tiles->first;
    if (root != ARCHIVE_UNKNOWN && !read_tile(tiles, root, tiles->pyramid->top, 0))
        return false;
    return make_up_to(tiles, tiles->end);
}
