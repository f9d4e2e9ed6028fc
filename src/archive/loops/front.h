/* front.h: what compilers put in front of a loop: copies of the beginning of its body, or of
 * whole passes. */
#ifndef ARCHIVE_LOOPS_FRONT_H
#define ARCHIVE_LOOPS_FRONT_H

#include "archive/loops/nodes.h"
#include "archive/loops/passes.h"

/* Tells where the loop is entered. An edge into the condition begins no pass; one to where passes
 * begin in the loop (`begins`, by node; NULL: nowhere) begins one. On any other edge the pass began
 * in front of the loop: such edges are one of `front`. Where they come from a copy of tests of the
 * body, the loop is entered there. Returns the node in the loop that the first of these is a copy
 * of; 0: there is none. */
uint32_t loops_front_enter(const struct loops_nodes *nodes, const uint8_t *begins,
                           struct loops_passes *passes);

/* Tells of passes in front of the loop by copies of branches and calls that stand on every way
 * through it. */
void loops_front_copies(const struct loops_nodes *nodes, struct loops_passes *passes);

/* How many tests of the condition there are on the way into the loop, if there is one way. */
uint32_t loops_front_guards(const struct loops_nodes *nodes);

/* Whether every way from the head back to it goes through a node. */
bool loops_front_is_on_every_way(const struct loops_nodes *nodes, uint32_t through);

#endif
