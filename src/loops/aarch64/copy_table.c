/* copy_table.c: jumps through registers in the copy of a function.
 *
 * The register holds an address of the original, from a jump table. What stands there in the copy
 * is looked up by the distance from the first one. */
#include "loops/aarch64/copy.h"

#include <string.h>

static void find_targets(const struct copy *copy, uint32_t node, uint64_t *low, uint64_t *high,
                         uint32_t *needed)
{
    *low = UINT64_MAX;
    *high = *needed = 0;
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint64_t address = copy_address(copy, edge->to);
        *low = address < *low ? address : *low;
        *high = address > *high ? address : *high;
        *needed |= copy->function->live[edge->to];
    }
}

/* Distances from the table to where each edge goes on; others go to the original. */
static void put_table(struct copy *copy, uint32_t node, uint64_t low, uint64_t high, uint32_t jump)
{
    uint32_t table = plan_here(copy->plan), words = (uint32_t)((high - low) / 4 + 1);
    for (uint32_t i = 0; i < words; i++)
        copy_put(copy, 0);
    uint32_t other = plan_here(copy->plan);
    copy_put(copy, jump);
    for (uint32_t i = 0; i < words; i++)
        copy_change(copy, table + 4 * i, other - table);
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint32_t entry = (uint32_t)((copy_address(copy, edge->to) - low) / 4);
        copy_change(copy, table + 4 * entry, plan_here(copy->plan) - table);
        copy_origin(copy, node, copy_address(copy, edge->to));
        copy_probes(copy, i, copy->function->live[edge->to]);
        copy_origin(copy, edge->to, copy->origin);
        copy_go_to(copy, 0, edge->to);
    }
}

void copy_jump_by_table(struct copy *copy, const struct instruction *in, uint32_t node)
{
    uint64_t low, high;
    uint32_t needed, word, free[2] = {X16, X17}, number;
    memcpy(&word, binary_bytes(copy->rewriting->binary, in->address, sizeof word, NULL),
           sizeof word);
    number = number_of(word, RN);
    find_targets(copy, node, &low, &high, &needed);
    if (low > high) { /* to another function */
        uint32_t edge = copy->taken[node];
        copy_probes(copy, edge, copy->function->live[GRAPH_OUTSIDE] | in->reads | REGISTER(X30));
        copy_put(copy, word);
        return;
    }
    needed |= copy->keeps_node ? REGISTER(X17) : 0;
    uint32_t have = copy_scratch(needed | REGISTER(number), 2, free);
    bool spills = have < 2; /* the second one only: the first holds where to go */
    if (have < 1)
        free[0] = number; /* it is not needed any more */
    if (spills)
        copy_scratch(REGISTER(number) | REGISTER(free[0]) | (needed & REGISTER(X17)), 1, &free[1]);
    uint32_t at = plan_here(copy->plan) + (spills ? 4 : 0), table = at + (spills ? 9 : 8) * 4;
    if (spills)
        copy_put(copy, emit_push(free[1], ZERO));
    copy_pushed(copy, spills);
    plan_move(copy->plan, at, FORMAT_MOVE_PAGE, low);
    copy_put(copy, emit_page(free[1]));
    copy_put(copy, emit_add(free[1], free[1], (int64_t)(low & 4095), false));
    copy_put(copy, emit_subtract(free[1], number, free[1], false));
    plan_move(copy->plan, at + 12, FORMAT_MOVE_OWN_PAGE, table);
    copy_put(copy, emit_page(free[0]));
    copy_put(copy, emit_add(free[0], free[0], table & 4095, false));
    copy_put(copy, UINT32_C(0xb8a06800) | free[1] << 16 | free[0] << 5 | free[1]); /* ldrsw */
    copy_put(copy, emit_add_registers(free[0], free[0], free[1]));
    if (spills)
        copy_put(copy, emit_pop(free[1], ZERO));
    copy_pushed(copy, 0);
    copy_put(copy, UINT32_C(0xd61f0000) | free[0] << 5); /* br */
    put_table(copy, node, low, high, word);
}
