/* first_use.c: see first_use.h */
#include "loops/flow/first_use.h"

#include "loops/architecture.h"
#include "util/memory.h"

#include <stdlib.h>

enum first_use { USES_NONE, READS, WRITES };

/* Returns what a block does with the registers first. */
static enum first_use first_use(const struct loops_graph *graph, const struct loops_binary *binary,
                                uint32_t node, uint32_t registers)
{
    const struct loops_architecture *machine = binary->architecture;
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        bool pushes = in->kind == INSTRUCTION_PLAIN && in->writes & machine->stack;
        uint32_t written = in->writes | (loops_instruction_is_call(in) ? machine->between : 0);
        if (in->reads & registers && !pushes)
            return READS;
        if (written & registers)
            return WRITES;
    }
    return USES_NONE;
}

static bool any_reads_first(const struct loops_graph *graph, const struct loops_binary *binary,
                            uint32_t registers)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        if (first_use(graph, binary, node, registers) == READS)
            return true;
    }
    return false;
}

/* Nodes that are reached without a write, in search of a read. */
struct reach {
    bool *seen;      /* by node */
    uint32_t *nodes; /* those to go on from */
    uint32_t count;
};

static void reach(struct reach *reach, uint32_t node)
{
    if (node == GRAPH_OUTSIDE || reach->seen[node])
        return;
    reach->seen[node] = true;
    reach->nodes[reach->count++] = node;
}

bool loops_reads_first(const struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t node, uint32_t registers)
{
    bool reads = false;
    if (!any_reads_first(graph, binary, registers))
        return false;
    size_t nodes = (size_t)graph->block_count + 1;
    uint32_t *first = memory_zeroed(nodes, sizeof *first); /* edge from each node, plus 1 */
    for (uint32_t i = graph->edge_count; i-- > 0;)
        first[graph->edges[i].from] = i + 1;
    struct reach found = {memory_zeroed(nodes, sizeof *found.seen),
                          memory_zeroed(nodes, sizeof *found.nodes), 0};
    reach(&found, node);
    while (found.count && !reads) {
        uint32_t from = found.nodes[--found.count];
        enum first_use use = first_use(graph, binary, from, registers);
        reads = use == READS;
        for (uint32_t i = first[from]; use == USES_NONE && i && i <= graph->edge_count; i++) {
            const struct loops_graph_edge *edge = &graph->edges[i - 1];
            if (edge->from == from)
                reach(&found, edge->to);
            else if (edge->from != GRAPH_OUTSIDE)
                break;
        }
    }
    free(first);
    free(found.seen);
    free(found.nodes);
    return reads;
}

bool loops_takes(const struct loops_graph *graph, const struct loops_binary *binary,
                 uint32_t registers)
{
    return graph->edge_count && loops_reads_first(graph, binary, graph->edges[0].to, registers);
}
