/* entered.c: see entered.h */
#include "loops/plan/entered.h"

#include "util/memory.h"

#include <stdlib.h>

/* A jump, branch or call of a function may go into the middle of another one. */
static void look_at_jump(const struct loops_binary *binary, struct loops_rewritten *functions,
                         size_t from, const struct loops_instruction *in)
{
    const struct loops_binary_function *self = &binary->functions[from];
    if (in->kind != INSTRUCTION_JUMP && in->kind != INSTRUCTION_BRANCH &&
        in->kind != INSTRUCTION_CALL)
        return;
    if (in->target >= self->start && in->target < self->end)
        return;
    const struct loops_binary_function *to = loops_binary_function_at(binary, in->target);
    if (!to || to->start == in->target || to->sources & BINARY_COLD)
        return;
    bool own = self->sources & BINARY_COLD; /* goes back where it came from */
    struct loops_rewritten *entered = &functions[to - binary->functions];
    if (!entered->why && !own)
        entered->why = "it is entered in the middle";
}

/* Where the flow is not known, all of the code is looked at, one instruction after another. */
static void look_at_all(const struct loops_binary *binary, struct loops_rewritten *functions,
                        size_t number)
{
    const struct loops_binary_function *function = &binary->functions[number];
    for (uint64_t at = function->start; at < function->end;) {
        struct loops_instruction in;
        size_t there;
        const uint8_t *bytes = loops_binary_bytes(binary, at, 1, &there);
        if (!bytes || !binary->architecture->decode(bytes, there, at, &in) || !in.size)
            return;
        look_at_jump(binary, functions, number, &in);
        at += in.size;
    }
}

/* The parts that were moved away and belong to one function alone: what is patched in them leads to
 * the copy of that. */
static void look_at_parts(const struct loops_binary *binary, struct loops_rewritten *functions,
                          uint32_t number, uint32_t *owners)
{
    const struct loops_binary_function *own = &binary->functions[number];
    const struct loops_graph *graph = &functions[number].graph;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        uint64_t address = graph->instructions[graph->blocks[i].first].address;
        if (address >= own->start && address < own->end)
            continue;
        const struct loops_binary_function *part = loops_binary_function_at(binary, address);
        if (!part)
            continue;
        uint32_t *owner = &owners[part - binary->functions];
        if (*owner && *owner != number + 1) {
            functions[number].why = functions[*owner - 1].why =
                "it shares code with another function";
            return;
        }
        *owner = number + 1;
    }
}

void entered_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    uint32_t *owners = memory_zeroed(binary->function_count + 1, sizeof *owners);
    for (uint32_t i = 0; i < binary->function_count; i++) {
        const struct loops_graph *graph = &functions[i].graph;
        for (uint32_t k = 0; k < graph->instruction_count; k++)
            look_at_jump(binary, functions, i, &graph->instructions[k]);
        if (graph->why)
            look_at_all(binary, functions, i);
        if (!functions[i].why)
            look_at_parts(binary, functions, i, owners);
    }
    free(owners);
}
