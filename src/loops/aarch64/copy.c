/* copy.c: makes the copy of an aarch64 function: see aarch64.h. */
#include "loops/aarch64/copy.h"
#include "loops/aarch64/aarch64.h"
#include "util/memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG = 2500,
    TIMES = 3
}; /* a copy of more than LONG instructions, TIMES as long as the original, exceeds the reach of tbz
    */

/* Returns an instruction's word in the original. */
static uint32_t word_of(const struct copy *copy, const struct loops_instruction *in)
{
    uint32_t word;
    memcpy(&word, loops_binary_bytes(copy->rewriting->binary, in->address, sizeof word, NULL),
           sizeof word);
    return word;
}

/* Appends an instruction that uses an address relative to its own: the address is computed from its
 * page, and loads use the computed address. */
static void put_relative(struct copy *copy, const struct loops_instruction *in)
{
    uint32_t word = word_of(copy, in), to = number_of(word, RD);
    bool address = (word & 0x1f000000) == 0x10000000, page = address && word >> 31;
    bool vector = !address && field(word, 26, 1);
    uint32_t through = vector ? X16 : to;
    static const uint32_t general_loads[] = {0xb9400000, 0xf9400000, 0xb9800000};
    static const uint32_t vector_loads[] = {0xbd400000, 0xfd400000, 0x3dc00000};
    uint32_t size = field(word, 30, 2);
    if (!address && size == 3)
        return; /* prefetching */
    if (vector)
        copy_put(copy, emit_push(X16, X17));
    copy_pushed(copy, vector);
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_PAGE, in->target);
    copy_put(copy, emit_page(through));
    if (!page)
        copy_put(copy, emit_add(through, through, (int64_t)(in->target & 4095), false));
    if (!address)
        copy_put(copy, (vector ? vector_loads : general_loads)[size] | through << 5 | to);
    if (vector)
        copy_put(copy, emit_pop(X16, X17));
}

/* Returns the registers that are needed after an edge. */
static uint32_t needed_on(const struct copy *copy, uint32_t edge)
{
    const struct loops_graph_edge *found = &copy->graph->edges[edge];
    uint32_t needed = copy->function->live[found->to];
    return found->to == GRAPH_OUTSIDE ? needed | REGISTER(X30) : needed;
}

static bool has_probes(const struct copy *copy, uint32_t edge)
{
    const uint32_t *first = copy->function->probes.first;
    assert(edge < copy->graph->edge_count);
    return first[edge] != first[edge + 1];
}

/* Appends the probes of an edge and the jump to its target. */
static void put_edge(struct copy *copy, uint32_t edge, const struct loops_instruction *last)
{
    const struct loops_graph_edge *found = &copy->graph->edges[edge];
    bool leaves = found->to == GRAPH_OUTSIDE;
    copy_origin(copy, found->from, leaves ? last->address : copy_address(copy, found->to));
    copy_probes(copy, edge, needed_on(copy, edge));
    copy_origin(copy, found->to, copy->origin);
    if (!leaves)
        copy_go_to(copy, 0, found->to);
    else
        copy_tail_call(copy, last->target);
}

/* Appends a branch to a node. In long copies, tbz becomes an inverted tbz over a jump. */
static void put_branch(struct copy *copy, uint32_t word, uint32_t node)
{
    if (!copy->is_long || !emit_is_test_of_bit(word)) {
        copy_go_to(copy, word, node);
        return;
    }
    copy_put(copy, emit_redirect(emit_invert(word), 8));
    copy_go_to(copy, 0, node);
}

/* Appends the conditional branch of a block, and the probes of its taken edge or a note to place
 * them later. */
static void put_taken(struct copy *copy, const struct loops_instruction *last, uint32_t node)
{
    uint32_t word = word_of(copy, last), edge = copy->taken[node];
    uint32_t to = copy->graph->edges[edge].to;
    if (to != GRAPH_OUTSIDE && !has_probes(copy, edge)) {
        put_branch(copy, word, to);
        return;
    }
    bool back = to != GRAPH_OUTSIDE && to <= node;
    if (back || copy->is_long) { /* placed here, since a back edge is usually taken */
        uint32_t at = loops_plan_here(copy->plan);
        copy_put(copy, 0);
        put_edge(copy, edge, last);
        copy_complete(copy, at, emit_invert(word), loops_plan_here(copy->plan));
        return;
    }
    copy->later =
        memory_grow(copy->later, &copy->later_room, copy->later_count + 1, sizeof *copy->later);
    copy->later[copy->later_count++] = (struct copy_later){
        .kind = LATER_EDGE, .from = loops_plan_here(copy->plan), .edge = edge, .branch = word};
    copy_put(copy, 0);
}

/* Appends the probes of the edge to the code after a block, which follows. */
static void put_next(struct copy *copy, const struct loops_instruction *last, uint32_t node)
{
    uint32_t edge = copy->next[node];
    if (edge == COPY_NOWHERE)
        return;
    copy_origin(copy, node, last->address + last->size);
    copy_probes(copy, edge, needed_on(copy, edge));
    copy_origin(copy, copy->graph->edges[edge].to, copy->origin);
    if (copy->graph->edges[edge].to == GRAPH_OUTSIDE) {
        loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_JUMP,
                        last->address + last->size);
        copy_put(copy, emit_jump(0));
    }
}

/* Notes the origin of an instruction. Unchanged instructions advance with the original's addresses.
 */
static void put_origin(struct copy *copy, uint32_t node, const struct loops_instruction *in)
{
    if (in->kind != INSTRUCTION_PLAIN || in->relative) {
        copy_origin(copy, node, in->address);
        return;
    }
    copy->origin_node = node | FORMAT_ORIGIN_FIXED;
    copy->origin = in->address;
    loops_plan_origin(copy->plan, node, in->address);
}

/* Appends the last instruction of a block and its edges. */
static void put_end(struct copy *copy, const struct loops_instruction *last, uint32_t node)
{
    uint32_t edge = copy->taken[node];
    put_origin(copy, node, last);
    switch (last->kind) {
    case INSTRUCTION_JUMP:
        put_edge(copy, edge, last);
        break;
    case INSTRUCTION_BRANCH:
        put_taken(copy, last, node);
        put_next(copy, last, node);
        break;
    case INSTRUCTION_JUMP_REGISTER:
        copy_jump_by_table(copy, last, node);
        break;
    case INSTRUCTION_RETURN:
    case INSTRUCTION_STOP:
    case INSTRUCTION_UNKNOWN:
        copy_probes(copy, edge, needed_on(copy, edge) | last->reads);
        copy_origin(copy, GRAPH_OUTSIDE, last->address);
        copy_put(copy, word_of(copy, last));
        break;
    case INSTRUCTION_CALL:
    case INSTRUCTION_CALL_REGISTER:
        copy_call(copy, last, copy->next[node]);
        put_next(copy, last, node);
        break;
    default:
        if (last->relative)
            put_relative(copy, last);
        else
            copy_put(copy, word_of(copy, last));
        put_next(copy, last, node);
    }
}

static void put_block(struct copy *copy, uint32_t node)
{
    const struct loops_graph_block *block = &copy->graph->blocks[node - 1];
    if (block->is_hub)
        return; /* its table was placed behind the first jump that uses it */
    copy->node = node;
    copy->labels[node] = loops_plan_here(copy->plan);
    for (uint32_t i = block->first; i + 1 < block->end; i++) {
        const struct loops_instruction *in = &copy->graph->instructions[i];
        put_origin(copy, node, in);
        if (in->relative)
            put_relative(copy, in);
        else
            copy_put(copy, word_of(copy, in));
    }
    put_end(copy, &copy->graph->instructions[block->end - 1], node);
}

/* Appends a slow path, which calls the library with the function and the reason. */
static void put_slow(struct copy *copy, const struct copy_later *later)
{
    copy_complete(copy, later->from, later->branch, loops_plan_here(copy->plan));
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    uint32_t pairs = later->pairs;
    copy_pushed(copy, pairs);
    if (later->first)
        copy_put(copy, later->first);
    if (later->keeps) {
        copy_put(copy, emit_push(X16, X17));
        copy_pushed(copy, ++pairs);
    }
    copy_put(copy, emit_push(X30, ZERO));
    copy_pushed(copy, pairs + 1);
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_NUMBER, copy->number);
    copy_put(copy, emit_low_half(X17, 0));
    copy_put(copy, emit_high_half(X17, 0));
    copy_put(copy, emit_low_half(X16, later->what));
    copy_put(copy, emit_high_half(X16, later->what));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_SLOW, 0);
    copy_put(copy, emit_call(0));
    copy_put(copy, emit_pop(X30, ZERO));
    copy_pushed(copy, pairs);
    if (later->keeps)
        copy_put(copy, emit_pop(X16, X17));
    copy_pushed(copy, later->pairs);
    uint32_t at = loops_plan_here(copy->plan);
    copy_put(copy, emit_jump((int64_t)later->back - at));
}

/* Appends the two entries: for all callers, and for callers that have set the node. If the original
 * begins with an instruction that must stay there as a branch target (bti, paciasp), that has been
 * executed when the first entry is reached. */
static void put_entry(struct copy *copy, uint32_t edge, uint32_t node)
{
    const struct loops_instruction *first =
        &copy->graph->instructions[copy->graph->blocks[node - 1].first];
    uint32_t word = word_of(copy, first), needed = copy->function->live[node] | REGISTER(X30);
    bool lands = (word & 0xffffff3f) == 0xd503241f || (word & 0xffffffbf) == 0xd503233f;
    copy_origin(copy, GRAPH_OUTSIDE, first->address);
    copy->function->entry = loops_plan_here(copy->plan);
    if (copy->function->is_leaf && !(needed & INSTRUCTION_FLAGS))
        copy_find_leaf(copy);
    else
        copy_check_entry(copy, needed);
    if (lands) {
        copy_probes(copy, edge, needed);
        copy_origin(copy, node, first->address + 4);
        copy_go_to(copy, 0, node);
        copy->fixes[copy->fix_count - 1].skip = 4;
    }
    copy->patched_entry = first->address + (lands ? 4 : 0);
    loops_plan_patch(copy->plan, copy->patched_entry, FORMAT_PATCH_JUMP, copy->function->entry);
    copy->function->inside = loops_plan_here(copy->plan);
    copy_origin(copy, GRAPH_OUTSIDE, first->address);
    copy_probes(copy, edge, needed);
    copy_origin(copy, node, first->address);
    if (node != 1)
        copy_go_to(copy, 0, node);
}

/* Appends the entry of a landing pad. */
static void put_pad(struct copy *copy, uint32_t edge, uint32_t node)
{
    const struct loops_graph_block *block = &copy->graph->blocks[node - 1];
    loops_plan_patch(copy->plan, copy->graph->instructions[block->first].address, FORMAT_PATCH_JUMP,
                     loops_plan_here(copy->plan));
    copy_origin(copy, GRAPH_OUTSIDE, copy_address(copy, node));
    copy_land(copy, node);
    copy_probes(copy, edge, copy->function->live[node]);
    copy_origin(copy, node, copy->origin);
    copy_go_to(copy, 0, node);
}

/* Finds the taken and next edges of each node, and the nodes that are patched in the original. */
static void find_ends(struct copy *copy)
{
    const struct loops_graph *graph = copy->graph;
    for (uint32_t i = 0; i <= graph->block_count; i++)
        copy->labels[i] = copy->taken[i] = copy->next[i] = COPY_NOWHERE;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_BACK || (edge->kind == GRAPH_ENTER && i))
            copy->is_patched[edge->to] = true;
        if (edge->from == GRAPH_OUTSIDE || edge->kind == GRAPH_LOST)
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
        bool ends = loops_instruction_ends_block(last);
        if (ends && copy->taken[edge->from] == COPY_NOWHERE)
            copy->taken[edge->from] = i;
        else
            copy->next[edge->from] = i;
    }
}

/* Makes the copy: landing pads, entries, blocks, then what was put off; completes all branches. */
static void put_all(struct copy *copy)
{
    const struct loops_graph *graph = copy->graph;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_ENTER && i) /* edge 0 is the entry */
            put_pad(copy, i, edge->to);
    }
    put_entry(copy, 0, graph->edges[0].to);
    for (uint32_t node = 1; node <= graph->block_count; node++)
        put_block(copy, node);
    for (size_t i = 0; i < copy->later_count; i++) { /* the list grows meanwhile */
        struct copy_later later = copy->later[i];
        if (later.kind == LATER_SLOW) {
            put_slow(copy, &later);
            continue;
        }
        const struct loops_graph_edge *edge = &graph->edges[later.edge];
        copy_complete(copy, later.from, later.branch, loops_plan_here(copy->plan));
        copy->node = edge->from;
        put_edge(copy, later.edge, loops_graph_last(graph, edge->from));
    }
    for (size_t i = 0; i < copy->fix_count; i++) {
        const struct copy_fix *fix = &copy->fixes[i];
        copy_complete(copy, fix->at, fix->branch, copy->labels[fix->node] + fix->skip);
    }
}

void aarch64_complete_jump(uint8_t *code, uint32_t at, uint32_t to)
{
    uint32_t word = emit_jump((int64_t)to - at);
    memcpy(code + at, &word, sizeof word);
}

/* True if x17 can hold the node all the time. Not if the original may be executed too, since its
 * calls return to the copy. */
static bool keeps_node(const struct loops_graph *graph)
{
    uint32_t used = graph->is_guess ? REGISTER(X17) : 0;
    for (uint32_t i = 0; i < graph->instruction_count; i++)
        used |= graph->instructions[i].reads | graph->instructions[i].writes;
    return !(used & (REGISTER(X16) | REGISTER(X17)));
}

/* Returns an upper limit for the words of all copied jump tables: one word and one jump for each
 * word of the original between the lowest and the highest target. */
static uint64_t table_words(const struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    size_t nodes = (size_t)graph->block_count + 1;
    uint64_t *low = memory_zeroed(nodes, sizeof *low), *high = memory_zeroed(nodes, sizeof *high);
    uint64_t words = 0;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_TABLE || graph->blocks[edge->to - 1].is_hub)
            continue;
        uint64_t to = graph->instructions[graph->blocks[edge->to - 1].first].address;
        low[edge->from] = low[edge->from] && low[edge->from] < to ? low[edge->from] : to;
        high[edge->from] = high[edge->from] > to ? high[edge->from] : to;
    }
    for (size_t i = 0; i < nodes; i++)
        words += high[i] ? 2 * ((high[i] - low[i]) / 4 + 1) : 0;
    free(low);
    free(high);
    return words;
}

/* Returns the additional words of probes that are longer than others: those that time loops, or
 * find the extremes of their visits. */
static uint64_t longer_words(const struct loops_probes *probes)
{
    enum { TIMER = 28, STATE = 20, EXTREMES = 16 };
    uint64_t words = 0;
    for (uint32_t i = 0; i < probes->count; i++) {
        const struct loops_probe *probe = &probes->all[i];
        words += probe->kind == PROBE_START || probe->kind == PROBE_STOP ? TIMER : 0;
        words += probe->kind == PROBE_OPEN || probe->kind == PROBE_CLOSE ? STATE : 0;
        words += probe->pair != COUNTERS_NONE ? EXTREMES : 0;
    }
    return words;
}

void aarch64_rewrite(struct loops_rewriting *rewriting, uint32_t function)
{
    struct loops_rewritten *rewritten = &rewriting->functions[function];
    size_t nodes = (size_t)rewritten->graph.block_count + 1;
    uint64_t more = table_words(rewritten) + longer_words(&rewritten->probes);
    struct copy copy = {
        .rewriting = rewriting,
        .function = rewritten,
        .graph = &rewritten->graph,
        .plan = rewriting->plan,
        .number = function,
        .pointer = rewritten->pointers,
        .labels = memory_zeroed(nodes, sizeof *copy.labels),
        .taken = memory_zeroed(nodes, sizeof *copy.taken),
        .next = memory_zeroed(nodes, sizeof *copy.next),
        .is_patched = memory_zeroed(nodes, sizeof *copy.is_patched),
        .is_long = rewritten->graph.instruction_count + more / TIMES > LONG,
        .keeps_node = rewritten->is_leaf || keeps_node(&rewritten->graph),
    };
    assert(!rewritten->why && rewritten->probes.first);
    find_ends(&copy);
    while (loops_plan_here(copy.plan) & 63)
        copy_put(&copy, UINT32_C(0xd503201f)); /* nop */
    put_all(&copy);
    rewritten->slots = copy.slot;
    free(copy.labels);
    free(copy.taken);
    free(copy.next);
    free(copy.is_patched);
    free(copy.fixes);
    free(copy.later);
}
