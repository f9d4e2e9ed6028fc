/* window_walk.h: the acts of a lane in a window of time, for window.h. */
#ifndef CUBE_WINDOW_WALK_H
#define CUBE_WINDOW_WALK_H

#include "archive/events/blocks.h"
#include "archive/events/innermost.h"
#include "archive/time/pyramid.h"

/* One thread's own. */
struct window_walk {
    const struct pyramid *pyramid;
    struct event_reader *reader; /* NULL: there are no marks */
    struct innermost innermost;
    uint64_t start; /* where the first stretch begins */
};

void window_walk_init(struct window_walk *walk, const struct pyramid *pyramid);
void window_walk_free(struct window_walk *walk);

/* Gives the stretches of a lane from `from` to `to`, ns since the run began, and perhaps some
 * before and behind. False with an error: they cannot be read. */
bool window_walk_lane(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      innermost_take *take, void *to_taker, struct error *error);

/* The items of a lane's bins of a level, from bin `first` to before `end`, from its acts. `bin` is
 * room for it, to be used again. */
bool window_make_bins(struct window_walk *walk, struct pyramid_bin *bin, uint32_t lane,
                      unsigned level, uint64_t first, uint64_t end, struct pyramid_item *items,
                      struct error *error);

/* The last mark of the lane before that moment; ARCHIVE_UNKNOWN: none. */
uint64_t window_walk_mark(const struct pyramid *pyramid, uint32_t lane, uint64_t moment);

#endif
