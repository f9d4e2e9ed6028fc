/* overlay.h: merges the call trees of lanes. */
#ifndef CUBE_OVERLAY_H
#define CUBE_OVERLAY_H

#include "archive/archive.h"

/* A merged tree. Node 0 is the root; a parent's number is smaller than its child's. */
struct cube_overlay {
    uint32_t *to; /* by row of nodes: its merged node; 0 for nodes left out */
    struct overlay_node {
        uint32_t parent, region; /* the region of the first node merged into it */
    } * nodes;
    size_t count, room;
};

/* Merges the trees of the lanes with chosen[row] set; NULL: all. Nodes are merged if their regions,
 * and those of all nodes above, have the same key, below `keys` (NULL: each region is its own key).
 * Exception: the outermost regions of a thread other than its place's first are put where the first
 * lanes have them, if that is a single path, because the threads of a team run the same function as
 * the thread that started it. */
struct cube_overlay cube_overlay_lanes(const struct archive *archive, const uint8_t *chosen,
                                       const uint32_t *key_of_region, size_t keys);
void cube_overlay_free(struct cube_overlay *overlay);

#endif
