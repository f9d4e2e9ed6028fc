/* split_stack.c: finds functions whose stack is in pieces (-fsplit-stack).
 *
 * Such a function first compares the stack pointer with the end of its piece, a word of the thread,
 * and calls for another piece if that is too near:
 *
 *       cmp %fs:112, %rsp
 *       ja body
 *       call __morestack
 *       ret
 *    body:
 *
 * What it calls goes on at the body by itself, behind an instruction that it skips: the code there
 * must stay as it is. The linker may replace the comparison, so the call tells, too. */
#include "loops/x86_64/split_stack.h"

#include "loops/x86_64/x86_64.h"

/* True if a function uses the word that holds the end of the stack's piece. */
static bool knows_end(const struct loops_binary *binary, const struct loops_graph *graph)
{
    enum { FS = 0x64, STACK_END = 112 };
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        struct x86_64_fields fields;
        const uint8_t *bytes = loops_binary_bytes(binary, in->address, in->size, NULL);
        if (bytes && *bytes == FS && x86_64_fields_read(bytes, in->size, &fields) &&
            fields.has_modrm && fields.base == X86_64_NONE && fields.index == X86_64_NONE &&
            fields.displacement == STACK_END)
            return true;
    }
    return false;
}

/* True if a call right in front of a return leads to a function that knows the end of the stack. */
static bool calls_for_more(const struct loops_binary *binary,
                           const struct loops_rewritten *functions, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i + 1 < graph->instruction_count; i++) {
        const struct loops_instruction *call = &graph->instructions[i];
        if (call->kind != INSTRUCTION_CALL || call[1].kind != INSTRUCTION_RETURN ||
            call[1].address != call->address + call->size)
            continue;
        const struct loops_binary_function *called = loops_binary_function_at(binary, call->target);
        if (called && knows_end(binary, &functions[called - binary->functions].graph))
            return true;
    }
    return false;
}

bool x86_64_splits_stack(const struct loops_binary *binary, const struct loops_rewritten *functions,
                         const struct loops_rewritten *function)
{
    return knows_end(binary, &function->graph) ||
           calls_for_more(binary, functions, &function->graph);
}
