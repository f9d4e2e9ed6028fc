/* pyramid_bin.h: summarizes a bin: a short stretch of one lane's time. */
#ifndef ARCHIVE_TIME_PYRAMID_BIN_H
#define ARCHIVE_TIME_PYRAMID_BIN_H

#include "archive/archive.h"

/* The nodes of each lane, numbered from 0 in the order of their rows. */
struct archive_pyramid_nodes {
    uint32_t *first;  /* by lane, and one more: index of its first node in `rows` */
    uint32_t *rows;   /* rows of nodes, lane by lane */
    uint8_t *classes; /* enum archive_cycles_class, parallel to `rows` */
    uint32_t *number; /* by row of nodes: its number on its lane */
};

void archive_pyramid_nodes_init(struct archive_pyramid_nodes *nodes, const struct archive *archive);
void archive_pyramid_nodes_free(struct archive_pyramid_nodes *nodes);

/* The summary of a bin. Shares are those of the whole bin, in 31sts, rounded down. */
enum { PYRAMID_WHOLE = 31 };

struct archive_pyramid_item {
    uint32_t node;  /* number on its lane of the node that was innermost longest, of equal ones the
                       first; ARCHIVE_NONE: the lane did not exist */
    uint32_t begun; /* acts that began in it */
    uint8_t share;  /* share of the node */
    uint8_t class;  /* enum archive_cycles_class with the most time, of equal ones the first */
    uint8_t part;   /* share of the class */
    uint8_t other;  /* class with the second most time; equal to `class`: none */
};

/* A bin that is being filled. */
struct archive_pyramid_bin {
    uint64_t *time;    /* ns, by node number */
    uint32_t *touched; /* nodes with time */
    size_t count, room;
    uint64_t begun;
};

/* Makes room for this many nodes; the bin must be empty. */
void archive_pyramid_bin_init(struct archive_pyramid_bin *bin, size_t nodes);
void archive_pyramid_bin_free(struct archive_pyramid_bin *bin);

static inline void archive_pyramid_bin_add(struct archive_pyramid_bin *bin, uint32_t node,
                                           uint64_t time)
{
    if (!bin->time[node])
        bin->touched[bin->count++] = node;
    bin->time[node] += time;
}

/* Returns the summary of a bin of 2^level ns and empties the bin. Adds its times to `above` unless
 * that is NULL. */
struct archive_pyramid_item archive_pyramid_bin_take(struct archive_pyramid_bin *bin,
                                                     unsigned level, const uint8_t *classes,
                                                     struct archive_pyramid_bin *above);

/* Sets the classes of an item: the two with the most time, of equal ones the first. `seen` has a
 * bit for each class with time, and at least one. */
void archive_pyramid_item_classify(struct archive_pyramid_item *item, const uint64_t *time,
                                   unsigned seen, unsigned level);

/* Return the summary of a bin in which one node was all the time, and of one in which the lane did
 * not exist. */
static inline struct archive_pyramid_item archive_pyramid_item_plain(uint32_t node, uint8_t class)
{
    return (struct archive_pyramid_item){node, 0, PYRAMID_WHOLE, class, PYRAMID_WHOLE, class};
}

static inline struct archive_pyramid_item archive_pyramid_item_none(void)
{
    return (struct archive_pyramid_item){.node = ARCHIVE_NONE};
}

#endif
