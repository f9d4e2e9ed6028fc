/* flow.h: the edges of a function of a plan, by the nodes that they lead from and to. Calls
 * that do not come back have none. */
#ifndef ARCHIVE_LOOPS_FLOW_H
#define ARCHIVE_LOOPS_FLOW_H

#include "archive/loops/function.h"

struct loops_flow {
    const struct loops_function *function;
    /* Edges of a node: those from first[node] to before first[node + 1] of these lists. */
    uint32_t *first_out, *out, *first_in, *in;
    uint8_t *calls;      /* by node: it ends with a call */
    uint8_t *is_regular; /* by node: it can be reached without an exception */
};

void loops_flow_begin(struct loops_flow *flow, const struct loops_function *function);
void loops_flow_end(struct loops_flow *flow);

/* The only node that follows another one, or leads to it; 0: there are several, or none. */
uint32_t loops_flow_behind(const struct loops_flow *flow, uint32_t node);
uint32_t loops_flow_before(const struct loops_flow *flow, uint32_t node);

/* Whether a node ends with a branch or a call. */
bool loops_flow_decides(const struct loops_flow *flow, uint32_t node);

#endif
