/* liveness.c: see liveness.h
 *
 * Inside one binary, compilers know which registers a callee does not change (gcc's -fipa-ra) and
 * may keep values in them. Therefore a call kills only the registers that the linker's stubs may
 * change, and a caller-saved register that the function never writes is assumed to be needed after
 * it. */
#include "loops/flow/liveness.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

void loops_liveness_of(const struct loops_instruction *instruction,
                       const struct loops_binary *binary, uint32_t *needs, uint32_t *kills)
{
    const struct loops_architecture *machine = binary->architecture;
    *needs = instruction->reads;
    *kills = instruction->kills;
    if (!loops_instruction_is_call(instruction))
        return;
    bool outside = instruction->kind == INSTRUCTION_CALL &&
                   !loops_binary_function_at(binary, instruction->target);
    *needs |= machine->arguments;
    *kills |= outside ? machine->clobbered : machine->between;
}

/* Does the same, with the carry flag apart from the others: x86-64 has instructions that overwrite
 * all flags but carry, and conditions that do not read it. */
static void with_carry(const struct loops_instruction *instruction,
                       const struct loops_binary *binary, uint32_t *needs, uint32_t *kills)
{
    uint32_t carry = binary->architecture->carry;
    loops_liveness_of(instruction, binary, needs, kills);
    if (*needs & INSTRUCTION_FLAGS && !instruction->ignores_carry)
        *needs |= carry;
    if (*kills & INSTRUCTION_FLAGS)
        *kills |= carry;
    else if (instruction->leaves_carry && carry)
        *kills |= INSTRUCTION_FLAGS;
}

/* Returns a set in which the flags stand for carry, too. */
static uint32_t without_carry(uint32_t set, const struct loops_binary *binary)
{
    uint32_t carry = binary->architecture->carry;
    return (set & ~carry) | (set & carry ? INSTRUCTION_FLAGS : 0);
}

/* Sums up the needs and kills of a block. */
static void sum_up(const struct loops_graph *graph, const struct loops_binary *binary,
                   uint32_t block, uint32_t *needs, uint32_t *kills)
{
    *needs = *kills = 0;
    for (uint32_t i = graph->blocks[block].first; i < graph->blocks[block].end; i++) {
        uint32_t need, kill;
        with_carry(&graph->instructions[i], binary, &need, &kill);
        *needs |= need & ~*kills;
        *kills |= kill;
    }
}

/* True if an edge is a return, not a jump to another function. */
static bool is_return(const struct loops_graph *graph, const struct loops_graph_edge *edge)
{
    return edge->kind == GRAPH_LEAVE && edge->from != GRAPH_OUTSIDE &&
           loops_graph_last(graph, edge->from)->kind == INSTRUCTION_RETURN;
}

uint32_t loops_liveness_on(const struct loops_graph *graph, const uint32_t *live,
                           const struct loops_graph_edge *edge)
{
    return live[is_return(graph, edge) ? graph->block_count + 1 : edge->to];
}

/* Returns the registers that landing pads need: a call that does not return may have thrown an
 * exception, so they are needed there. */
static uint32_t needed_by_pads(const struct loops_graph *graph, const uint32_t *live)
{
    uint32_t pads = 0;
    for (uint32_t i = 0; i < graph->block_count; i++)
        pads |= graph->blocks[i].is_pad ? live[i + 1] : 0;
    return pads;
}

/* Updates what each block needs from what the blocks after it need, from the last block to the
 * first; returns false if nothing changed. The edges that leave a block are next to each other, in
 * the order of the blocks, but for those from outside. */
static bool flow_back(const struct loops_graph *graph, const uint32_t *needs, const uint32_t *kills,
                      uint32_t *live)
{
    uint32_t pads = needed_by_pads(graph, live), edge = graph->edge_count;
    bool changed = false;
    for (uint32_t node = graph->block_count; node > 0; node--) {
        uint32_t out = 0;
        for (; edge > 0 && (graph->edges[edge - 1].from == node ||
                            graph->edges[edge - 1].from == GRAPH_OUTSIDE);
             edge--) {
            const struct loops_graph_edge *found = &graph->edges[edge - 1];
            if (found->from == GRAPH_OUTSIDE)
                continue;
            out |= loops_liveness_on(graph, live, found);
            out |= found->kind == GRAPH_LOST ? pads : 0;
        }
        uint32_t now = needs[node] | (out & ~kills[node]);
        changed |= now != live[node];
        live[node] = now;
    }
    assert(!edge);
    return changed;
}

uint32_t loops_liveness_written(const struct loops_graph *graph)
{
    uint32_t written = 0;
    for (uint32_t i = 0; i < graph->instruction_count; i++)
        written |= graph->instructions[i].writes;
    return written;
}

/* True if the function returns to callers that follow the rules of the ABI. Functions without a
 * global symbol, and what a function calls inside itself, may be written in assembler, with results
 * in any register. One that pops a caller-saved register keeps it for its callers (preserve_most).
 */
static bool returns_by_rule(const struct loops_graph *graph, const struct loops_binary *binary)
{
    const struct loops_architecture *machine = binary->architecture;
    const struct loops_binary_function *function = loops_binary_function_at(binary, graph->entry);
    if (!function || !(function->sources & BINARY_GLOBAL))
        return false;
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        bool restores =
            in->writes & machine->stack && in->writes & machine->kept & ~machine->returned;
        if (restores || (in->kind == INSTRUCTION_CALL && in->target > function->start &&
                         in->target < function->end))
            return false;
    }
    return true;
}

uint32_t *loops_liveness_find(const struct loops_graph *graph, const struct loops_binary *binary,
                              uint32_t idle, uint32_t needed)
{
    size_t nodes = (size_t)graph->block_count + 1;
    uint32_t *live = memory_zeroed(nodes + 1, sizeof *live); /* the last one: after a return */
    uint32_t *needs = memory_zeroed(nodes, sizeof *needs);
    uint32_t *kills = memory_zeroed(nodes, sizeof *kills);
    for (uint32_t i = 0; i < graph->block_count; i++)
        sum_up(graph, binary, i, &needs[i + 1], &kills[i + 1]);
    const struct loops_architecture *machine = binary->architecture;
    uint32_t passed = ~loops_liveness_written(graph) & ~machine->between & ~machine->carry;
    live[GRAPH_OUTSIDE] = machine->kept | passed;
    live[nodes] = returns_by_rule(graph, binary) ? machine->returned | passed : live[GRAPH_OUTSIDE];
    live[GRAPH_OUTSIDE] = (live[GRAPH_OUTSIDE] & ~idle) | needed;
    live[nodes] = (live[nodes] & ~idle) | needed;
    while (flow_back(graph, needs, kills, live))
        ;
    for (size_t i = 0; i <= nodes; i++)
        live[i] = without_carry(live[i], binary);
    free(needs);
    free(kills);
    return live;
}
