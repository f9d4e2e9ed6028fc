/* copy_table.c: the jumps through registers in the copy of an x86-64 function.
 *
 * The target of such a jump is an address of the original, from a jump table: a label. The labels
 * of a function are numbered. An index has the number for each byte between two labels, where
 * labels are not too far apart. Each jump has a table by these numbers with the positions in the
 * copy. Number 0 stands for all other addresses.
 *
 *    address --index of its range--> number --table of the jump--> position in the copy
 *
 * Jumps that meet in a hub share its table, whose entries for other addresses are 0: each jump
 * handles those itself. */
#include "loops/x86_64/copy.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RED_ZONE = 128, WORD = 8, ENTRY = 4 };

/* Returns the address of a node in the original. */
static uint64_t address_of(const struct x86_copy *copy, uint32_t node)
{
    const struct loops_graph *graph = copy->graph;
    return graph->instructions[graph->blocks[node - 1].first].address;
}

enum { APART = 65536 }; /* bytes: labels that are farther apart are in different ranges */

/* A range of labels that are near each other, from one node to another. */
struct range {
    uint32_t first, last;
    uint32_t number; /* number of its first label */
    uint32_t labels;
};

/* Finds the next range after node `from`, which is 0 or the last node of *range; returns false if
 * there are no more labels. */
static bool next_range(const struct x86_copy *copy, uint32_t from, struct range *range)
{
    const struct loops_graph_block *blocks = copy->graph->blocks;
    uint32_t number = from ? range->number + range->labels : 1;
    *range = (struct range){.number = number};
    for (uint32_t node = from + 1; node <= copy->graph->block_count; node++) {
        if (!blocks[node - 1].is_table)
            continue;
        if (range->labels && address_of(copy, node) - address_of(copy, range->last) > APART)
            break;
        range->first = range->labels ? range->first : node;
        range->last = node;
        range->labels++;
    }
    return range->labels;
}

/* Returns the bytes from the first to the last label of a range. */
static uint64_t bytes_of(const struct x86_copy *copy, const struct range *range)
{
    return address_of(copy, range->last) - address_of(copy, range->first) + 1;
}

static uint32_t count_labels(const struct x86_copy *copy)
{
    struct range range;
    uint32_t count = 0;
    for (uint32_t from = 0; next_range(copy, from, &range); from = range.last)
        count += range.labels;
    return count;
}

/* Appends the index of a range, and completes the distances that lead to it. */
static void put_index(struct x86_copy *copy, const struct range *range)
{
    size_t size = (size_t)bytes_of(copy, range);
    uint16_t *index = memory_zeroed(size, sizeof *index);
    uint32_t number = range->number;
    for (uint32_t node = range->first; node <= range->last; node++) {
        if (copy->graph->blocks[node - 1].is_table)
            index[address_of(copy, node) - address_of(copy, range->first)] = (uint16_t)number++;
    }
    for (size_t i = 0; i < copy->index_count; i++) {
        if (copy->indexes[i].node == range->first)
            emit_lead_to(copy->plan, copy->indexes[i].at, loops_plan_here(copy->plan));
    }
    loops_plan_append(copy->plan, FORMAT_PLAN_CODE, index, size * sizeof *index);
    free(index);
}

void x86_copy_index(struct x86_copy *copy)
{
    struct range range;
    if (!copy->index_count)
        return;
    for (uint32_t from = 0; next_range(copy, from, &range); from = range.last)
        put_index(copy, &range);
}

/* Appends code that loads the address of the index of a range. */
static void use_index(struct x86_copy *copy, unsigned to, uint32_t first)
{
    copy->indexes =
        memory_grow(copy->indexes, &copy->index_room, copy->index_count + 1, sizeof *copy->indexes);
    copy->indexes[copy->index_count++] = (struct x86_fix){emit_address(copy->plan, to), first};
}

/* Appends the table of a jump or a hub: distances from the table to the code of each edge, or to
 * `other` for labels to which it has no edge. */
static void put_table(struct x86_copy *copy, uint32_t node, uint32_t labels, uint32_t other)
{
    struct loops_plan *plan = copy->plan;
    uint32_t table = loops_plan_here(plan), used = 0;
    uint32_t *numbers = memory_zeroed((size_t)copy->graph->block_count + 1, sizeof *numbers);
    for (uint32_t i = 0; i < copy->graph->block_count; i++) {
        if (copy->graph->blocks[i].is_table)
            numbers[i + 1] = ++used;
    }
    for (uint32_t i = 0; i <= labels; i++)
        emit_word(plan, other - table);
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint32_t distance = loops_plan_here(plan) - table;
        memcpy(plan->sections[FORMAT_PLAN_CODE].text + table + (size_t)ENTRY * numbers[edge->to],
               &distance, sizeof distance);
        x86_copy_origin(copy, node, x86_copy_address(copy, edge->to));
        x86_copy_probes(copy, i, copy->function->live[edge->to]);
        x86_copy_origin(copy, edge->to, copy->origin);
        x86_copy_go_to(copy, emit_jump(plan), edge->to);
    }
    free(numbers);
}

/* A look-up: its registers, and the distances that are to be completed. */
struct lookup {
    unsigned first, second;
    uint32_t outside, table; /* distances: taken if the address is no label; to the jump's table */
    uint32_t absent;         /* by a hub: taken if the hub has no edge to the label */
    uint32_t hub;            /* node; GRAPH_OUTSIDE: the jump has a table of its own */
};

/* Appends second = the number of the label whose address is in `from`. Returns the distance that is
 * taken if the address is not in the range. */
static uint32_t look_in(struct x86_copy *copy, const struct lookup *lookup, unsigned from,
                        const struct range *range)
{
    struct loops_plan *plan = copy->plan;
    emit_lead_out(plan, emit_address(plan, lookup->second), address_of(copy, range->first));
    emit_not(plan, lookup->second, false);
    emit_sum(plan, lookup->second, from, lookup->second, 1, false);
    emit_compare(plan, lookup->second, (uint32_t)bytes_of(copy, range) - 1);
    uint32_t other = emit_branch(plan, EMIT_ABOVE);
    use_index(copy, lookup->first, range->first);
    emit_load_2(plan, lookup->second, lookup->first, lookup->second);
    return other;
}

/* Appends first = the position in the copy for the original address in `from`. */
static void look_up(struct x86_copy *copy, struct lookup *lookup, unsigned from)
{
    struct loops_plan *plan = copy->plan;
    struct range range;
    uint32_t found[X86_COPY_RANGES], count = 0;
    for (uint32_t node = 0; next_range(copy, node, &range); node = range.last) {
        if (count) {
            assert(count < X86_COPY_RANGES); /* x86_copy_can_look_up() */
            found[count - 1] = emit_jump(plan);
            emit_lead_to(plan, lookup->outside, loops_plan_here(plan));
        }
        lookup->outside = look_in(copy, lookup, from, &range);
        count++;
    }
    for (uint32_t i = 0; i + 1 < count; i++)
        emit_lead_to(plan, found[i], loops_plan_here(plan));
    lookup->table = emit_address(plan, lookup->first);
    emit_load_4(plan, lookup->second, lookup->first, lookup->second);
    if (lookup->hub) {
        emit_test(plan, lookup->second);
        lookup->absent = emit_branch(plan, EMIT_ZERO);
    }
    emit_sum(plan, lookup->first, lookup->first, lookup->second, 0, false);
}

bool x86_copy_can_look_up(const struct loops_graph *graph)
{
    struct x86_copy copy = {.graph = graph};
    struct range range;
    uint32_t count = 0;
    for (uint32_t node = 0; next_range(&copy, node, &range); node = range.last)
        count++;
    return count <= X86_COPY_RANGES;
}

/* Makes the branches of a look-up that finds nothing lead here. */
static void lead_outside(struct x86_copy *copy, const struct lookup *lookup)
{
    emit_lead_to(copy->plan, lookup->outside, loops_plan_here(copy->plan));
    if (lookup->hub)
        emit_lead_to(copy->plan, lookup->absent, loops_plan_here(copy->plan));
}

/* Appends the jump, with two registers that are not needed. */
static void jump_freely(struct x86_copy *copy, const struct loops_instruction *in,
                        struct lookup *lookup)
{
    struct x86_64_fields fields;
    x86_copy_fields(copy, in, &fields);
    if (fields.mod == 3) {
        look_up(copy, lookup, fields.rm);
    } else {
        x86_copy_load_target(copy, in, lookup->first);
        look_up(copy, lookup, lookup->first);
    }
    emit_jump_register(copy->plan, lookup->first);
    lead_outside(copy, lookup);
}

/* Appends the jump without free registers, or if its targets need the flags: pushes the target, the
 * flags and the registers, replaces the target on the stack, and returns to it. */
static void jump_by_stack(struct x86_copy *copy, const struct loops_instruction *in,
                          struct lookup *lookup, bool keeps_flags)
{
    struct loops_plan *plan = copy->plan;
    if (!copy->has_calls)
        emit_move_stack(plan, -RED_ZONE);
    x86_copy_push_target(copy, in);
    if (keeps_flags)
        emit_push_flags(plan);
    emit_push(plan, lookup->first);
    emit_push(plan, lookup->second);
    int32_t target = (keeps_flags ? 3 : 2) * WORD;
    emit_load(plan, lookup->first, RSP, target);
    look_up(copy, lookup, lookup->first);
    emit_store(plan, lookup->first, RSP, target);
    lead_outside(copy, lookup);
    emit_pop(plan, lookup->second);
    emit_pop(plan, lookup->first);
    if (keeps_flags)
        emit_pop_flags(plan);
    emit_return(plan, copy->has_calls ? 0 : RED_ZONE);
}

/* Finds the registers that the targets of a jump need; returns false if it has no targets in the
 * function. */
static bool needed_by_labels(const struct x86_copy *copy, uint32_t node, uint32_t *needed)
{
    bool any = false;
    *needed = 0;
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        *needed |= copy->function->live[edge->to];
        any = true;
    }
    return any;
}

/* Returns the hub where a jump meets others; GRAPH_OUTSIDE if there is none. */
static uint32_t hub_behind(const struct x86_copy *copy, uint32_t node)
{
    uint32_t to = copy->graph->edges[copy->taken[node]].to;
    return to != GRAPH_OUTSIDE && copy->graph->blocks[to - 1].is_hub ? to : GRAPH_OUTSIDE;
}

void x86_copy_jump_by_table(struct x86_copy *copy, const struct loops_instruction *in,
                            uint32_t node)
{
    struct lookup lookup = {.hub = hub_behind(copy, node)};
    unsigned registers[2];
    uint32_t needed;
    if (!needed_by_labels(copy, node, &needed)) { /* it leads to another function */
        uint32_t out = copy->function->live[GRAPH_OUTSIDE] | in->reads;
        x86_copy_probes(copy, copy->taken[node], out | copy->binary->architecture->arguments);
        x86_copy_instruction(copy, in);
        return;
    }
    if (lookup.hub) {
        x86_copy_probes(copy, copy->taken[node], needed | in->reads);
        x86_copy_origin(copy, lookup.hub, in->address);
    }
    bool flags = needed & INSTRUCTION_FLAGS;
    bool freely = !flags && x86_copy_scratch(needed | in->reads, 2, registers) == 2;
    if (!freely)
        x86_copy_scratch(in->reads, 2, registers);
    lookup.first = registers[0];
    lookup.second = registers[1];
    if (freely)
        jump_freely(copy, in, &lookup);
    else
        jump_by_stack(copy, in, &lookup, flags);
    uint32_t other = loops_plan_here(copy->plan);
    x86_copy_instruction(copy, in);
    if (lookup.hub) {
        x86_copy_go_to(copy, lookup.table, lookup.hub);
        return;
    }
    emit_lead_to(copy->plan, lookup.table, loops_plan_here(copy->plan));
    put_table(copy, node, count_labels(copy), other);
}

void x86_copy_hub(struct x86_copy *copy, uint32_t hub)
{
    put_table(copy, hub, count_labels(copy), loops_plan_here(copy->plan));
}
