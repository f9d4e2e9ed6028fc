/* idle_registers.c: see idle_registers.h
 *
 * A caller that knows the code of a function (gcc's -fipa-ra) may keep values in any register that
 * this code does not change. It calls the function directly, so it is in the same binary. For most
 * functions no caller does so: nothing reads the register after a direct call of it before it is
 * written again. If a function's own callers need the register, what it calls must keep it, too.
 * What is called through a pointer may change it, by the ABI, unless the caller knows where that
 * leads (-mcmodel=large, descriptors of thread-local variables).
 *
 * A few functions get a value in the register: thunks that jump to where it points, as clang calls
 * them instead of jumping through pointers (-mretpoline), and what leads to them. */
#include "loops/plan/idle_registers.h"

#include "loops/architecture.h"
#include "loops/flow/first_use.h"
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
    bool all;      /* all functions are needed */
    bool takes;    /* some function that is known gets a value in one of the registers */
    bool pointers; /* a caller that knows what it calls through a pointer needs the registers, or
                      calls descriptors of thread-local variables so */
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

static bool uses(const struct loops_graph *graph, uint32_t registers)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        if ((graph->instructions[i].reads | graph->instructions[i].writes) & registers)
            return true;
    }
    return false;
}

/* True if the last instruction of a block follows one that sets a register and is not used before:
 * the value may be for the code that is called. */
static bool is_set_before_end(const struct loops_graph *graph,
                              const struct loops_graph_block *block, uint32_t registers)
{
    for (uint32_t i = block->end - 1; i-- > block->first;) {
        const struct loops_instruction *in = &graph->instructions[i];
        if ((in->reads | in->writes) & registers)
            return in->writes & registers;
    }
    return false;
}

/* True if the call or jump at the end of a block may pass a value in the registers, if its target
 * gets one there. `writes`: the function writes them. Compilers that call thunks set the register
 * just before. That is asked of code that is not known; a function that does not write them only
 * passes on what it got when it jumps. */
static bool may_pass(const struct idle *idle, const struct loops_graph *graph, uint32_t node,
                     bool writes)
{
    const struct loops_instruction *last = loops_graph_last(graph, node);
    bool is_call = last->kind == INSTRUCTION_CALL;
    if (writes && is_set_before_end(graph, &graph->blocks[node - 1], idle->registers))
        return true;
    if (!(is_call && last->target > graph->entry) && !(idle->takes && (writes || !is_call)))
        return false;
    const struct loops_binary_function *found =
        loops_binary_function_at(idle->binary, last->target);
    if (!found || found->start != last->target)
        return is_call && found && found->start == graph->entry; /* into its own middle */
    return (writes || !is_call) && idle->functions[found - idle->binary->functions].live;
}

/* Notes what the call or jump at the end of a block passes. False if that was known, or nothing is.
 */
static bool pass_at_end(const struct idle *idle, const struct loops_graph *graph, uint32_t node,
                        bool writes)
{
    struct loops_instruction *last = loops_graph_last(graph, node);
    if (last->reads & idle->registers || !may_pass(idle, graph, node, writes))
        return false;
    last->reads |= loops_idle_registers_taken(idle->binary, idle->functions, last->target);
    return last->reads & idle->registers;
}

/* Does so for all calls of a function, and jumps out of it. */
static bool pass_at_all_ends(struct idle *idle, const struct loops_graph *graph, bool writes)
{
    bool any = false;
    for (uint32_t node = 1; node <= graph->block_count; node++)
        any |= loops_graph_last(graph, node)->kind == INSTRUCTION_CALL &&
               pass_at_end(idle, graph, node, writes);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_LEAVE || edge->from == GRAPH_OUTSIDE)
            continue;
        unsigned kind = loops_graph_last(graph, edge->from)->kind;
        if ((kind == INSTRUCTION_JUMP || kind == INSTRUCTION_BRANCH) &&
            pass_at_end(idle, graph, edge->from, writes)) {
            mark(idle, graph->entry); /* they are needed outside */
            any = true;
        }
    }
    return any;
}

/* Returns the registers that a function needs when it is called: it may read them before it writes
 * them. */
static uint32_t taken_by(const struct idle *idle, const struct loops_graph *graph)
{
    return loops_takes(graph, idle->binary, idle->registers) ? idle->registers : 0;
}

/* Finds the functions that get values in the registers. */
static void find_takers(struct idle *idle)
{
    size_t count = idle->binary->function_count;
    bool *write = memory_zeroed(count + 1, sizeof *write);
    for (size_t i = 0; i < count; i++) {
        struct loops_rewritten *function = &idle->functions[i];
        write[i] = function->live && loops_liveness_written(&function->graph) & idle->registers;
        function->needs_idle = function->live ? taken_by(idle, &function->graph) : idle->registers;
        idle->takes |= function->live && function->needs_idle;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            struct loops_rewritten *function = &idle->functions[i];
            if (!function->live || !pass_at_all_ends(idle, &function->graph, write[i]))
                continue;
            uint32_t taken = taken_by(idle, &function->graph);
            changed |= taken != function->needs_idle;
            idle->takes |= taken != 0;
            function->needs_idle = taken;
        }
    }
    free(write);
}

/* True if a function may know what it calls through a pointer (-mcmodel=large, or
 * -mforce-indirect-call): it takes the address of a function in a register of the call, or that of
 * an instruction, to compute others from it. */
static bool may_know(const struct idle *idle, const struct loops_graph *graph,
                     const struct loops_instruction *call)
{
    const struct loops_architecture *machine = idle->binary->architecture;
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        uint64_t taken = machine->takes(idle->binary, in);
        const struct loops_binary_function *found =
            in->writes & call->reads ? loops_binary_function_at(idle->binary, taken) : NULL;
        if (taken == in->address || (found && found->start == taken))
            return true;
    }
    return false;
}

/* Marks the functions after whose return a function itself reads a register. Many reads after calls
 * through pointers are none: they are on ways that the program does not take after the call. */
static void look_at_reads(struct idle *idle, const struct loops_graph *graph)
{
    uint32_t *live = loops_liveness_find(graph, idle->binary, idle->registers, 0);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_BACK || !(live[edge->to] & idle->registers))
            continue;
        const struct loops_instruction *call = loops_graph_last(graph, edge->from);
        if (call->kind == INSTRUCTION_CALL)
            mark(idle, call->target);
        else if (!idle->all)
            mark_all(idle);
        idle->pointers |= call->kind == INSTRUCTION_CALL_REGISTER && may_know(idle, graph, call);
    }
    free(live);
}

/* Marks what a function calls directly, or jumps to, whose callers need the registers. */
static void pass_on(struct idle *idle, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->from == GRAPH_OUTSIDE ||
            (edge->kind != GRAPH_BACK && edge->kind != GRAPH_LOST && edge->kind != GRAPH_LEAVE))
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
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

uint32_t loops_idle_registers_taken(const struct loops_binary *binary,
                                    const struct loops_rewritten *functions, uint64_t address)
{
    const struct loops_binary_function *found = loops_binary_function_at(binary, address);
    if (!found)
        return 0; /* in another library, by the ABI's rules */
    return found->start == address ? functions[found - binary->functions].needs_idle
                                   : binary->architecture->idle;
}

void idle_registers_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    size_t count = binary->function_count;
    struct idle idle = {.binary = binary,
                        .functions = functions,
                        .registers = binary->architecture->idle,
                        .pointers = binary->has_descriptors,
                        .needed = memory_zeroed(count + 1, sizeof *idle.needed),
                        .queue = memory_zeroed(count + 1, sizeof *idle.queue)};
    if (idle.registers)
        find_takers(&idle);
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
        functions[i].pointers_keep = idle.pointers;
    }
    free(idle.needed);
    free(idle.queue);
}
