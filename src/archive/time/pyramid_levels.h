/* pyramid_levels.h: makes the tiles of one lane at all levels from consecutive stretches of its
 * time, in bounded memory. */
#ifndef ARCHIVE_TIME_PYRAMID_LEVELS_H
#define ARCHIVE_TIME_PYRAMID_LEVELS_H

#include "archive/time/pyramid.h"

struct pyramid_levels;

/* Takes a complete tile with its items in order. Returns its row. */
typedef uint64_t pyramid_take_tile(void *to, const struct archive_pyramid_tile *tile,
                                   const struct archive_pyramid_item *items, size_t count);

struct pyramid_levels *archive_pyramid_levels_new(unsigned top, pyramid_take_tile *take, void *to);
void archive_pyramid_levels_free(struct pyramid_levels *levels);

/* Starts a lane with this many nodes of these classes. A tile is made if at least `acts` acts began
 * in it. */
void archive_pyramid_levels_begin(struct pyramid_levels *levels, size_t nodes,
                                  const uint8_t *classes, uint64_t acts);

/* Adds a stretch, which begins where the last one ended. `begun` acts began with it. A stretch of
 * no node (ARCHIVE_NONE) belongs to nobody. */
void archive_pyramid_levels_add(struct pyramid_levels *levels, uint64_t start, uint64_t end,
                                uint32_t node, uint32_t begun);

/* Ends the lane. Returns the row of its tile of the highest level; ARCHIVE_UNKNOWN: it has too few
 * acts. */
uint64_t archive_pyramid_levels_end(struct pyramid_levels *levels);

#endif
