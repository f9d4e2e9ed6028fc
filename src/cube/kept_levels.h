/* kept_levels.h: makes the tiles of one lane at all levels from all bins of the lowest one, for
 * kept_sweep.h. */
#ifndef CUBE_KEPT_LEVELS_H
#define CUBE_KEPT_LEVELS_H

#include "archive/time/pyramid_levels.h"
#include "cube/kept_chain.h"

struct kept_levels;
struct kept_levels *kept_levels_new(unsigned top, pyramid_take_tile *take, void *to);
void kept_levels_free(struct kept_levels *levels);

/* Starts a lane, whose lowest level is `lowest`. The classes must live until it ends. */
void kept_levels_begin(struct kept_levels *levels, struct kept_shape shape, unsigned lowest);

/* Adds a bin of the lowest level and empties it. The bins come one after another, without leaving
 * one out. */
void kept_levels_add(struct kept_levels *levels, uint64_t bin, struct kept_times *times);

/* Ends the lane. Returns the row of its tile of the highest level; ARCHIVE_UNKNOWN: it had no bins.
 */
uint64_t kept_levels_end(struct kept_levels *levels);

#endif
