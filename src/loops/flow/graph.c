/* graph.c: see graph.h
 *
 * First the reachable instructions are found, from the entry and the landing pads on. Then they are
 * cut into blocks, wherever the flow arrives or leaves. */
#include "loops/flow/graph.h"

#include "loops/architecture.h"
#include "loops/binary/binary.h"
#include "loops/binary/landing_pads.h"
#include "loops/flow/follow.h"
#include "loops/flow/hubs.h"
#include "loops/flow/register_jumps.h"
#include "util/memory.h"

#include <stdlib.h>

/* Follows a direct jump or branch. A jump to the beginning of another function leaves this one; a
 * jump into the middle of another one cannot be understood. */
static void jump_to(struct follow *follow, const struct loops_instruction *in)
{
    if (follow_is_own(follow, in->target)) {
        follow_lead_to(follow, in->target, 0);
        return;
    }
    const struct loops_binary_function *other =
        loops_binary_function_at(follow->binary, in->target);
    if (other && other->start != in->target)
        follow_give_up(follow, in->address, "it jumps into the middle of another function");
}

/* Leads to the targets of an instruction; returns false if the next instruction is not one of them.
 */
static bool leads_on(struct follow *follow, const struct loops_instruction *in)
{
    switch (in->kind) {
    case INSTRUCTION_JUMP:
        jump_to(follow, in);
        return false;
    case INSTRUCTION_BRANCH:
        jump_to(follow, in);
        return true;
    case INSTRUCTION_JUMP_REGISTER:
        register_jumps_follow(follow, in);
        return false;
    case INSTRUCTION_UNKNOWN:
        follow_give_up(follow, in->address, "it has an unknown instruction");
        return false;
    case INSTRUCTION_CALL:
    case INSTRUCTION_CALL_REGISTER:
        return !loops_binary_never_returns(follow->binary, loops_binary_led_to(follow->binary, in));
    case INSTRUCTION_RETURN:
    case INSTRUCTION_STOP:
        return false;
    default:
        return true;
    }
}

/* Decodes instructions from an address on, until the flow goes elsewhere or has been here before.
 */
static void follow_from(struct follow *follow, uint64_t address)
{
    struct loops_graph *graph = follow->graph;
    struct range *range = follow_range(follow, address);
    size_t there = 0;
    const uint8_t *bytes = loops_binary_bytes(follow->binary, address, 1, &there);
    for (;;) {
        if (address >= range->end || range->marks[address - range->start] & MARK_REACHED)
            return;
        graph->instructions =
            memory_grow(graph->instructions, &follow->instruction_room,
                        graph->instruction_count + 1, sizeof *graph->instructions);
        struct loops_instruction *in = &graph->instructions[graph->instruction_count];
        if (!there || !follow->binary->architecture->decode(bytes, there, address, in)) {
            follow_give_up(follow, address, "its code is truncated");
            return;
        }
        loops_binary_note_call(follow->binary, in);
        if (loops_binary_is_relocated(follow->binary, address, address + in->size)) {
            follow_give_up(follow, address, "the loader changes its code");
            return;
        }
        range->marks[address - range->start] |= MARK_REACHED;
        range->numbers[address - range->start] = ++graph->instruction_count;
        bool on = leads_on(follow, in);
        range = follow_range(follow, address); /* the array of ranges may have moved */
        address += in->size;
        bytes += in->size;
        there -= in->size;
        if (on && address < range->end &&
            (loops_instruction_ends_block(in) || loops_instruction_is_call(in)))
            follow_lead_to(follow, address, 0);
        if (!on)
            return;
    }
}

static int by_start(const void *a, const void *b)
{
    const struct range *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Sorts the ranges and the instructions by address. */
static void sort_instructions(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    size_t room = 0;
    struct loops_instruction *sorted =
        memory_grow(NULL, &room, (size_t)graph->instruction_count + 1, sizeof *sorted);
    uint32_t count = 0;
    qsort(follow->ranges, follow->range_count, sizeof *follow->ranges, by_start);
    for (size_t i = 0; i < follow->range_count; i++) {
        const struct range *range = &follow->ranges[i];
        for (uint64_t at = 0; at < range->end - range->start; at++) {
            if (range->numbers[at])
                sorted[count++] = graph->instructions[range->numbers[at] - 1];
            range->numbers[at] = 0;
        }
    }
    free(graph->instructions);
    graph->instructions = sorted;
    follow->instruction_room = room;
}

/* Cuts the instructions into blocks, and sets the node numbers of the ranges. */
static void cut_blocks(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    sort_instructions(follow);
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        const struct range *range = follow_range(follow, in->address);
        unsigned marks = range->marks[in->address - range->start];
        bool gap = i && in[-1].address + in[-1].size != in->address;
        if (i && in[-1].address + in[-1].size > in->address)
            follow_give_up(follow, in->address, "its instructions overlap");
        if (i && !gap && !(marks & MARK_LEADER))
            continue;
        if (i)
            graph->blocks[graph->block_count - 1].end = i;
        graph->blocks = memory_grow(graph->blocks, &follow->block_room, graph->block_count + 1,
                                    sizeof *graph->blocks);
        graph->blocks[graph->block_count++] =
            (struct loops_graph_block){.first = i,
                                       .end = graph->instruction_count,
                                       .is_pad = marks & MARK_PAD,
                                       .is_table = marks & MARK_TABLE,
                                       .pad = GRAPH_OUTSIDE};
        range->numbers[in->address - range->start] = graph->block_count;
    }
}

/* Adds the edges from a block to the code after it. If nothing follows there, the block ends with a
 * call that never returns, or the flow continues in another function. */
static void add_next(struct follow *follow, uint32_t from, const struct loops_instruction *last)
{
    uint32_t next = follow_node_at(follow, last->address + last->size);
    bool call = loops_instruction_is_call(last);
    if (call)
        follow_add_edge(follow, from, GRAPH_OUTSIDE, GRAPH_LOST);
    bool comes_back =
        !loops_binary_never_returns(follow->binary, loops_binary_led_to(follow->binary, last));
    if (next != GRAPH_OUTSIDE && comes_back)
        follow_add_edge(follow, from, next, call ? GRAPH_BACK : GRAPH_NEXT);
    else if (!call)
        follow_add_edge(follow, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
}

/* Adds all edges. The first one is that of the entry. */
static void add_edges(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    follow_add_edge(follow, GRAPH_OUTSIDE, follow_node_at(follow, graph->entry), GRAPH_ENTER);
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        uint32_t from = i + 1, to;
        if (graph->blocks[i].is_pad)
            follow_add_edge(follow, GRAPH_OUTSIDE, from, GRAPH_ENTER);
        switch (last->kind) {
        case INSTRUCTION_RETURN:
        case INSTRUCTION_STOP:
        case INSTRUCTION_UNKNOWN:
            follow_add_edge(follow, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
            break;
        case INSTRUCTION_JUMP_REGISTER:
            hubs_add_jump_edges(follow, from, last->address);
            break;
        case INSTRUCTION_HUB:
            hubs_add_edges(follow, from);
            break;
        case INSTRUCTION_JUMP:
        case INSTRUCTION_BRANCH:
            to = follow_node_at(follow, last->target);
            follow_add_edge(follow, from, to, to == GRAPH_OUTSIDE ? GRAPH_LEAVE : GRAPH_TAKEN);
            if (last->kind == INSTRUCTION_BRANCH)
                add_next(follow, from, last);
            break;
        default:
            add_next(follow, from, last);
        }
    }
}

void loops_graph_begin(struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t function)
{
    *graph = (struct loops_graph){.entry = binary->functions[function].start};
    struct follow follow = {
        .binary = binary, .function = &binary->functions[function], .graph = graph};
    follow_add_range(&follow, follow.function);
    follow_lead_to(&follow, graph->entry, 0);
    follow_lead_to_pads(&follow, follow.function);
    while (follow.open_count)
        follow_from(&follow, follow.open[--follow.open_count]);
    if (!graph->instruction_count)
        follow_give_up(&follow, graph->entry, "it has no code");
    cut_blocks(&follow);
    loops_landing_pads_find(graph, binary);
    if (!graph->why)
        hubs_add(&follow);
    if (graph->block_count)
        add_edges(&follow);
    for (size_t i = 0; i < follow.range_count; i++) {
        free(follow.ranges[i].marks);
        free(follow.ranges[i].numbers);
    }
    free(follow.ranges);
    free(follow.open);
    free(follow.tables);
    free(follow.meetings);
}

void loops_graph_end(struct loops_graph *graph)
{
    free(graph->instructions);
    free(graph->blocks);
    free(graph->edges);
    *graph = (struct loops_graph){0};
}

bool loops_graph_is_leaf(const struct loops_graph *graph, uint32_t without)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (loops_instruction_is_call(in) || (in->reads | in->writes) & without)
            return false;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_LEAVE)
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
        if (last->kind != INSTRUCTION_RETURN && last->kind != INSTRUCTION_STOP)
            return false;
    }
    return true;
}
