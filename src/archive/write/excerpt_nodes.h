/* excerpt_nodes.h: the nodes of an excerpt: sums over the chosen acts. */
#ifndef ARCHIVE_WRITE_EXCERPT_NODES_H
#define ARCHIVE_WRITE_EXCERPT_NODES_H

#include "archive/archive.h"
#include "util/pairs.h"

struct part_nodes {
    const struct archive *from;
    struct archive_nodes sums;  /* by row of the source's nodes */
    struct archive_table table; /* owns the columns of `sums` */
    uint8_t *kept;
    struct pairs below; /* (node, file or object) -> row of the node below */
    uint32_t *rows;     /* by row of the source's nodes: row in the excerpt, or ARCHIVE_NONE */
};

void part_nodes_begin(struct part_nodes *nodes, const struct archive *from);
void part_nodes_free(struct part_nodes *nodes);

void part_nodes_add(struct part_nodes *nodes, const struct archive_act *act);

/* Keeps a node and those above it, even if none of its acts was chosen. */
void part_nodes_keep(struct part_nodes *nodes, uint32_t node);

/* Numbers the rows that are kept, and writes them to the empty table of an archive. To be called
 * after all acts were added. */
void part_nodes_end(struct part_nodes *nodes, struct archive *to);

/* Returns the row in the excerpt, or ARCHIVE_NONE. */
static inline uint32_t part_nodes_row(const struct part_nodes *nodes, uint32_t node)
{
    return node == ARCHIVE_NONE ? node : nodes->rows[node];
}

#endif
