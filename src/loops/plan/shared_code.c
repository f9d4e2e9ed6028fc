/* shared_code.c: see shared_code.h */
#include "loops/plan/shared_code.h"

/* Marks the function into whose middle a jump, branch or call of function `from` leads, if any. */
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
    bool own = self->sources & BINARY_COLD; /* a cold part goes back to its own function */
    struct loops_rewritten *entered = &functions[to - binary->functions];
    if (!entered->why && !own)
        entered->why = "it is entered in the middle";
}

/* Checks all instructions of a function whose flow is not known, one after another. */
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

/* Notes which function owns each cold part. A part that is patched leads to the copy of its
 * function, so functions that share one cannot be copied. */
static void look_at_parts(const struct loops_binary *binary, struct loops_rewritten *functions,
                          uint32_t number)
{
    const struct loops_binary_function *own = &binary->functions[number];
    const struct loops_graph *graph = &functions[number].graph;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        uint64_t address = loops_graph_address(graph, i + 1);
        if (address >= own->start && address < own->end)
            continue;
        const struct loops_binary_function *part = loops_binary_function_at(binary, address);
        if (!part)
            continue;
        uint32_t *owner = &functions[part - binary->functions].owner;
        if (*owner && *owner != number + 1) {
            functions[number].why = functions[*owner - 1].why =
                "it shares code with another function";
            return;
        }
        *owner = number + 1;
    }
}

void shared_code_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    for (uint32_t i = 0; i < binary->function_count; i++) {
        const struct loops_graph *graph = &functions[i].graph;
        for (uint32_t k = 0; k < graph->block_count; k++) /* blocks end with jumps and calls */
            look_at_jump(binary, functions, i, loops_graph_last(graph, k + 1));
        if (graph->why)
            look_at_all(binary, functions, i);
        if (!functions[i].why)
            look_at_parts(binary, functions, i);
    }
}
