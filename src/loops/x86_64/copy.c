/* copy.c: makes the copy of an x86-64 function: its blocks and the edges between them. */
#include "loops/x86_64/copy.h"

#include "loops/flow/liveness.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { ALIGNED = 32, FILL = 0xcc, LOOPS = 0xe0, CXZ = 0xe3 };

/* Notes the origin of an instruction. Unchanged instructions advance with the original's addresses.
 */
static void put_origin(struct x86_copy *copy, uint32_t node, const struct loops_instruction *in)
{
    if (in->kind != INSTRUCTION_PLAIN || in->relative) {
        x86_copy_origin(copy, node, in->address);
        return;
    }
    copy->origin_node = x86_copy_in(copy, node) | FORMAT_ORIGIN_FIXED;
    copy->origin = in->address;
    loops_plan_origin(copy->plan, x86_copy_in(copy, node), in->address);
}

/* Returns the registers that are needed after an edge. */
static uint32_t needed_on(const struct x86_copy *copy, uint32_t edge)
{
    return loops_liveness_on(copy->graph, copy->function->live, &copy->graph->edges[edge]);
}

static bool has_probes(const struct x86_copy *copy, uint32_t edge)
{
    const uint32_t *first = copy->function->probes.first;
    return first[edge] != first[edge + 1];
}

/* Appends the probes of an edge and the jump to its target. */
static void put_edge(struct x86_copy *copy, uint32_t edge, const struct loops_instruction *last)
{
    const struct loops_graph_edge *found = &copy->graph->edges[edge];
    bool leaves = found->to == GRAPH_OUTSIDE;
    x86_copy_origin(copy, found->from, leaves ? last->address : x86_copy_address(copy, found->to));
    x86_copy_probes(copy, edge, needed_on(copy, edge));
    x86_copy_origin(copy, found->to, copy->origin);
    if (!leaves)
        x86_copy_go_to(copy, emit_jump(copy->plan), found->to);
    else
        x86_copy_tail_call(copy, last->target);
}

/* Appends a conditional branch with a distance of 4 bytes, and returns the position of the
 * distance. If `inverted`, it is taken when the original is not. loop and jrcxz, which have short
 * distances only, branch over a jump. */
static uint32_t put_branch(struct x86_copy *copy, const struct loops_instruction *in, bool inverted)
{
    struct x86_64_fields fields;
    x86_copy_fields(copy, in, &fields);
    bool by_counter = !fields.map && fields.opcode >= LOOPS && fields.opcode <= CXZ;
    if (!by_counter)
        return emit_branch(copy->plan, (fields.opcode & 15U) ^ inverted);
    enum { OVER_SHORT = 2, OVER_LONG = 5 };
    const uint8_t *bytes = x86_copy_bytes(copy, in);
    for (uint32_t i = 0; i < fields.opcode_at; i++) /* prefixes: by ecx instead of rcx */
        emit_byte(copy->plan, bytes[i]);
    emit_byte(copy->plan, fields.opcode);
    if (inverted) {
        emit_byte(copy->plan, OVER_LONG);
    } else {
        emit_byte(copy->plan, OVER_SHORT);
        emit_byte(copy->plan, 0xeb); /* a short jump */
        emit_byte(copy->plan, OVER_LONG);
    }
    return emit_jump(copy->plan);
}

/* Appends a conditional branch of two bytes to a node that is placed already, not far away; returns
 * false if it is not, or for loop and jrcxz. Short loops fit into fewer lines of code. */
static bool put_short_branch(struct x86_copy *copy, const struct loops_instruction *in, uint32_t to)
{
    enum { SIZE = 2, FAR = 128 };
    struct x86_64_fields fields;
    x86_copy_fields(copy, in, &fields);
    bool by_counter = !fields.map && fields.opcode >= LOOPS && fields.opcode <= CXZ;
    uint32_t label = copy->labels[to];
    if (by_counter || label == X86_COPY_NOWHERE || loops_plan_here(copy->plan) + SIZE - label > FAR)
        return false;
    emit_short_branch(copy->plan, fields.opcode & 15U, label);
    return true;
}

/* Appends the conditional branch of a block, and the probes of its taken edge or a note to place
 * them later. */
static void put_taken(struct x86_copy *copy, const struct loops_instruction *last, uint32_t node)
{
    uint32_t edge = copy->taken[node], to = copy->graph->edges[edge].to;
    if (to != GRAPH_OUTSIDE && !has_probes(copy, edge)) {
        if (!put_short_branch(copy, last, to))
            x86_copy_go_to(copy, put_branch(copy, last, false), to);
    } else if (to != GRAPH_OUTSIDE && to <= node) { /* a back edge is usually taken */
        uint32_t over = put_branch(copy, last, true);
        put_edge(copy, edge, last);
        emit_lead_to(copy->plan, over, loops_plan_here(copy->plan));
    } else {
        uint32_t from = put_branch(copy, last, false);
        x86_copy_add_later(copy,
                           (struct x86_later){.kind = X86_LATER_EDGE, .from = from, .edge = edge});
    }
}

/* Appends the probes of the edge to the code after a block, and a jump if that does not follow. */
static void put_next(struct x86_copy *copy, const struct loops_instruction *last, uint32_t node)
{
    uint32_t edge = copy->next[node];
    if (edge == X86_COPY_NOWHERE)
        return;
    x86_copy_origin(copy, node, last->address + last->size);
    x86_copy_probes(copy, edge, needed_on(copy, edge));
    uint32_t to = copy->graph->edges[edge].to;
    x86_copy_origin(copy, to, copy->origin);
    if (to == GRAPH_OUTSIDE)
        emit_lead_out(copy->plan, emit_jump(copy->plan), last->address + last->size);
    else if (to != node + 1)
        x86_copy_go_to(copy, emit_jump(copy->plan), to);
}

/* Appends the last instruction of a block and its edges. */
static void put_end(struct x86_copy *copy, const struct loops_instruction *last, uint32_t node)
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
        x86_copy_jump_by_table(copy, last, node);
        break;
    case INSTRUCTION_HUB:
        x86_copy_hub(copy, node);
        break;
    case INSTRUCTION_RETURN:
    case INSTRUCTION_STOP:
    case INSTRUCTION_UNKNOWN:
        x86_copy_probes(copy, edge, needed_on(copy, edge) | last->reads);
        x86_copy_origin(copy, GRAPH_OUTSIDE, last->address);
        x86_copy_instruction(copy, last);
        break;
    case INSTRUCTION_CALL:
    case INSTRUCTION_CALL_REGISTER:
        x86_copy_call(copy, last, copy->next[node]);
        put_next(copy, last, node);
        break;
    default:
        x86_copy_instruction(copy, last);
        put_next(copy, last, node);
    }
}

/* Aligns the head of a loop that is aligned in the original. */
static void align(struct x86_copy *copy, uint32_t node)
{
    enum { HEAD = 16 };
    const struct loops_flow_loops *loops = &copy->function->shape.loops;
    uint32_t loop = loops->innermost[node];
    if (loop != FLOW_NONE && loops->loops[loop].head == node &&
        !copy->graph->blocks[node - 1].is_hub && x86_copy_address(copy, node) % HEAD == 0)
        emit_nothing(copy->plan, -loops_plan_here(copy->plan) % HEAD);
}

static void put_block(struct x86_copy *copy, uint32_t node)
{
    const struct loops_graph_block *block = &copy->graph->blocks[node - 1];
    align(copy, node);
    copy->node = node;
    copy->labels[node] = loops_plan_here(copy->plan);
    for (uint32_t i = block->first; i + 1 < block->end; i++) {
        put_origin(copy, node, &copy->graph->instructions[i]);
        x86_copy_instruction(copy, &copy->graph->instructions[i]);
    }
    put_end(copy, &copy->graph->instructions[block->end - 1], node);
}

/* Returns the distance from the stack pointer in a slow path to what it was right after the call
 * that led to the function, or before the call that is about to be made. */
static uint32_t stack_distance(const struct x86_later *later)
{
    enum { WORD = 8, ARGUMENTS = 2 };
    uint32_t kind = later->what >> FORMAT_SLOW_SHIFT;
    bool entered = kind == FORMAT_SLOW_ENTER || kind == FORMAT_SLOW_JUMP;
    return later->pushed +
           WORD * (ARGUMENTS + 2 + entered); /* arguments, r11 and this distance itself */
}

/* Appends a slow path. The library's slow_entry returns the node in r11 and removes its arguments
 * from the stack. */
static void put_slow(struct x86_copy *copy, const struct x86_later *later)
{
    struct loops_plan *plan = copy->plan;
    uint32_t kind = later->what >> FORMAT_SLOW_SHIFT;
    emit_lead_to(plan, later->from, loops_plan_here(plan));
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    x86_copy_pushed(copy, later->pushed);
    if (kind == FORMAT_SLOW_POINTER)
        x86_copy_load_target(copy, later->call, R11); /* it is pushed, too */
    emit_push(plan, R11);
    x86_copy_pushed(copy, later->pushed + 8);
    emit_push_value(plan, later->what);
    x86_copy_pushed(copy, later->pushed + 16);
    emit_push_value(plan, 0);
    loops_plan_move(plan, loops_plan_here(plan) - 4, FORMAT_MOVE_NUMBER, copy->number);
    x86_copy_pushed(copy, later->pushed + 24);
    emit_push_value(plan, stack_distance(later));
    x86_copy_pushed(copy, later->pushed + 32);
    loops_plan_move(plan, emit_call(plan), FORMAT_MOVE_SLOW, 0);
    x86_copy_pushed(copy, later->pushed + 8);
    if (kind == FORMAT_SLOW_CALL || kind == FORMAT_SLOW_JUMP || kind == FORMAT_SLOW_POINTER)
        emit_store_current(plan, R11);
    if (kind == FORMAT_SLOW_LEAF)
        emit_move_stack(plan, 8);
    else
        emit_pop(plan, R11);
    x86_copy_pushed(copy, later->pushed);
    if (later->reloads)
        emit_load_current(plan, later->node);
    emit_lead_to(plan, emit_jump(plan), later->back);
}

/* Appends the two entries: for all callers, and for callers that have set the node. The second copy
 * has only one, for callers that pass the node. */
static void put_entry(struct x86_copy *copy, uint32_t edge, uint32_t node)
{
    uint32_t needed = copy->function->live[node];
    uint64_t address = x86_copy_address(copy, node);
    x86_copy_origin(copy, GRAPH_OUTSIDE, address);
    if (copy->is_second) {
        copy->function->second = loops_plan_here(copy->plan);
    } else {
        copy->function->entry = loops_plan_here(copy->plan);
        x86_copy_enter(copy, needed);
        layout_patch(copy->layout, copy->plan, layout_entry(copy->binary, copy->graph->entry),
                     copy->function->entry);
        copy->function->inside = loops_plan_here(copy->plan);
    }
    x86_copy_origin(copy, GRAPH_OUTSIDE, address);
    x86_copy_probes(copy, edge, needed);
    x86_copy_origin(copy, node, address);
    if (node != 1)
        x86_copy_go_to(copy, emit_jump(copy->plan), node);
}

/* Appends the entry of a landing pad. */
static void put_pad(struct x86_copy *copy, uint32_t edge, uint32_t node)
{
    const struct loops_graph_block *block = &copy->graph->blocks[node - 1];
    layout_patch(copy->layout, copy->plan, copy->graph->instructions[block->first].address,
                 loops_plan_here(copy->plan));
    x86_copy_origin(copy, GRAPH_OUTSIDE, x86_copy_address(copy, node));
    x86_copy_land(copy, node);
    x86_copy_probes(copy, edge, copy->function->live[node]);
    x86_copy_origin(copy, node, copy->origin);
    x86_copy_go_to(copy, emit_jump(copy->plan), node);
}

/* Finds the taken and next edges of each node, and what the landing pads need. */
static void find_ends(struct x86_copy *copy)
{
    const struct loops_graph *graph = copy->graph;
    for (uint32_t i = 0; i <= graph->block_count; i++)
        copy->labels[i] = copy->taken[i] = copy->next[i] = X86_COPY_NOWHERE;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        copy->has_calls |= loops_instruction_is_call(last);
        if (graph->blocks[i].is_pad)
            copy->pads |= copy->function->live[i + 1];
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->from == GRAPH_OUTSIDE || edge->kind == GRAPH_LOST)
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
        if (loops_instruction_ends_block(last) && copy->taken[edge->from] == X86_COPY_NOWHERE)
            copy->taken[edge->from] = i;
        else
            copy->next[edge->from] = i;
    }
}

/* Appends what was put off. */
static void put_later(struct x86_copy *copy, const struct x86_later *later)
{
    const struct loops_graph *graph = copy->graph;
    switch (later->kind) {
    case X86_LATER_SLOW:
        put_slow(copy, later);
        break;
    case X86_LATER_TIMER:
        x86_copy_timer(copy, later);
        break;
    case X86_LATER_EXTREMES:
        x86_copy_extremes(copy, later);
        break;
    case X86_LATER_POINTER:
        x86_copy_other_target(copy, later);
        break;
    case X86_LATER_POINTER_BACK:
        x86_copy_back_from_target(copy, later);
        break;
    case X86_LATER_EDGE:
        emit_lead_to(copy->plan, later->from, loops_plan_here(copy->plan));
        copy->node = graph->edges[later->edge].from;
        put_edge(copy, later->edge, loops_graph_last(graph, copy->node));
        break;
    }
}

/* Makes the copy: landing pads, entries, blocks, then what was put off; completes all distances,
 * and appends the indexes of jump tables. */
static void put_all(struct x86_copy *copy)
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
        struct x86_later later = copy->later[i];
        put_later(copy, &later);
    }
    for (size_t i = 0; i < copy->fix_count; i++)
        emit_lead_to(copy->plan, copy->fixes[i].at, copy->labels[copy->fixes[i].node]);
    x86_copy_index(copy);
}

void x86_64_complete_jump(uint8_t *code, uint32_t at, uint32_t to)
{
    uint32_t word = to - (at + sizeof word);
    __builtin_memcpy(code + at, &word, sizeof word);
}

bool x86_copy_can_double(const struct loops_graph *graph)
{
    enum { MOST = 500 }; /* instructions: a call of more costs little beside them */
    if (graph->is_guess || graph->instruction_count > MOST ||
        !loops_graph_is_leaf(graph, X86_64_BIT(R11)))
        return false;
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        unsigned kind = graph->instructions[i].kind;
        if (kind == INSTRUCTION_JUMP_REGISTER || kind == INSTRUCTION_UNKNOWN)
            return false;
    }
    for (uint32_t i = 1; i < graph->edge_count; i++) {
        if (graph->edges[i].kind == GRAPH_ENTER)
            return false; /* a landing pad */
    }
    return true;
}

/* Appends one of the copies of a function. */
static void put_copy(struct loops_rewriting *rewriting, uint32_t function, bool is_second)
{
    struct loops_rewritten *rewritten = &rewriting->functions[function];
    size_t nodes = (size_t)rewritten->graph.block_count + 1;
    struct x86_copy copy = {
        .rewriting = rewriting,
        .function = rewritten,
        .binary = rewriting->binary,
        .graph = &rewritten->graph,
        .plan = rewriting->plan,
        .layout = rewritten->layout,
        .number = function,
        .is_second = is_second,
        .pointer = rewritten->pointers,
        .labels = memory_zeroed(nodes, sizeof *copy.labels),
        .taken = memory_zeroed(nodes, sizeof *copy.taken),
        .next = memory_zeroed(nodes, sizeof *copy.next),
    };
    assert(!rewritten->why && rewritten->layout);
    find_ends(&copy);
    while (loops_plan_here(copy.plan) % ALIGNED)
        emit_byte(copy.plan, FILL);
    put_all(&copy);
    if (!is_second)
        rewritten->slots = copy.slot;
    free(copy.labels);
    free(copy.taken);
    free(copy.next);
    free(copy.fixes);
    free(copy.indexes);
    free(copy.later);
}

void x86_64_rewrite(struct loops_rewriting *rewriting, uint32_t function)
{
    put_copy(rewriting, function, false);
    if (rewriting->functions[function].is_doubled)
        put_copy(rewriting, function, true);
}
