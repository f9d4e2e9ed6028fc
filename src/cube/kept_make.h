/* kept_make.h: makes the pyramid of a lane's kept visits: see kept.h. */
#ifndef CUBE_KEPT_MAKE_H
#define CUBE_KEPT_MAKE_H

#include "cube/kept_lane.h"

/* One thread that makes lanes, one after another. */
struct kept_maker;
struct kept_maker *kept_maker_new(const struct archive_pyramid *pyramid,
                                  const struct archive_excerpt_rows *rows);
void kept_maker_free(struct kept_maker *maker);

/* Makes a lane, in which a tile exists if `acts` visits begin in it. False if *stop becomes true.
 */
bool kept_maker_lane(struct kept_maker *maker, uint32_t lane, uint64_t acts,
                     const atomic_bool *stop, struct kept_lane *to);
void kept_lane_free(struct kept_lane *lane);
size_t kept_lane_bytes(const struct kept_lane *lane);

#endif
