/* overlay.h: the trees of lanes laid on top of each other. */
#ifndef CUBE_OVERLAY_H
#define CUBE_OVERLAY_H

#include "archive/archive.h"

/* Node 0 is the root; a parent's number is smaller. */
struct overlay {
    uint32_t *to; /* by row of nodes: its node; 0 of those that were left out */
    struct overlay_node {
        uint32_t parent, region; /* the region of the first that was laid there */
    } * nodes;
    size_t count, room;
};

/* Of the lanes that are chosen, by row; NULL: all. Nodes are the same if their regions have the
 * same key, below `keys` (NULL: a region is its own), and so have all above them. But what a thread
 * other than its place's first begins with stands where the first lanes have it, if that is just
 * one path: the threads of a team run the same function as the one who began it. */
struct overlay overlay_lanes(const struct archive *archive, const uint8_t *chosen,
                             const uint32_t *key_of_region, size_t keys);
void overlay_free(struct overlay *overlay);

#endif
