/* graph.h: the control flow of a function: instructions, blocks, edges. */
#ifndef LOOPS_FLOW_GRAPH_H
#define LOOPS_FLOW_GRAPH_H

#include "format/loops.h"
#include "loops/flow/flow.h"
#include "loops/flow/instruction.h"

struct loops_binary;

/* Blocks end behind calls: what is called may not come back. */
struct loops_graph_block {
    uint32_t first, end; /* instructions */
    bool is_pad;         /* an exception can land here */
    bool is_table;       /* a jump table leads here */
    uint32_t pad;        /* node: where exceptions land that come out of the call at its end; or
                            GRAPH_OUTSIDE */
};

enum loops_graph_kind {
    GRAPH_ENTER = FORMAT_EDGE_ENTER,
    GRAPH_NEXT = FORMAT_EDGE_NEXT,
    GRAPH_TAKEN = FORMAT_EDGE_TAKEN,
    GRAPH_TABLE = FORMAT_EDGE_TABLE,
    GRAPH_BACK = FORMAT_EDGE_BACK,
    GRAPH_LEAVE = FORMAT_EDGE_LEAVE,
    GRAPH_LOST = FORMAT_EDGE_LOST,
};

/* Node 0 is outside of the function: all ways begin and end there. Block i is node i + 1. */
struct loops_graph_edge {
    uint32_t from, to; /* nodes */
    uint32_t kind;     /* enum loops_graph_kind */
};

enum { GRAPH_OUTSIDE = 0 };

struct loops_graph {
    uint64_t entry;
    struct loops_instruction *instructions; /* by address */
    uint32_t instruction_count;
    struct loops_graph_block *blocks; /* by address */
    uint32_t block_count;
    struct loops_graph_edge *edges;
    uint32_t edge_count;
    bool is_guess;   /* a jump may also lead to where nobody expects it, in this function */
    const char *why; /* its flow is not known: the reason, or NULL */
    uint64_t why_at; /* address */
};

/* Follows the flow of the function that begins at `entry` and is made of the parts of the binary
 * that belong to it. Never fails: see `why`. */
void loops_graph_begin(struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t function);
void loops_graph_end(struct loops_graph *graph);

#endif
