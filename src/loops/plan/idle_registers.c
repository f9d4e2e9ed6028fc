/* idle_registers.c: see idle_registers.h
 *
 * A caller that knows the code of a function (gcc's -fipa-ra) may keep values in any register that
 * this code does not change. It calls the function directly, so it is in the same binary. For most
 * functions no caller does so: nothing reads the register after a direct call of it before it is
 * written again. If a function's own callers need the register, what it calls must keep it, too. */
#include "loops/plan/idle_registers.h"

#include "loops/architecture.h"
#include "loops/flow/liveness.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* The search. */
struct idle {
    const struct loops_binary *binary;
    struct loops_rewritten *functions;
    uint32_t registers;
    bool *needed;    /* by function: a caller may need the registers after it has returned */
    uint32_t *queue; /* functions that are needed, whose callees are still to be marked */
    size_t count;
    bool all; /* all functions are needed */
};

/* Notes that a caller of the function at an address needs the registers. */
static void mark(struct idle *idle, uint64_t address)
{
    const struct loops_binary_function *found = loops_binary_function_at(idle->binary, address);
    if (!found || idle->needed[found - idle->binary->functions])
        return;
    size_t number = (size_t)(found - idle->binary->functions);
    idle->needed[number] = true;
    idle->queue[idle->count++] = (uint32_t)number;
}

static void mark_all(struct idle *idle)
{
    idle->all = true;
    for (size_t i = 0; i < idle->binary->function_count; i++)
        mark(idle, idle->binary->functions[i].start);
}

/* Marks whatever some bytes of code may call or jump to, wherever an instruction might begin: call
 * and jmp (e8, e9), and branches (0f 80 to 0f 8f), are followed by a distance. */
static void mark_targets(struct idle *idle, uint64_t start, uint64_t end)
{
    enum { CALL = 0xe8, JUMP = 0xe9, ESCAPE = 0x0f, BRANCH = 0x80, KIND = 0xf0 };
    int32_t distance;
    size_t there;
    const uint8_t *bytes = loops_binary_bytes(idle->binary, start, 1, &there);
    size_t size = bytes && end - start < there ? (size_t)(end - start) : there;
    for (size_t at = 1; bytes && at + sizeof distance <= size; at++) {
        bool is_branch = at > 1 && bytes[at - 2] == ESCAPE && (bytes[at - 1] & KIND) == BRANCH;
        if (bytes[at - 1] != CALL && bytes[at - 1] != JUMP && !is_branch)
            continue;
        memcpy(&distance, bytes + at, sizeof distance);
        uint64_t target = start + at + sizeof distance + (uint64_t)(int64_t)distance;
        const struct loops_binary_function *found = loops_binary_function_at(idle->binary, target);
        if (found && found->start == target)
            mark(idle, target);
    }
}

/* Returns the last instruction of a node. */
static const struct loops_instruction *last_of(const struct loops_graph *graph, uint32_t node)
{
    return &graph->instructions[graph->blocks[node - 1].end - 1];
}

static bool uses(const struct loops_graph *graph, uint32_t registers)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        if ((graph->instructions[i].reads | graph->instructions[i].writes) & registers)
            return true;
    }
    return false;
}

/* Marks the functions after whose return a function itself reads a register. */
static void look_at_reads(struct idle *idle, const struct loops_graph *graph)
{
    uint32_t *live = loops_liveness_find(graph, idle->binary, idle->registers, 0);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_BACK || !(live[edge->to] & idle->registers))
            continue;
        const struct loops_instruction *call = last_of(graph, edge->from);
        if (call->kind == INSTRUCTION_CALL)
            mark(idle, call->target);
        else if (!idle->all)
            mark_all(idle);
    }
    free(live);
}

/* Marks what a function calls, or jumps to, whose callers need the registers. What is called
 * through a pointer follows the ABI, by which it may change them. */
static void pass_on(struct idle *idle, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->from == GRAPH_OUTSIDE ||
            (edge->kind != GRAPH_BACK && edge->kind != GRAPH_LOST && edge->kind != GRAPH_LEAVE))
            continue;
        const struct loops_instruction *last = last_of(graph, edge->from);
        if (last->kind == INSTRUCTION_CALL || last->kind == INSTRUCTION_JUMP ||
            last->kind == INSTRUCTION_BRANCH)
            mark(idle, last->target);
        else if (edge->kind == GRAPH_LEAVE && last->kind != INSTRUCTION_RETURN &&
                 last->kind != INSTRUCTION_JUMP_REGISTER)
            mark(idle, last->address + last->size); /* it falls through */
    }
}

/* Corrects the live registers of a function by what its callers need. */
static void correct(struct idle *idle, struct loops_rewritten *function, bool needed)
{
    uint32_t registers = idle->registers;
    bool is_used = uses(&function->graph, registers);
    if (needed && !is_used)
        return; /* it passes them on, which is known already */
    if (is_used) {
        free(function->live);
        function->live = loops_liveness_find(&function->graph, idle->binary, needed ? 0 : registers,
                                             needed ? registers : 0);
        return;
    }
    for (uint32_t i = 0; i <= function->graph.block_count + 1; i++)
        function->live[i] &= ~registers;
}

/* Returns the registers that a function needs when it is called; all, if that is not known. */
static uint32_t needed_at_entry(const struct loops_rewritten *function)
{
    bool known = function->live && function->graph.edge_count;
    return known ? function->live[function->graph.edges[0].to] : ~UINT32_C(0);
}

void idle_registers_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    size_t count = binary->function_count;
    struct idle idle = {.binary = binary,
                        .functions = functions,
                        .registers = binary->architecture->idle,
                        .needed = memory_zeroed(count + 1, sizeof *idle.needed),
                        .queue = memory_zeroed(count + 1, sizeof *idle.queue)};
    for (size_t i = 0; idle.registers && i < count; i++) {
        const struct loops_graph *graph = &functions[i].graph;
        if (graph->why || graph->is_guess)
            mark_targets(&idle, binary->functions[i].start, binary->functions[i].end);
        if (!graph->why && uses(graph, idle.registers))
            look_at_reads(&idle, graph);
    }
    while (idle.count && !idle.all)
        pass_on(&idle, &functions[idle.queue[--idle.count]].graph);
    for (size_t i = 0; idle.registers && i < count; i++) {
        if (functions[i].live)
            correct(&idle, &functions[i], idle.needed[i]);
        functions[i].needs_idle = idle.registers & needed_at_entry(&functions[i]);
    }
    free(idle.needed);
    free(idle.queue);
}
