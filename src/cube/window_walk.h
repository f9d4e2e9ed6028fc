/* window_walk.h: walks through the events of a lane in a time window, for window.h. */
#ifndef CUBE_WINDOW_WALK_H
#define CUBE_WINDOW_WALK_H

#include "archive/events/blocks.h"
#include "archive/events/innermost.h"
#include "archive/time/pyramid.h"

/* The state of one thread. */
struct window_walk {
    const struct archive_pyramid *pyramid;
    struct event_reader *reader; /* NULL: there are no marks */
    struct archive_innermost innermost;
    uint64_t start; /* start of the first stretch */
};

void window_walk_init(struct window_walk *walk, const struct archive_pyramid *pyramid);
void window_walk_free(struct window_walk *walk);

/* Passes the stretches of a lane from `from` to `to`, in ns since the start of the run, to `take`,
 * and possibly some before and after. False with an error if they cannot be read. */
bool window_walk_lane(struct window_walk *walk, uint32_t lane, uint64_t from, uint64_t to,
                      innermost_take *take, void *to_taker, struct error *error);

/* Computes the items of a lane's bins of a level, from bin `first` to before `end`, from its
 * events. `bin` is reusable working memory. */
bool window_make_bins(struct window_walk *walk, struct archive_pyramid_bin *bin, uint32_t lane,
                      unsigned level, uint64_t first, uint64_t end,
                      struct archive_pyramid_item *items, struct error *error);

/* Returns the lane's last mark before that moment; ARCHIVE_UNKNOWN if there is none. */
uint64_t window_walk_mark(const struct archive_pyramid *pyramid, uint32_t lane, uint64_t moment);

#endif
