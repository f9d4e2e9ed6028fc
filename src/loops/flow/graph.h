/* graph.h: the control flow of a function: instructions, blocks, edges. */
#ifndef LOOPS_FLOW_GRAPH_H
#define LOOPS_FLOW_GRAPH_H

#include "format/loops.h"
#include "loops/flow/flow.h"
#include "loops/flow/instruction.h"

struct loops_binary;

/* A basic block. Blocks also end after calls, since a call may not return. Hubs are the last
 * blocks, each with an instruction of its own. */
struct loops_graph_block {
    uint32_t first, end; /* its instructions */
    bool is_pad;         /* an exception can land here */
    bool is_table;       /* a jump table or a computed goto leads here */
    bool is_hub;         /* it has no code: several jumps that read the same table meet here */
    uint32_t pad; /* node where exceptions from the call at its end land; GRAPH_OUTSIDE if there is
                     none */
};

/* Why an edge is taken: see the same words in format/loops.h. */
enum loops_graph_kind {
    GRAPH_ENTER = FORMAT_EDGE_ENTER,
    GRAPH_NEXT = FORMAT_EDGE_NEXT,
    GRAPH_TAKEN = FORMAT_EDGE_TAKEN,
    GRAPH_TABLE = FORMAT_EDGE_TABLE,
    GRAPH_BACK = FORMAT_EDGE_BACK,
    GRAPH_LEAVE = FORMAT_EDGE_LEAVE,
    GRAPH_LOST = FORMAT_EDGE_LOST,
};

/* An edge between two nodes. Node 0 is outside the function: all paths begin and end there. Block i
 * is node i + 1. */
struct loops_graph_edge {
    uint32_t from, to; /* nodes */
    uint32_t kind;     /* enum loops_graph_kind */
};

enum { GRAPH_OUTSIDE = 0 };

/* The flow of one function. */
struct loops_graph {
    uint64_t entry;
    struct loops_instruction *instructions; /* sorted by address */
    uint32_t instruction_count;
    struct loops_graph_block *blocks; /* sorted by address */
    uint32_t block_count;
    uint32_t hub_count; /* those of its blocks that have no code, each with one instruction */
    struct loops_graph_edge *edges;
    uint32_t edge_count;
    bool is_guess;   /* a jump may also lead to places in this function that are not known */
    const char *why; /* the reason why its flow is not known; NULL if it is known */
    uint64_t why_at; /* address of the code that `why` is about */
};

/* Follows the flow of a function of the binary, by its number, from its entry and landing pads on;
 * cold parts that it jumps into belong to it. Never fails: check `why`. loops_graph_end() frees the
 * arrays. */
void loops_graph_begin(struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t function);
void loops_graph_end(struct loops_graph *graph);

/* Returns the address of a node: that of its first instruction, or, for a hub, that of the first
 * jump that leads to it. */
static inline uint64_t loops_graph_address(const struct loops_graph *graph, uint32_t node)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    const struct loops_instruction *first = &graph->instructions[block->first];
    return block->is_hub ? first->target : first->address;
}

/* Returns the last instruction of a node. */
static inline struct loops_instruction *loops_graph_last(const struct loops_graph *graph,
                                                         uint32_t node)
{
    return &graph->instructions[graph->blocks[node - 1].end - 1];
}

/* True if a function calls nothing, is left by returns alone, and does not use any of `without`:
 * its copy can keep a value of its own there. */
bool loops_graph_is_leaf(const struct loops_graph *graph, uint32_t without);

#endif
