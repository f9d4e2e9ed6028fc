/* unoptimised.c: see unoptimised.h */
#include "loops/plan/unoptimised.h"

#include "format/loops.h"
#include "loops/flow/loop_views.h"

#include <elf.h>
#include <string.h>

enum { RSP = 4, RBP = 5, FRAME_SHARE = 4, LEAVE = 0xc9 };

/* True for `leave`, by which gcc ends functions and clang does not. */
static bool is_leave(const struct loops_binary *binary, const struct loops_instruction *in)
{
    const uint8_t *bytes =
        in->size == 1 ? loops_binary_bytes(binary, in->address, in->size, NULL) : NULL;
    return bytes && *bytes == LEAVE;
}

static bool has_leave(const struct loops_binary *binary, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        for (uint32_t k = graph->blocks[i].first; k < graph->blocks[i].end; k++) {
            if (is_leave(binary, &graph->instructions[k]))
                return true;
        }
    }
    return false;
}

/* True if at least a quarter of the instructions in loops access the frame, but for jumps and
 * calls. */
static bool uses_frame(const struct loops_binary *binary, const struct loops_shape *shape)
{
    const struct loops_graph *graph = shape->graph;
    uint64_t all = 0, local = 0;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_graph_block *block = &graph->blocks[i];
        if (shape->loops.innermost[i + 1] == FLOW_NONE)
            continue;
        for (uint32_t k = block->first; k < block->end; k++) {
            const struct loops_instruction *in = &graph->instructions[k];
            struct loops_access access;
            all += in->kind == INSTRUCTION_PLAIN;
            local += in->kind == INSTRUCTION_PLAIN && loops_view_access(binary, in, &access) &&
                     access.bytes && (access.base == RSP || access.base == RBP);
        }
    }
    return all && local * FRAME_SHARE >= all;
}

/* True if a function begins with a frame: endbr64, push %rbp, mov %rsp,%rbp. */
static bool begins_with_frame(const struct loops_binary *binary, uint64_t start)
{
    static const uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa}, frame[] = {0x55, 0x48, 0x89, 0xe5};
    const uint8_t *bytes = loops_binary_bytes(binary, start, sizeof mark, NULL);
    if (bytes && !memcmp(bytes, mark, sizeof mark))
        bytes = loops_binary_bytes(binary, start + sizeof mark, sizeof frame, NULL);
    return bytes && !memcmp(bytes, frame, sizeof frame);
}

uint32_t unoptimised_flags(const struct loops_binary *binary, const struct loops_shape *shape)
{
    if (!shape->loops.count || binary->architecture->machine != EM_X86_64)
        return 0;
    if (!begins_with_frame(binary, shape->graph->entry))
        return binary->is_by_c_compilers ? FORMAT_FUNCTION_BARE : 0;
    if (!uses_frame(binary, shape))
        return 0;
    bool is_clang = binary->is_by_clang && !has_leave(binary, shape->graph);
    return FORMAT_FUNCTION_FRAME | (is_clang ? FORMAT_FUNCTION_CLANG : 0);
}
