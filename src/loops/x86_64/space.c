/* space.c: see space.h */
#include "loops/x86_64/space.h"

#include "loops/x86_64/x86_64.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    REACH_BACK = 128, /* bytes that a short jump reaches, from its end */
    REACH = 127,
    BEHIND = 16, /* bytes after the last function that may be padding */
};

/* Returns the size of the padding instruction (nop, int3) at an address; 0 if there is none. */
static size_t padding(const struct loops_binary *binary, uint64_t address)
{
    size_t there;
    struct x86_64_fields fields;
    const uint8_t *bytes = loops_binary_bytes(binary, address, 1, &there);
    if (!bytes || !x86_64_fields_read(bytes, there, &fields))
        return 0;
    bool nothing = fields.encoding == X86_64_LEGACY &&
                   ((fields.map == 0 && (fields.opcode == 0x90 || fields.opcode == 0xcc)) ||
                    (fields.map == 1 && fields.opcode == 0x1f));
    return nothing ? fields.size : 0;
}

void space_mark(struct space *space, uint64_t from, uint64_t to, enum space_state state)
{
    for (uint64_t at = from; at < to && at < space->high; at++)
        space->states[at - space->low] = (uint8_t)state;
}

void space_keep(struct space *space, const struct loops_instruction *in)
{
    for (uint64_t at = in->address; at < in->address + in->size && at < space->high; at++) {
        if (space->states[at - space->low] == SPACE_FREE)
            space->states[at - space->low] = SPACE_UNKNOWN;
    }
}

bool space_is_free(const struct space *space, uint64_t from, uint64_t count)
{
    if (from < space->low || from + count > space->high)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (space->states[from - space->low + i] != SPACE_FREE)
            return false;
    }
    return true;
}

uint64_t space_hole(const struct space *space, uint64_t site, uint64_t low, uint64_t high)
{
    uint64_t from = site + SPACE_SHORT, first = from - REACH_BACK, last = from + REACH;
    for (uint64_t at = from; at <= last && at + SPACE_LONG <= high; at++) {
        if (space_is_free(space, at, SPACE_LONG))
            return at;
    }
    for (uint64_t at = site; at > first && at > low;) {
        at--;
        if (space_is_free(space, at, SPACE_LONG))
            return at;
    }
    return 0;
}

/* Marks the padding from an address on as free, up to the next function. */
static void free_padding(struct space *space, const struct loops_binary *binary, uint64_t from)
{
    const struct loops_binary_function *own = loops_binary_function_at(binary, from - 1), *other;
    size_t size;
    for (uint64_t at = from; (size = padding(binary, at)) > 0 && at + size <= space->high;
         at += size) {
        other = loops_binary_function_at(binary, at);
        if (other && other != own)
            return;
        space_mark(space, at, at + size, SPACE_FREE);
    }
}

/* The states of a block, whose instructions have no gaps between them, up to `end`. */
struct states {
    uint8_t *from, *end;
};

static struct states states_of(const struct space *space, const struct loops_graph *graph,
                               uint32_t block)
{
    const struct loops_instruction *first = &graph->instructions[graph->blocks[block].first];
    const struct loops_instruction *last = loops_graph_last(graph, block + 1);
    uint64_t end = last->address + last->size;
    end = end < space->high ? end : space->high;
    return (struct states){space->states + (first->address - space->low),
                           space->states + (end - space->low)};
}

/* Marks the instructions of a function as free; returns false if they overlap each other, or belong
 * to another function too. */
static bool free_function(struct space *space, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        struct states states = states_of(space, graph, i);
        for (const uint8_t *at = states.from; at < states.end; at++) {
            if (*at != SPACE_UNKNOWN)
                return false;
        }
        memset(states.from, SPACE_FREE, (size_t)(states.end - states.from));
    }
    return true;
}

/* True if some instruction of a function was taken meanwhile. */
static bool is_shared(const struct space *space, const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        struct states states = states_of(space, graph, i);
        if (memchr(states.from, SPACE_TAKEN, (size_t)(states.end - states.from)))
            return true;
    }
    return false;
}

/* Marks the instructions of all functions to be copied as free. A second pass finds functions that
 * share code with a later one. */
static void free_functions(struct space *space, const struct loops_binary *binary,
                           struct loops_rewritten *functions)
{
    static const char shared[] = "some of its code belongs to other functions too";
    bool any = false;
    for (uint32_t i = 0; i < binary->function_count; i++) {
        const struct loops_graph *graph = &functions[i].graph;
        if (functions[i].why || free_function(space, graph))
            continue;
        functions[i].why = shared;
        any = true;
        for (uint32_t k = 0; k < graph->instruction_count; k++) {
            const struct loops_instruction *in = &graph->instructions[k];
            space_mark(space, in->address, in->address + in->size, SPACE_TAKEN);
        }
    }
    for (uint32_t i = 0; any && i < binary->function_count; i++) {
        if (functions[i].why || !is_shared(space, &functions[i].graph))
            continue;
        functions[i].why = shared;
        for (uint32_t k = 0; k < functions[i].graph.instruction_count; k++)
            space_keep(space, &functions[i].graph.instructions[k]);
    }
}

void space_begin(struct space *space, const struct loops_binary *binary,
                 struct loops_rewritten *functions)
{
    *space = (struct space){UINT64_MAX, 0, NULL};
    for (size_t i = 0; i < binary->function_count; i++) {
        const struct loops_binary_function *function = &binary->functions[i];
        space->low = function->start < space->low ? function->start : space->low;
        space->high = function->end > space->high ? function->end : space->high;
    }
    if (space->low > space->high)
        space->low = space->high;
    space->high += BEHIND;
    space->states = memory_zeroed((size_t)(space->high - space->low), 1);
    free_functions(space, binary, functions);
    for (uint32_t i = 0; i < binary->function_count; i++) {
        const struct loops_graph *graph = &functions[i].graph;
        for (uint32_t k = 0; !functions[i].why && k < graph->block_count; k++) {
            const struct loops_instruction *in = loops_graph_last(graph, k + 1);
            bool last = k + 1 == graph->block_count;
            if (last || in[1].address != in->address + in->size)
                free_padding(space, binary, in->address + in->size);
        }
    }
}

void space_end(struct space *space)
{
    free(space->states);
}
