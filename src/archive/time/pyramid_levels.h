/* pyramid_levels.h: the tiles of one lane at all levels, made from stretches of its time in their
 * order, in bounded memory. */
#ifndef ARCHIVE_TIME_PYRAMID_LEVELS_H
#define ARCHIVE_TIME_PYRAMID_LEVELS_H

#include "archive/time/pyramid.h"

struct pyramid_levels;

/* A tile that is complete, its items in order. Returns its row. */
typedef uint64_t pyramid_take_tile(void *to, const struct pyramid_tile *tile,
                                   const struct pyramid_item *items, size_t count);

struct pyramid_levels *pyramid_levels_new(unsigned top, pyramid_take_tile *take, void *to);
void pyramid_levels_free(struct pyramid_levels *levels);

/* A lane with so many nodes, of these classes. */
void pyramid_levels_begin(struct pyramid_levels *levels, size_t nodes, const uint8_t *classes);

/* From where the last one ended. `begun` acts began when it did. */
void pyramid_levels_add(struct pyramid_levels *levels, uint64_t start, uint64_t end, uint32_t node,
                        uint32_t begun);

/* The row of the tile of the highest level; ARCHIVE_UNKNOWN: the lane has too few acts. */
uint64_t pyramid_levels_end(struct pyramid_levels *levels);

#endif
