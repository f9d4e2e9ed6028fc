/* group_nodes.h: groups by what depends on the node of an event alone: found once for each code of
 * a block's dictionary, and summed up by code. */
#ifndef QUERY_EXEC_STEP_GROUP_NODES_H
#define QUERY_EXEC_STEP_GROUP_NODES_H

#include "archive/events/blocks.h"
#include "query/exec/kernel.h"
#include "query/exec/program.h"
#include "query/exec/step/step.h"

struct group_nodes {
    size_t width;                 /* keys; 0: they depend on something else */
    struct vector *keys;          /* by code, */
    const struct vector **values; /* the same */
    size_t *numbers;              /* by code: of groups; KEYS_NONE */
    size_t number_room;
    uint32_t open;             /* codes that are of no group yet */
    uint64_t dictionary;       /* of the blocks that this is about */
    uint32_t node_count;       /* 0: none yet */
    struct kernel_cell *cells; /* by code, since they were added to groups */
    size_t cell_room;
    uint64_t most; /* that they can have added up to */
};

/* Whether the keys, which are `programs` of these expressions, depend on nodes alone. */
void group_nodes_make(struct group_nodes *nodes, const struct step *step,
                      struct program *const *programs, size_t width);
void group_nodes_free(struct group_nodes *nodes);

/* The block has another dictionary: the cells have to be added, and it has to be begun with. */
bool group_nodes_is_other(const struct group_nodes *nodes, const struct event_block *block);
void group_nodes_begin(struct group_nodes *nodes, struct program *const *programs,
                       const struct step *step, const struct event_block *block);

#endif
