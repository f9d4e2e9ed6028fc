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

/* The bins of a lane of a window, in progress. */
struct window_making {
    const struct archive_pyramid *pyramid;
    struct archive_pyramid_bin *bin;
    uint32_t lane;
    unsigned level;
    uint64_t now, from, to; /* ns since the start of the run */
    uint64_t first;         /* bin at `from` */
    uint64_t number;  /* of the bin being filled, or the next one; those before it are complete */
    uint64_t bin_end; /* ns: of the bin being filled; 0: none */
    struct archive_pyramid_item *at; /* the item of the first bin */
};

/* Starts the bins of a lane from bin `first` to before `end`. Its `now` is the start of the first
 * stretch, which the caller sets before stretches come. */
void window_making_begin(struct window_making *making, const struct archive_pyramid *pyramid,
                         struct archive_pyramid_bin *bin, uint32_t lane, unsigned level,
                         uint64_t first, uint64_t end, struct archive_pyramid_item *items);

/* Adds stretches, the first of which begins at `now`. */
void window_making_add(struct window_making *making,
                       const struct archive_innermost_stretch *stretches, size_t count);

/* Passes over time in which nothing is to be shown, although visits may have begun in it. */
void window_making_skip(struct window_making *making, uint64_t end, uint32_t begun);

/* Completes all bins. */
void window_making_end(struct window_making *making);

/* Returns the lane's last mark before that moment; ARCHIVE_UNKNOWN if there is none. */
uint64_t window_walk_mark(const struct archive_pyramid *pyramid, uint32_t lane, uint64_t moment);

#endif
