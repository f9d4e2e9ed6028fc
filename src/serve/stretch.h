/* stretch.h: what a row of a window did in one bin, or in several equal ones: of one lane, or of
 * several that share the row. */
#ifndef SERVE_STRETCH_H
#define SERVE_STRETCH_H

#include "cube/window.h"

enum { SERVE_WHOLE = 255 }; /* a share of 1 */

struct serve_stretch {
    uint32_t path; /* see paths.h; ARCHIVE_NONE: nothing is known, or the lane did not exist */
    uint32_t begun;
    uint8_t class, share, other;
};

/* Returns the stretch of one lane; path_of is that of struct serve_paths. */
struct serve_stretch serve_stretch_of(const struct archive_pyramid_item *item,
                                      const uint32_t *path_of);

/* Merges the bins of several lanes, lane by lane: the class with the most time, the longest node of
 * that class, or else of any, and the mean share of the lanes that existed. */
void serve_stretch_merge(const struct archive_pyramid_item *items, size_t lanes, size_t bins,
                         const uint32_t *path_of, struct serve_stretch *to);

#endif
