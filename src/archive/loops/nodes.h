/* nodes.h: tells which nodes of a loop belong to its condition and which to its body, by their
 * positions in the source. */
#ifndef ARCHIVE_LOOPS_NODES_H
#define ARCHIVE_LOOPS_NODES_H

#include "archive/loops/flow.h"
#include "archive/loops/source.h"

enum archive_loops_node_kind {
    NODE_OUTSIDE,
    NODE_TEST,  /* ends with a branch or call of the condition */
    NODE_BODY,  /* ends with another branch or call */
    NODE_PLAIN, /* falls through or jumps */
};

/* The role of a node for the node before it. */
enum archive_loops_node_role { ROLE_NONE, ROLE_TEST, ROLE_BODY };

struct archive_loops_nodes {
    const struct archive_loops_source *source;
    const struct archive_loops_function *function;
    const struct archive_loops_flow *flow;
    const struct archive_loops_origin *origin;
    uint32_t loop, head;
    uint8_t *kinds;      /* by node: enum archive_loops_node_kind */
    uint8_t *roles;      /* by node: enum archive_loops_node_role */
    uint32_t *body_size; /* by node: bytes of code of the body */
    uint32_t *test_size; /* by node: bytes of code of the condition or the step */
    bool has_body;       /* there is a NODE_BODY */
    bool has_tests;      /* there is a NODE_TEST */
    uint32_t body;       /* if there is no NODE_BODY: the node with most of the body; 0: none */
};

/* Classifies the nodes of a loop whose origin is known. To be freed with archive_loops_nodes_end.
 */
void archive_loops_nodes_begin(struct archive_loops_nodes *nodes,
                               const struct archive_loops_source *source,
                               const struct archive_loops_flow *flow, uint32_t loop);
void archive_loops_nodes_end(struct archive_loops_nodes *nodes);

static inline bool archive_loops_nodes_has(const struct archive_loops_nodes *nodes, uint32_t node)
{
    return nodes->kinds[node] != NODE_OUTSIDE;
}

/* Returns the source position of the end of a node, as seen from the function that has the loop. */
struct archive_loops_place archive_loops_nodes_place(const struct archive_loops_nodes *nodes,
                                                     uint32_t node);

/* True if a node ends in the condition. */
bool archive_loops_nodes_ends_in_test(const struct archive_loops_nodes *nodes, uint32_t node);

/* True if NODE_PLAIN nodes lead from the condition to the body, starting at this node: a pass that
 * is begun by reaching it is counted behind it. */
bool archive_loops_nodes_begins_behind(const struct archive_loops_nodes *nodes, uint32_t node);

/* True if an edge enters the loop. An exception that lands in it was thrown in it, and does not. */
bool archive_loops_nodes_enters(const struct archive_loops_nodes *nodes,
                                const struct format_edge *edge);

/* True if a node has an edge out of the loop. */
bool archive_loops_nodes_leaves(const struct archive_loops_nodes *nodes, uint32_t node);

/* True if a node is the head, or only leads to it without being part of the body or the
 * condition. */
bool archive_loops_nodes_leads_to_head(const struct archive_loops_nodes *nodes, uint32_t node);

/* True if a node is the head, or falls through or jumps to it, whatever code it has. */
bool archive_loops_nodes_runs_to_head(const struct archive_loops_nodes *nodes, uint32_t node);

#endif
