/* window_tiles.h: reads a lane's bins of a window from the tiles of a pyramid, and has those
 * computed for which there are none. */
#ifndef CUBE_WINDOW_TILES_H
#define CUBE_WINDOW_TILES_H

#include "archive/time/pyramid.h"

/* The bins of a lane that are wanted. */
struct window_tiles {
    const struct archive_pyramid *pyramid;
    uint32_t lane;
    unsigned level;
    uint64_t first, end; /* bins */
    struct archive_pyramid_item *items;
    /* Computes the bins from `first` to before `end`, of which `items` is the first. */
    bool (*make)(void *of, uint64_t first, uint64_t end, struct archive_pyramid_item *items);
    void *of;
    uint64_t done; /* bins before it are complete */
};

/* Fills in all items; `root` is the row of the tile of the highest level, ARCHIVE_UNKNOWN: none.
 * False if `make` is. */
bool window_tiles_read(struct window_tiles *tiles, uint64_t root);

#endif
