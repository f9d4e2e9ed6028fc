/* excerpt_nodes.h: the nodes of a part: what the chosen acts add up to. */
#ifndef ARCHIVE_WRITE_EXCERPT_NODES_H
#define ARCHIVE_WRITE_EXCERPT_NODES_H

#include "archive/archive.h"
#include "util/pairs.h"

struct part_nodes {
    const struct archive *from;
    struct archive_nodes sums; /* by row of the archive's nodes */
    struct table table;        /* owns them */
    uint8_t *kept;
    struct pairs below; /* (node, file or object) -> row of the node below */
    uint32_t *rows;     /* row of the archive's nodes -> row of the part's, or ARCHIVE_NONE */
};

void part_nodes_begin(struct part_nodes *nodes, const struct archive *from);
void part_nodes_free(struct part_nodes *nodes);

void part_nodes_add(struct part_nodes *nodes, const struct archive_act *act);

/* A node that has to be there, and those above it, though no act of it was chosen. */
void part_nodes_keep(struct part_nodes *nodes, uint32_t node);

/* All were added: numbers the rows that stay, and writes them to the archive's table, which is
 * empty. */
void part_nodes_end(struct part_nodes *nodes, struct archive *to);

/* The row in the part; ARCHIVE_NONE: it has none. */
static inline uint32_t part_nodes_row(const struct part_nodes *nodes, uint32_t node)
{
    return node == ARCHIVE_NONE ? node : nodes->rows[node];
}

#endif
