/* hubs.h: nodes without code, where several jumps that read the same table of labels meet: then a
 * function with n jumps to m labels has n + m edges instead of n * m. */
#ifndef LOOPS_FLOW_HUBS_H
#define LOOPS_FLOW_HUBS_H

#include <stdint.h>

struct follow;

/* Appends the hubs of a function whose instructions are cut into blocks. */
void hubs_add(struct follow *follow);

/* Adds the edges of a jump through a register: to its hub, or one for each different target. */
void hubs_add_jump_edges(struct follow *follow, uint32_t from, uint64_t jump);

/* Adds the edges from a hub to the targets of its jumps. */
void hubs_add_edges(struct follow *follow, uint32_t hub);

#endif
