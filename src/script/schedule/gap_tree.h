/* gap_tree.h: stretches of time in which a core is free on one of many machines, kept so that the
 * earliest one that is long enough is found in logarithmic time. */
#ifndef SCRIPT_SCHEDULE_GAP_TREE_H
#define SCRIPT_SCHEDULE_GAP_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nodes of all trees; node 0 is "none". */
struct script_schedule_gap_nodes {
    struct script_schedule_gap_node *nodes;
    size_t room;
    uint32_t used, free; /* free: head of the list of unused nodes */
};

/* A tree is the number of its root; 0: empty. */
void script_schedule_gap_add(struct script_schedule_gap_nodes *pool, uint32_t *tree, double start,
                             double end, uint32_t machine);
void script_schedule_gap_remove(struct script_schedule_gap_nodes *pool, uint32_t *tree,
                                double start, uint32_t machine);

/* Finds the gap that lets `seconds` start earliest, but not before `ready`. Returns the start;
 * INFINITY if there is none. */
double script_schedule_gap_find(const struct script_schedule_gap_nodes *pool, uint32_t tree,
                                double ready, double seconds, uint32_t *machine);
void script_schedule_gap_nodes_free(struct script_schedule_gap_nodes *pool);

#endif
