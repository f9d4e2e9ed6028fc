/* unrolled.h: finds unrolled loops whose number of source iterations per trip the code alone does
 * not tell, since their elements may be members of a structure, or a trip may be left in its
 * middle.
 */
#ifndef ARCHIVE_LOOPS_UNROLLED_H
#define ARCHIVE_LOOPS_UNROLLED_H

#include "archive/loops/nodes.h"
#include "archive/loops/passes.h"

/* Finds the passes of a loop that is left by a test at one position of the source of which a trip
 * has several copies, as many as it has elements: each copy is executed once in a pass. Sets
 * `begins` and `told`. False if the loop is no such loop: then nothing is changed. */
bool archive_loops_unrolled_find(const struct archive_loops_nodes *nodes,
                                 struct archive_loops_passes *passes);

/* Returns the iterations that a trip does by the head of the loop in the source: it has a constant
 * number of iterations, and the binary of trips. 0: not known. */
uint32_t archive_loops_unrolled_by_head(const struct archive_loops_source *source, uint32_t loop);

#endif
