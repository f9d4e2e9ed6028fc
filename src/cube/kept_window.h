/* kept_window.h: computes the bins of a window from the events of a lane whose visits are nested as
 * its nodes are: the same way as kept_sweep.h, from the last mark before the window. */
#ifndef CUBE_KEPT_WINDOW_H
#define CUBE_KEPT_WINDOW_H

#include "cube/kept_lane.h"

/* The state of one thread. */
struct kept_window;
struct kept_window *kept_window_new(const struct archive_pyramid *pyramid,
                                    const struct archive_excerpt_rows *rows);
void kept_window_free(struct kept_window *window);

/* Computes the items of the bins of a level from bin `first` to before `end`; the lane must have
 * `depth`. */
void kept_window_bins(struct kept_window *window, const struct kept_lane *lane, unsigned level,
                      uint64_t first, uint64_t end, struct archive_pyramid_item *items);

#endif
