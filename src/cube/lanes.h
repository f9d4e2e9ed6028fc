/* lanes.h: the lanes that somebody wants to see. */
#ifndef CUBE_LANES_H
#define CUBE_LANES_H

#include "archive/archive.h"

/* Numbers of places (ranks, where these are known) and of lanes in their place: only these; 0 and
 * ARCHIVE_NONE: all. */
struct lanes_span {
    uint32_t first_place, last_place;
    uint32_t first_lane, last_lane;
};

struct lanes {
    uint32_t *rows; /* by place and number */
    size_t count;
};

/* Whether a place, by its row, is one of them. */
bool lanes_have_place(const struct archive *archive, const struct lanes_span *span, uint32_t place);

/* False with an error: there are none. */
bool lanes_choose(struct lanes *lanes, const struct archive *archive, const struct lanes_span *span,
                  struct error *error);
void lanes_free(struct lanes *lanes);

#endif
