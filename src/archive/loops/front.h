/* front.h: finds what compilers put in front of a loop: copies of the beginning of its body, or of
 * whole passes. */
#ifndef ARCHIVE_LOOPS_FRONT_H
#define ARCHIVE_LOOPS_FRONT_H

#include "archive/loops/nodes.h"
#include "archive/loops/passes.h"

/* Finds where the loop is entered. An edge into the condition begins no pass; an edge to a node
 * where passes begin in the loop (`begins`, by node; NULL: none) begins one. On any other edge, the
 * pass began in front of the loop: these edges are added to `front` as one list. If they come from
 * a copy of tests of the body, the loop is entered at that copy. Returns the node in the loop that
 * the first such copy is a copy of; 0: none. */
uint32_t archive_loops_front_enter(const struct archive_loops_nodes *nodes, const uint8_t *begins,
                                   struct archive_loops_passes *passes);

/* Finds passes in front of the loop by copies of branches and calls that every path through the
 * loop contains. */
void archive_loops_front_copies(const struct archive_loops_nodes *nodes,
                                struct archive_loops_passes *passes);

/* Counts the tests of the condition on the path into the loop; 0 if there are several paths. */
uint32_t archive_loops_front_guards(const struct archive_loops_nodes *nodes);

/* True if every path from the head back to it contains this node. */
bool archive_loops_front_is_on_every_way(const struct archive_loops_nodes *nodes, uint32_t through);

#endif
