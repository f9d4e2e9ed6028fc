/* kept_lane.h: the kept visits of one lane: see kept.h. */
#ifndef CUBE_KEPT_LANE_H
#define CUBE_KEPT_LANE_H

#include "archive/events/innermost.h"
#include "archive/time/pyramid.h"
#include "archive/write/excerpt.h"

/* A block from which the visits can be read without those before. */
struct kept_mark {
    uint64_t time; /* ns since the start of the run: of the first kept visit of the block */
    uint64_t open; /* row of the innermost visit around it; ARCHIVE_UNKNOWN: none */
    size_t block;
};

/* A visit that is around a mark. */
struct kept_open {
    uint64_t *end, *around; /* ns since the start of the run; row of the visit around this one */
    uint32_t *node;
    size_t count, end_room, around_room, node_room;
};

struct kept_lane {
    uint32_t number;                /* row of the lane */
    struct archive_pyramid pyramid; /* its tiles are those of this lane */
    uint64_t root;                  /* tile of the highest level; ARCHIVE_UNKNOWN: none */
    struct archive_pyramid_tile *tiles;
    uint16_t *items;
    uint64_t *many_item;
    uint32_t *many_begun;
    size_t tile_room, item_room, many_item_room, many_begun_room;
    struct kept_mark *marks;
    size_t mark_count, mark_room;
    struct kept_open open;
    uint8_t
        *depth; /* by number of its nodes; NULL: visits are not known to be nested as they are */
};

/* A way through the kept visits of a lane, of one thread. */
struct kept_walk {
    const struct archive_pyramid *pyramid; /* of all visits */
    const struct archive_excerpt_rows *rows;
    struct event_reader *reader;
    struct archive_innermost innermost; /* its `take` and `to` are the user's */
    uint32_t root;                      /* node of the lane itself */
};

void kept_walk_init(struct kept_walk *walk, const struct archive_pyramid *pyramid,
                    const struct archive_excerpt_rows *rows);
void kept_walk_free(struct kept_walk *walk);

/* Starts at the beginning of a lane. */
void kept_walk_begin(struct kept_walk *walk, uint32_t lane);

/* Called at the first kept visit of a block, before it is entered. */
typedef void kept_at_block(void *to, size_t block);

/* Walks through the kept visits of a block: those that begin before `from` make no stretches, and
 * it returns false at one that begins at `to` or later. `at` may be NULL. */
bool kept_walk_block(struct kept_walk *walk, size_t block, uint64_t from, uint64_t to,
                     kept_at_block *at, void *of);

#endif
