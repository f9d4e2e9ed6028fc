/* crossings.h: where calls led from regions with probes to functions that were counted in a binary,
 * and back, in a file of a place: format/profile.h describes the records. */
#ifndef ARCHIVE_RAW_CROSSINGS_H
#define ARCHIVE_RAW_CROSSINGS_H

#include "util/pairs.h"

#include <stddef.h>
#include <stdint.h>

/* A node of a region with probes that a counted function visited, or that is below the lane
 * itself: its time is known exactly. */
struct raw_top {
    uint32_t row;
    uint32_t context,
        loop;      /* record of the function's context, 0: none; see FORMAT_CROSSING_LOOP */
    uint32_t lane; /* number of its lane in the place */
    uint32_t item; /* see loops/times.h; RAW_NO_ITEM: not added yet */
};

/* A context that was made below a node. */
struct raw_link {
    uint32_t row, top; /* top: index plus 1; 0: none */
};

#define RAW_NO_ITEM UINT32_MAX

/* To be set to zeros, and freed with raw_crossings_free. */
struct raw_crossings {
    struct raw_top *tops;
    size_t top_count, top_room;
    struct raw_link *links;
    size_t link_count, link_room;
    struct pairs top_of;  /* (row, 0) -> index of the top */
    struct pairs link_of; /* (record of a context, 0) -> index of the link */
};

void raw_crossings_free(struct raw_crossings *crossings);

/* Adds a top, unless its row is one already; returns its index plus 1. */
uint32_t raw_crossings_add_top(struct raw_crossings *crossings, const struct raw_top *top);

void raw_crossings_add_link(struct raw_crossings *crossings, uint32_t context,
                            struct raw_link link);

/* Returns the link of a context; NULL: none. */
const struct raw_link *raw_crossings_link(const struct raw_crossings *crossings, uint32_t context);

#endif
