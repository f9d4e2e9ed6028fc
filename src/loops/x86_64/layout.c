/* layout.c: see layout.h */
#include "loops/x86_64/layout.h"

#include "loops/x86_64/x86_64.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONG = 5,  /* bytes of a jump to anywhere */
    SHORT = 2, /* of one to what is near */
    REACH_BACK = 128,
    REACH = 127,
    MOST_BYTES = 1 << 26, /* between the parts of a function */
    LANDS = 4,            /* bytes of endbr64 */
};

enum state { STATE_UNKNOWN, STATE_FREE, STATE_TAKEN };

/* The bytes of a function, from its lowest on. */
struct bytes {
    uint64_t low, high;
    uint8_t *states;
};

static uint64_t end_of(const struct instruction *in)
{
    return in->address + in->size;
}

static const struct instruction *last_of(const struct graph *graph, uint32_t node)
{
    return &graph->instructions[graph->blocks[node - 1].end - 1];
}

static uint64_t address_of(const struct graph *graph, uint32_t node)
{
    return graph->instructions[graph->blocks[node - 1].first].address;
}

uint64_t layout_entry(const struct binary *binary, uint64_t start)
{
    static const uint8_t lands[LANDS] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    const uint8_t *bytes = binary_bytes(binary, start, sizeof lands, NULL);
    return bytes && !memcmp(bytes, lands, sizeof lands) ? start + LANDS : start;
}

/* Bytes that fill up what is between functions, or in front of loops: how many. */
static size_t padding(const struct binary *binary, uint64_t address)
{
    size_t there;
    struct x86_64_fields fields;
    const uint8_t *bytes = binary_bytes(binary, address, 1, &there);
    if (!bytes || !x86_64_fields_read(bytes, there, &fields))
        return 0;
    bool nothing = fields.encoding == X86_64_LEGACY &&
                   ((fields.map == 0 && (fields.opcode == 0x90 || fields.opcode == 0xcc)) ||
                    (fields.map == 1 && fields.opcode == 0x1f));
    return nothing ? fields.size : 0;
}

static void mark(struct bytes *bytes, uint64_t from, uint64_t to, enum state state)
{
    for (uint64_t at = from; at < to && at < bytes->high; at++)
        bytes->states[at - bytes->low] = (uint8_t)state;
}

static bool are_free(const struct bytes *bytes, uint64_t from, uint64_t count)
{
    if (from < bytes->low || from + count > bytes->high)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (bytes->states[from - bytes->low + i] != STATE_FREE)
            return false;
    }
    return true;
}

/* All that the copy replaces is free, and what stands behind it for nothing. */
static bool free_all(struct bytes *bytes, const struct binary *binary, const struct graph *graph)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct instruction *in = &graph->instructions[i];
        bool last = i + 1 == graph->instruction_count;
        if (!last && in[1].address < end_of(in))
            return false;
        uint64_t at = end_of(in), limit = last ? bytes->high : in[1].address;
        mark(bytes, in->address, at, STATE_FREE);
        for (size_t size; at < limit && (size = padding(binary, at)) > 0; at += size) {
            const struct binary_function *other = binary_function_at(binary, at);
            if (other && other->start >= end_of(in))
                break;
            mark(bytes, at, at + size < limit ? at + size : limit, STATE_FREE);
        }
    }
    return true;
}

static void add_site(struct layout *layout, uint64_t address)
{
    layout->sites =
        memory_grow(layout->sites, &layout->room, layout->count + 1, sizeof *layout->sites);
    layout->sites[layout->count++] = (struct layout_site){address, 0, false};
}

static int by_address(const void *a, const void *b)
{
    const struct layout_site *left = a, *right = b;
    return left->address < right->address ? -1 : left->address > right->address;
}

static void find_sites(struct layout *layout, const struct binary *binary,
                       const struct graph *graph)
{
    size_t kept = 0;
    add_site(layout, layout_entry(binary, graph->entry));
    for (uint32_t i = 1; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_BACK || edge->kind == GRAPH_ENTER)
            add_site(layout, address_of(graph, edge->to));
    }
    qsort(layout->sites, layout->count, sizeof *layout->sites, by_address);
    for (size_t i = 0; i < layout->count; i++) {
        if (!i || layout->sites[i].address != layout->sites[i - 1].address)
            layout->sites[kept++] = layout->sites[i];
    }
    layout->count = kept;
}

/* The first site that ends behind an address, if each has so many bytes. */
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

/* Calls stay where they are, unless a site needs one of their bytes. */
static void keep_calls(struct layout *layout, struct bytes *bytes, const struct graph *graph)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct instruction *call = last_of(graph, node);
        if (!instruction_is_call(call))
            continue;
        size_t site = first_site(layout, call->address, SHORT);
        layout->here[node] = site < layout->count && layout->sites[site].address < end_of(call);
        if (!layout->here[node])
            mark(bytes, call->address, end_of(call), STATE_TAKEN);
    }
}

/* A hole that a short jump reaches; 0: there is none. */
static uint64_t find_hole(const struct bytes *bytes, uint64_t site)
{
    uint64_t from = site + SHORT, low = from - REACH_BACK, high = from + REACH;
    low = low < bytes->low ? bytes->low : low;
    high = high > bytes->high ? bytes->high : high;
    for (uint64_t at = from; at <= high; at++) {
        if (are_free(bytes, at, LONG))
            return at;
    }
    for (uint64_t at = site; at-- > low;) {
        if (are_free(bytes, at, LONG))
            return at;
    }
    return 0;
}

/* Makes room behind a site: calls that are in its way are made in the copy. */
static bool clear_room(struct layout *layout, struct bytes *bytes, const struct graph *graph,
                       struct layout_site *site)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct instruction *call = last_of(graph, node);
        bool near = call->address < site->address + LONG && end_of(call) > site->address;
        if (instruction_is_call(call) && near && !layout->here[node]) {
            layout->here[node] = true;
            mark(bytes, call->address, end_of(call), STATE_FREE);
        }
    }
    site->is_long = are_free(bytes, site->address + SHORT, LONG - SHORT);
    if (site->is_long)
        mark(bytes, site->address, site->address + LONG, STATE_TAKEN);
    return site->is_long;
}

static bool place(struct layout *layout, struct bytes *bytes, const struct graph *graph)
{
    for (size_t i = 0; i < layout->count; i++) { /* each needs that at least */
        if (!are_free(bytes, layout->sites[i].address, SHORT))
            return false;
        mark(bytes, layout->sites[i].address, layout->sites[i].address + SHORT, STATE_TAKEN);
    }
    for (size_t i = 0; i < layout->count; i++) {
        struct layout_site *site = &layout->sites[i];
        site->is_long = are_free(bytes, site->address + SHORT, LONG - SHORT);
        if (site->is_long)
            mark(bytes, site->address, site->address + LONG, STATE_TAKEN);
    }
    for (size_t i = 0; i < layout->count; i++) {
        struct layout_site *site = &layout->sites[i];
        if (site->is_long)
            continue;
        site->hole = find_hole(bytes, site->address);
        if (site->hole)
            mark(bytes, site->hole, site->hole + LONG, STATE_TAKEN);
        else if (!clear_room(layout, bytes, graph, site))
            return false;
    }
    return true;
}

/* Calls that have no other place are made in the copy: with those through the stack's memory this
 * does not go, as the return address is there then. */
static bool calls_fit(const struct layout *layout, const struct binary *binary,
                      const struct graph *graph)
{
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct instruction *call = last_of(graph, node);
        struct x86_64_fields fields;
        if (!layout->here[node] || call->kind != INSTRUCTION_CALL_REGISTER)
            continue;
        const uint8_t *bytes = binary_bytes(binary, call->address, call->size, NULL);
        if (!bytes || !x86_64_fields_read(bytes, call->size, &fields) || fields.map ||
            fields.opcode != 0xff || fields.base == RSP || (fields.mod == 3 && fields.rm == RSP))
            return false;
    }
    return true;
}

static const char *find(struct layout *layout, const struct binary *binary, uint32_t function,
                        const struct graph *graph)
{
    const struct instruction *last = &graph->instructions[graph->instruction_count - 1];
    const struct binary_function *own = &binary->functions[function];
    struct bytes bytes = {.low = graph->instructions[0].address, .high = end_of(last) + LONG};
    const char *why = NULL;
    if (function + 1 < binary->function_count && bytes.high > own[1].start &&
        end_of(last) <= own[1].start)
        bytes.high = own[1].start;
    if (bytes.high - bytes.low > MOST_BYTES)
        return "its parts are too far from each other";
    bytes.states = memory_zeroed((size_t)(bytes.high - bytes.low) + 1, 1);
    find_sites(layout, binary, graph);
    if (!free_all(&bytes, binary, graph)) {
        why = "its instructions overlap";
    } else {
        keep_calls(layout, &bytes, graph);
        if (!place(layout, &bytes, graph))
            why = "a jump to a copy does not fit into it";
        else if (!calls_fit(layout, binary, graph))
            why = "a call in it can neither stay nor be moved";
    }
    free(bytes.states);
    return why;
}

const char *layout_begin(struct layout *layout, const struct binary *binary, uint32_t function,
                         const struct graph *graph)
{
    *layout = (struct layout){
        .here = memory_zeroed((size_t)graph->block_count + 1, sizeof *layout->here)};
    const char *why = find(layout, binary, function, graph);
    if (why)
        layout_end(layout);
    return why;
}

void layout_end(struct layout *layout)
{
    free(layout->sites);
    free(layout->here);
    *layout = (struct layout){0};
}

void layout_patch(const struct layout *layout, struct plan *plan, uint64_t address, uint32_t to)
{
    const struct layout_site *site = &layout->sites[first_site(layout, address, 1)];
    if (!site->is_long) {
        plan_patch(plan, address, FORMAT_PATCH_SHORT, (uint32_t)(site->hole - address));
        address = site->hole;
    }
    plan_patch(plan, address, FORMAT_PATCH_JUMP, to);
}
