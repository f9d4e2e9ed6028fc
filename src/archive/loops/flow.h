/* flow.h: the edges of a function in a plan, by the nodes that they lead from and to. Calls that do
 * not return have no edge. */
#ifndef ARCHIVE_LOOPS_FLOW_H
#define ARCHIVE_LOOPS_FLOW_H

#include "archive/loops/function.h"

struct archive_loops_flow {
    const struct archive_loops_function *function;
    /* edges of a node: those from first[node] to before first[node + 1] of the list */
    uint32_t *first_out, *out, *first_in, *in;
    uint8_t *calls;      /* by node: it ends with a call */
    uint8_t *is_regular; /* by node: it can be reached without an exception */
};

/* Makes the lists. To be freed with archive_loops_flow_end. */
void archive_loops_flow_begin(struct archive_loops_flow *flow,
                              const struct archive_loops_function *function);
void archive_loops_flow_end(struct archive_loops_flow *flow);

/* Return the only node that follows, or precedes, another one; 0: there are several, or none. */
uint32_t archive_loops_flow_behind(const struct archive_loops_flow *flow, uint32_t node);
uint32_t archive_loops_flow_before(const struct archive_loops_flow *flow, uint32_t node);

/* True if a node ends with a branch or a call. */
bool archive_loops_flow_decides(const struct archive_loops_flow *flow, uint32_t node);

#endif
