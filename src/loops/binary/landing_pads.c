/* landing_pads.c: see landing_pads.h */
#include "loops/binary/landing_pads.h"

#include "loops/binary/binary.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns the address of a block's first instruction. */
static uint64_t address_of(const struct loops_graph *graph, uint32_t block)
{
    return graph->instructions[graph->blocks[block].first].address;
}

/* Returns the node of the block that begins at an address; GRAPH_OUTSIDE if none does. Needs the
 * blocks sorted by address. */
static uint32_t node_at(const struct loops_graph *graph, uint64_t address)
{
    uint32_t low = 0, high = graph->block_count;
    while (low < high) { /* the first block at or after the address */
        uint32_t middle = low + (high - low) / 2;
        if (address_of(graph, middle) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->block_count && address_of(graph, low) == address ? low + 1 : GRAPH_OUTSIDE;
}

/* Returns the node where exceptions from a call land; GRAPH_OUTSIDE if there is none. As unwinders
 * do, it looks up the last byte of the call in the ranges of the function's pads, which are sorted.
 */
static uint32_t pad_of(const struct loops_graph *graph, const struct loops_binary *binary,
                       const struct loops_instruction *call)
{
    uint64_t address = call->address + call->size - 1;
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    if (!function || !function->pad_count)
        return GRAPH_OUTSIDE;
    const struct loops_binary_pad *pads = binary->pads + function->first_pad;
    uint32_t low = 0, high = function->pad_count;
    while (low < high) { /* the first range that begins after the address */
        uint32_t middle = low + (high - low) / 2;
        if (pads[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low && address < pads[low - 1].end;
    return found ? node_at(graph, pads[low - 1].address) : GRAPH_OUTSIDE;
}

/* Sets the pads of the calls that may throw (`quiet` false), or of those that never throw: these
 * get only pads that `thrown` does not have, by node. */
static void set_pads(struct loops_graph *graph, const struct loops_binary *binary, bool quiet,
                     bool *thrown)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        uint32_t pad =
            loops_instruction_is_call(last) ? pad_of(graph, binary, last) : (uint32_t)GRAPH_OUTSIDE;
        if (pad == GRAPH_OUTSIDE || (quiet && thrown[pad]))
            continue;
        bool is_quiet = loops_binary_never_throws(binary, loops_binary_led_to(binary, last));
        if (is_quiet != quiet)
            continue;
        graph->blocks[i].pad = pad;
        thrown[pad] |= !quiet;
    }
}

void loops_landing_pads_find(struct loops_graph *graph, const struct loops_binary *binary)
{
    bool lands = false;
    for (uint32_t i = 0; i < graph->block_count; i++)
        lands |= graph->blocks[i].is_pad;
    if (!lands)
        return;
    bool *thrown = memory_zeroed((size_t)graph->block_count + 1, sizeof *thrown);
    set_pads(graph, binary, false, thrown);
    set_pads(graph, binary, true, thrown);
    free(thrown);
}
