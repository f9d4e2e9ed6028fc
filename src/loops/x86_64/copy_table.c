/* copy_table.c: jumps through registers in the copy of a function of x86-64.
 *
 * What is jumped to is an address of the original, from a jump table. The function's index has a
 * number for each byte of it between the first and the last one that such jumps lead to; each jump
 * has a table by these numbers, of where in the copy it goes on. Number 0 stands for all others. */
#include "loops/x86_64/copy.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { RED_ZONE = 128, WORD = 8, ENTRY = 4 };

static uint64_t address_of(const struct x86_copy *copy, uint32_t node)
{
    const struct graph *graph = copy->graph;
    return graph->instructions[graph->blocks[node - 1].first].address;
}

/* From the first to the last address that jumps through registers lead to, and how many there are.
 */
static uint32_t find_labels(const struct x86_copy *copy, uint64_t *low, uint64_t *high)
{
    uint32_t count = 0;
    *low = UINT64_MAX;
    *high = 0;
    for (uint32_t node = 1; node <= copy->graph->block_count; node++) {
        if (!copy->graph->blocks[node - 1].is_table)
            continue;
        uint64_t address = address_of(copy, node);
        *low = address < *low ? address : *low;
        *high = address > *high ? address : *high;
        count++;
    }
    return count;
}

void x86_copy_index(struct x86_copy *copy)
{
    uint64_t low, high;
    uint16_t used = 1;
    if (!copy->index_count)
        return;
    find_labels(copy, &low, &high);
    size_t size = (size_t)(high - low + 1);
    uint16_t *index = memory_zeroed(size, sizeof *index);
    for (uint32_t node = 1; node <= copy->graph->block_count; node++) {
        if (copy->graph->blocks[node - 1].is_table)
            index[address_of(copy, node) - low] = used++;
    }
    for (size_t i = 0; i < copy->index_count; i++)
        emit_lead_to(copy->plan, copy->indexes[i].at, plan_here(copy->plan));
    plan_append(copy->plan, FORMAT_PLAN_CODE, index, size * sizeof *index);
    free(index);
}

static void use_index(struct x86_copy *copy, unsigned to)
{
    copy->indexes =
        memory_grow(copy->indexes, &copy->index_room, copy->index_count + 1, sizeof *copy->indexes);
    copy->indexes[copy->index_count++] = (struct x86_fix){emit_address(copy->plan, to), 0};
}

/* A jump's table: distances from itself to where each edge goes on; `other` for those that it has
 * no edge to. */
static void put_table(struct x86_copy *copy, uint32_t node, uint32_t labels, uint32_t other)
{
    struct plan *plan = copy->plan;
    uint32_t table = plan_here(plan), used = 0;
    uint32_t *numbers = memory_zeroed((size_t)copy->graph->block_count + 1, sizeof *numbers);
    for (uint32_t i = 0; i < copy->graph->block_count; i++) {
        if (copy->graph->blocks[i].is_table)
            numbers[i + 1] = ++used;
    }
    for (uint32_t i = 0; i <= labels; i++)
        emit_word(plan, other - table);
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint32_t distance = plan_here(plan) - table;
        memcpy(plan->sections[FORMAT_PLAN_CODE].text + table + ENTRY * numbers[edge->to], &distance,
               sizeof distance);
        x86_copy_probes(copy, i, copy->function->live[edge->to]);
        x86_copy_go_to(copy, emit_jump(plan), edge->to);
    }
    free(numbers);
}

/* A look-up under way: which registers it has, and what is to be completed. */
struct lookup {
    unsigned first, second;
    uint64_t low, high;
    bool checks; /* whether what is jumped to is a label at all */
    uint32_t outside, table;
};

/* first = where in the copy to go on, if `from` is where the original does. */
static void look_up(struct x86_copy *copy, struct lookup *lookup, unsigned from)
{
    struct plan *plan = copy->plan;
    emit_lead_out(plan, emit_address(plan, lookup->second), lookup->low);
    emit_not(plan, lookup->second, false);
    emit_sum(plan, lookup->first, from, lookup->second, 1, false);
    if (lookup->checks) {
        emit_compare(plan, lookup->first, (uint32_t)(lookup->high - lookup->low));
        lookup->outside = emit_branch(plan, EMIT_ABOVE);
    }
    use_index(copy, lookup->second);
    emit_load_2(plan, lookup->first, lookup->second, lookup->first);
    lookup->table = emit_address(plan, lookup->second);
    emit_load_4(plan, lookup->first, lookup->second, lookup->first);
    emit_sum(plan, lookup->first, lookup->first, lookup->second, 0, false);
}

/* With two registers that nothing needs. */
static void jump_freely(struct x86_copy *copy, const struct instruction *in, struct lookup *lookup)
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
    if (lookup->checks)
        emit_lead_to(copy->plan, lookup->outside, plan_here(copy->plan));
}

/* On the stack: what is jumped to, then the registers, which are given back before a return goes
 * there. */
static void jump_by_stack(struct x86_copy *copy, const struct instruction *in,
                          struct lookup *lookup)
{
    struct plan *plan = copy->plan;
    if (!copy->has_calls)
        emit_move_stack(plan, -RED_ZONE);
    x86_copy_push_target(copy, in);
    emit_push(plan, lookup->first);
    emit_push(plan, lookup->second);
    emit_load(plan, lookup->first, RSP, 2 * WORD);
    look_up(copy, lookup, lookup->first);
    emit_store(plan, lookup->first, RSP, 2 * WORD);
    if (lookup->checks)
        emit_lead_to(plan, lookup->outside, plan_here(plan));
    emit_pop(plan, lookup->second);
    emit_pop(plan, lookup->first);
    emit_return(plan, copy->has_calls ? 0 : RED_ZONE);
}

static bool needed_by_labels(const struct x86_copy *copy, uint32_t node, uint32_t *needed)
{
    bool any = false;
    *needed = 0;
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        *needed |= copy->function->live[edge->to];
        any = true;
    }
    return any;
}

void x86_copy_jump_by_table(struct x86_copy *copy, const struct instruction *in, uint32_t node)
{
    struct lookup lookup = {0};
    unsigned registers[2];
    uint32_t needed;
    if (!needed_by_labels(copy, node, &needed)) { /* to another function */
        uint32_t out = copy->function->live[GRAPH_OUTSIDE] | in->reads;
        x86_copy_probes(copy, copy->taken[node], out | copy->binary->architecture->arguments);
        x86_copy_instruction(copy, in);
        return;
    }
    uint32_t labels = find_labels(copy, &lookup.low, &lookup.high);
    bool freely = x86_copy_scratch(needed | in->reads, 2, registers) == 2;
    if (!freely)
        x86_copy_scratch(in->reads, 2, registers);
    lookup.first = registers[0];
    lookup.second = registers[1];
    lookup.checks = !(needed & INSTRUCTION_FLAGS);
    if (freely)
        jump_freely(copy, in, &lookup);
    else
        jump_by_stack(copy, in, &lookup);
    uint32_t other = plan_here(copy->plan);
    x86_copy_instruction(copy, in);
    emit_lead_to(copy->plan, lookup.table, plan_here(copy->plan));
    put_table(copy, node, labels, other);
}
