/* group_nodes.h: groups by keys that depend on the node of an event alone. Keys are computed once
 * per code of a block's dictionary, and values are summed by code. */
#ifndef QUERY_EXEC_STEP_GROUP_NODES_H
#define QUERY_EXEC_STEP_GROUP_NODES_H

#include "archive/events/blocks.h"
#include "query/exec/kernel.h"
#include "query/exec/program.h"
#include "query/exec/step/step.h"

struct group_nodes {
    size_t width;              /* number of keys; 0: the keys depend on more than the node */
    struct query_vector *keys; /* by code */
    const struct query_vector **values; /* by code: the values of the keys */
    size_t *numbers;                    /* by code: number of the group, or KEYS_NONE */
    size_t number_room;
    uint32_t open;             /* codes that have no group yet */
    uint64_t dictionary;       /* the dictionary that the arrays are for */
    uint32_t node_count;       /* 0: no dictionary yet */
    struct kernel_cell *cells; /* by code: sums not yet added to the groups */
    size_t cell_room;
    uint64_t most; /* upper bound of any cell's sum */
};

/* Finds out if the keys, which `programs` compute, depend on the node alone, and sets up for
 * that. */
void group_nodes_make(struct group_nodes *nodes, const struct query_step *step,
                      struct program *const *programs, size_t width);
void group_nodes_free(struct group_nodes *nodes);

/* True if the block has another dictionary: the cells then have to be added to the groups, and
 * group_nodes_begin called. */
bool group_nodes_is_other(const struct group_nodes *nodes, const struct archive_event_block *block);
void group_nodes_begin(struct group_nodes *nodes, struct program *const *programs,
                       const struct query_step *step, const struct archive_event_block *block);

#endif
