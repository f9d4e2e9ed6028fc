/* layout.c: see layout.h */
#include "loops/x86_64/layout.h"

#include "loops/x86_64/space.h"
#include "loops/x86_64/x86_64.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LANDS = 4 }; /* bytes of endbr64 */

static const char no_room[] = "a jump to a copy does not fit into it";

static uint64_t end_of(const struct loops_instruction *in)
{
    return in->address + in->size;
}

uint64_t layout_entry(const struct loops_binary *binary, uint64_t start)
{
    static const uint8_t lands[LANDS] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    const uint8_t *bytes = loops_binary_bytes(binary, start, sizeof lands, NULL);
    return bytes && !memcmp(bytes, lands, sizeof lands) ? start + LANDS : start;
}

static int by_address(const void *a, const void *b)
{
    const struct layout_site *left = a, *right = b;
    return left->address < right->address ? -1 : left->address > right->address;
}

/* True if the target of an edge needs a jump to the copy: returns of calls and landing pads. */
static bool has_site(const struct loops_graph *graph, uint32_t edge)
{
    return edge &&
           (graph->edges[edge].kind == GRAPH_BACK || graph->edges[edge].kind == GRAPH_ENTER);
}

/* Returns a new layout with all sites of a function. */
static struct layout *find_sites(const struct loops_binary *binary, const struct loops_graph *graph)
{
    size_t room = 1, nodes = (size_t)graph->block_count + 1, kept = 0;
    for (uint32_t i = 0; i < graph->edge_count; i++)
        room += has_site(graph, i);
    struct layout *layout = memory_zeroed(1, sizeof *layout + room * sizeof layout->sites[0] +
                                                 nodes * sizeof *layout->calls);
    layout->calls = (uint8_t *)&layout->sites[room];
    layout->sites[layout->count++].address = layout_entry(binary, graph->entry);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (has_site(graph, i))
            layout->sites[layout->count++].address =
                graph->instructions[graph->blocks[graph->edges[i].to - 1].first].address;
    }
    qsort(layout->sites, layout->count, sizeof layout->sites[0], by_address);
    for (size_t i = 0; i < layout->count; i++) {
        if (!i || layout->sites[i].address != layout->sites[i - 1].address)
            layout->sites[kept++] = layout->sites[i];
    }
    layout->count = kept;
    return layout;
}

/* Returns the first site that ends after an address, if each has `bytes` bytes. */
static size_t first_site(const struct layout *layout, uint64_t address, uint64_t bytes)
{
    size_t low = 0, high = layout->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (layout->sites[middle].address + bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Reserves the bytes of calls, unless a site needs some of them: such calls are made in the copy.
 */
static void keep_calls(struct layout *layout, struct space *space, const struct loops_graph *graph)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct loops_instruction *call = loops_graph_last(graph, node);
        if (!loops_instruction_is_call(call))
            continue;
        size_t site = first_site(layout, call->address, SPACE_SHORT);
        if (site < layout->count && layout->sites[site].address < end_of(call))
            layout->calls[node] = LAYOUT_CALL_IN_COPY;
        else
            space_mark(space, call->address, end_of(call), SPACE_TAKEN);
    }
}

/* Makes room for a long jump at a site: calls in its way are made in the copy. */
static void move_calls(struct layout *layout, struct space *space, const struct loops_graph *graph,
                       const struct layout_site *site)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct loops_instruction *call = loops_graph_last(graph, node);
        bool near = call->address < site->address + SPACE_LONG && end_of(call) > site->address;
        if (loops_instruction_is_call(call) && near && layout->calls[node] == LAYOUT_CALL_STAYS) {
            layout->calls[node] = LAYOUT_CALL_IN_COPY;
            space_mark(space, call->address, end_of(call), SPACE_FREE);
        }
    }
}

/* The bytes around an address that belong to one function: up to the beginning of the next one. */
struct bounds {
    uint64_t low, high;
};

static struct bounds bounds_at(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *found = loops_binary_function_at(binary, address);
    if (!found)
        return (struct bounds){address, address};
    size_t next = (size_t)(found - binary->functions) + 1;
    return (struct bounds){
        found->start, next < binary->function_count ? binary->functions[next].start : UINT64_MAX};
}

/* Reserves a short jump at each site, and the endbr64 before that at the entry, which callers
 * execute; returns false if one does not fit. */
static bool reserve(const struct layout *layout, struct space *space,
                    const struct loops_binary *binary, uint64_t entry)
{
    space_mark(space, entry, layout_entry(binary, entry), SPACE_TAKEN);
    for (size_t i = 0; i < layout->count; i++) {
        uint64_t address = layout->sites[i].address;
        if (!space_is_free(space, address, SPACE_SHORT) ||
            address + SPACE_SHORT > bounds_at(binary, address).high)
            return false;
        space_mark(space, address, address + SPACE_SHORT, SPACE_TAKEN);
    }
    return true;
}

/* Places a long jump at a site; returns false if it does not fit. */
static bool place_long(struct space *space, const struct loops_binary *binary,
                       struct layout_site *site)
{
    enum { MORE = SPACE_LONG - SPACE_SHORT };
    site->is_long = site->address + SPACE_LONG <= bounds_at(binary, site->address).high &&
                    space_is_free(space, site->address + SPACE_SHORT, MORE);
    if (site->is_long)
        space_mark(space, site->address, site->address + SPACE_LONG, SPACE_TAKEN);
    return site->is_long;
}

/* Places the holes of all sites that have no long jump, in the function itself or anywhere; returns
 * false if there is no room. */
static bool place_holes(struct layout *layout, struct space *space,
                        const struct loops_binary *binary, const struct loops_graph *graph,
                        bool anywhere)
{
    for (size_t i = 0; i < layout->count; i++) {
        struct layout_site *site = &layout->sites[i];
        if (site->is_long || site->hole)
            continue;
        struct bounds bounds = bounds_at(binary, site->address);
        site->hole = space_hole(space, site->address, anywhere ? 0 : bounds.low,
                                anywhere ? UINT64_MAX : bounds.high);
        if (site->hole) {
            space_mark(space, site->hole, site->hole + SPACE_LONG, SPACE_TAKEN);
            continue;
        }
        move_calls(layout, space, graph, site);
        if (!place_long(space, binary, site))
            return false;
    }
    return true;
}

/* True if all calls that must be made in the copy can be. Calls through memory relative to the
 * stack pointer cannot, since the pushed return address would be in the way. */
static bool calls_fit(const struct layout *layout, const struct loops_binary *binary,
                      const struct loops_graph *graph)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct loops_instruction *call = loops_graph_last(graph, node);
        struct x86_64_fields fields;
        if (layout->calls[node] != LAYOUT_CALL_IN_COPY || call->kind != INSTRUCTION_CALL_REGISTER)
            continue;
        const uint8_t *bytes = loops_binary_bytes(binary, call->address, call->size, NULL);
        if (!bytes || !x86_64_fields_read(bytes, call->size, &fields) || fields.map ||
            fields.opcode != 0xff || fields.base == RSP || (fields.mod == 3 && fields.rm == RSP))
            return false;
    }
    return true;
}

/* Gives up on a function: it is not copied, so none of its bytes are free. */
static void give_up(struct space *space, struct loops_rewritten *function, const char *why)
{
    function->why = why;
    free(function->layout);
    function->layout = NULL;
    for (uint32_t i = 0; i < function->graph.instruction_count; i++) {
        const struct loops_instruction *in = &function->graph.instructions[i];
        space_mark(space, in->address, end_of(in), SPACE_UNKNOWN);
    }
}

/* Finds the sites of all functions, and places the long jumps that fit. */
static void reserve_all(const struct loops_binary *binary, struct loops_rewritten *functions,
                        struct space *space)
{
    for (uint32_t i = 0; i < binary->function_count; i++) {
        struct loops_rewritten *function = &functions[i];
        if (function->why)
            continue;
        function->layout = find_sites(binary, &function->graph);
        keep_calls(function->layout, space, &function->graph);
        if (!reserve(function->layout, space, binary, function->graph.entry))
            give_up(space, function, no_room);
    }
    for (uint32_t i = 0; i < binary->function_count; i++) {
        struct layout *layout = functions[i].layout;
        for (size_t k = 0; layout && k < layout->count; k++)
            place_long(space, binary, &layout->sites[k]);
    }
}

/* Returns the site at the beginning of a call that is made in the copy but has room for a shorter
 * call, if the site's jump becomes a short one; otherwise NULL. */
static struct layout_site *site_before(struct layout *layout, const struct space *space,
                                       const struct loops_graph *graph, uint32_t node)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    const struct loops_instruction *call = loops_graph_last(graph, node);
    size_t found = first_site(layout, call->address, 1);
    if (layout->calls[node] != LAYOUT_CALL_IN_COPY || block->end - block->first != 1 ||
        call->size < SPACE_LONG || found == layout->count)
        return NULL;
    struct layout_site *site = &layout->sites[found];
    uint64_t end = site->address + SPACE_LONG;
    bool fits = site->address == call->address && site->is_long &&
                space_is_free(space, end, end_of(call) - end);
    return fits ? site : NULL;
}

/* Makes room for shorter calls, in what all functions have left. */
static void place_calls(struct layout *layout, struct space *space,
                        const struct loops_binary *binary, const struct loops_graph *graph)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        struct layout_site *site = site_before(layout, space, graph, node);
        if (!site)
            continue;
        uint64_t end = end_of(loops_graph_last(graph, node)), rest = site->address + SPACE_SHORT;
        struct bounds bounds = bounds_at(binary, site->address);
        space_mark(space, rest, end, SPACE_FREE);
        space_mark(space, end - LAYOUT_CALL_SIZE, end, SPACE_TAKEN);
        site->hole = space_hole(space, site->address, bounds.low, bounds.high);
        if (!site->hole)
            site->hole = space_hole(space, site->address, 0, UINT64_MAX);
        if (site->hole) {
            space_mark(space, site->hole, site->hole + SPACE_LONG, SPACE_TAKEN);
            site->is_long = false;
            layout->calls[node] = LAYOUT_CALL_SHORTER;
        } else {
            space_mark(space, rest, end, SPACE_FREE);
            space_mark(space, rest, site->address + SPACE_LONG, SPACE_TAKEN);
        }
    }
}

/* Places holes first within each function. What does not fit is placed in other functions, when it
 * is known which of these are not copied. */
void layout_all(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    struct space space;
    bool *open = memory_zeroed(binary->function_count + 1, sizeof *open);
    space_begin(&space, binary, functions);
    reserve_all(binary, functions, &space);
    for (uint32_t i = 0; i < binary->function_count; i++) {
        struct loops_rewritten *function = &functions[i];
        if (function->why)
            continue;
        open[i] = !place_holes(function->layout, &space, binary, &function->graph, false);
        if (!calls_fit(function->layout, binary, &function->graph))
            give_up(&space, function, "one of its calls can neither stay nor be moved");
        for (uint32_t k = 0; open[i] && k < function->graph.instruction_count; k++)
            space_keep(&space,
                       &function->graph.instructions[k]); /* it may turn out not to be copied */
    }
    for (uint32_t i = 0; i < binary->function_count; i++) {
        struct loops_rewritten *function = &functions[i];
        if (open[i] && !function->why &&
            !place_holes(function->layout, &space, binary, &function->graph, true))
            give_up(&space, function, no_room);
    }
    for (uint32_t i = 0; i < binary->function_count; i++) {
        if (functions[i].layout)
            place_calls(functions[i].layout, &space, binary, &functions[i].graph);
    }
    space_end(&space);
    free(open);
}

void layout_patch(const struct layout *layout, struct loops_plan *plan, uint64_t address,
                  uint32_t to)
{
    const struct layout_site *site = &layout->sites[first_site(layout, address, 1)];
    assert(site < layout->sites + layout->count && site->address == address);
    if (!site->is_long) {
        loops_plan_patch(plan, address, FORMAT_PATCH_SHORT, (uint32_t)(site->hole - address));
        address = site->hole;
    }
    loops_plan_patch(plan, address, FORMAT_PATCH_JUMP, to);
}
