/* first_use.h: tells whether code reads registers before it writes them. */
#ifndef LOOPS_FLOW_FIRST_USE_H
#define LOOPS_FLOW_FIRST_USE_H

#include "loops/binary/binary.h"
#include "loops/flow/graph.h"

/* True if some way from the beginning of a node on reads one of the registers before it writes one
 * of them. To write a part of one counts as writing it, and to push one does not count as reading
 * it: compilers align the stack so. */
bool loops_reads_first(const struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t node, uint32_t registers);

/* Does so for the entry of a function. */
bool loops_takes(const struct loops_graph *graph, const struct loops_binary *binary,
                 uint32_t registers);

#endif
