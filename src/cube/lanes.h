/* lanes.h: a selection of lanes. */
#ifndef CUBE_LANES_H
#define CUBE_LANES_H

#include "archive/archive.h"

/* Ranges of place numbers (ranks, where known) and of lane numbers in their place; 0 and
 * ARCHIVE_NONE: all. */
struct cube_lanes_span {
    uint32_t first_place, last_place;
    uint32_t first_lane, last_lane;
};

/* The selected lanes. */
struct lanes {
    uint32_t *rows; /* sorted by place and number */
    size_t count;
};

/* True if a place, by its row, is in the span. */
bool lanes_have_place(const struct archive *archive, const struct cube_lanes_span *span,
                      uint32_t place);

/* Selects the lanes. False with an error if there are none. */
bool lanes_choose(struct lanes *lanes, const struct archive *archive,
                  const struct cube_lanes_span *span, struct error *error);
void lanes_free(struct lanes *lanes);

#endif
