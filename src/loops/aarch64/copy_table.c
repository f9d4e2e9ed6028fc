/* copy_table.c: the jumps through registers in the copy of a function.
 *
 * The register holds an address of the original, from a jump table. The position in the copy is
 * looked up in a new table, by the distance from the lowest target. Jumps that meet in a hub share
 * its table. */
#include "loops/aarch64/copy.h"

#include <string.h>

/* Finds the lowest and highest target of a jump, and the registers that any of them needs. */
static void find_targets(const struct copy *copy, uint32_t node, uint64_t *low, uint64_t *high,
                         uint32_t *needed)
{
    *low = UINT64_MAX;
    *high = *needed = 0;
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint64_t address = copy_address(copy, edge->to);
        *low = address < *low ? address : *low;
        *high = address > *high ? address : *high;
        *needed |= copy->function->live[edge->to];
    }
}

/* Appends the table: by word of the original, the distance to the code of its edge. Words that are
 * no targets lead to the original: through `other`, a copy of the jump, or, if its register is lost
 * (COPY_NOWHERE), through a jump for each. */
static void put_table(struct copy *copy, uint32_t node, uint64_t low, uint64_t high, uint32_t other)
{
    uint32_t table = loops_plan_here(copy->plan), words = (uint32_t)((high - low) / 4 + 1);
    for (uint32_t i = 0; i < words; i++)
        copy_put(copy, other - table);
    for (uint32_t i = 0; i < words && other == COPY_NOWHERE; i++) {
        copy_change(copy, table + 4 * i, loops_plan_here(copy->plan) - table);
        loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_JUMP,
                        low + 4 * (uint64_t)i);
        copy_put(copy, emit_jump(0));
    }
    for (uint32_t i = 0; i < copy->graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &copy->graph->edges[i];
        if (edge->from != node || edge->kind != GRAPH_TABLE)
            continue;
        uint32_t entry = (uint32_t)((copy_address(copy, edge->to) - low) / 4);
        copy_change(copy, table + 4 * entry, loops_plan_here(copy->plan) - table);
        copy_origin(copy, node, copy_address(copy, edge->to));
        copy_probes(copy, i, copy->function->live[edge->to]);
        copy_origin(copy, edge->to, copy->origin);
        copy_go_to(copy, 0, edge->to);
    }
}

/* Appends a branch that is taken unless 0 <= distance < bytes, where bytes < 2^24. Preserves the
 * flags. Returns the position of the branch, which is to be completed. */
static uint32_t put_limit(struct copy *copy, uint32_t distance, uint32_t scratch, uint32_t bytes)
{
    copy_put(copy, UINT32_C(0xd1400000) | (bytes >> 12) << 10 | distance << 5 | scratch); /* sub */
    copy_put(copy, UINT32_C(0xd1000000) | (bytes & 4095) << 10 | scratch << 5 | scratch);
    copy_put(copy, UINT32_C(0x8a200000) | distance << 16 | scratch << 5 | scratch); /* bic */
    copy_put(copy, UINT32_C(0xb6f80000) | scratch);                                 /* tbz, 63 */
    return loops_plan_here(copy->plan) - 4;
}

/* The registers of a lookup: the target, the distance, and one more. The target may use the
 * register of the jump itself; the others are pushed if they are needed. */
struct lookup {
    uint32_t to, distance, scratch;
    bool spills;
};

/* Chooses the registers of a lookup. */
static struct lookup find_registers(uint32_t needed, uint32_t number)
{
    uint32_t free[2] = {ZERO, ZERO}, pushed[2];
    uint32_t have = copy_scratch(needed, 2, free);
    if (have == 2)
        return (struct lookup){free[0], free[1], free[0], false};
    uint32_t to = have ? free[0] : number;
    copy_scratch(REGISTER(number) | REGISTER(to) | (needed & REGISTER(X17)), 2, pushed);
    return (struct lookup){to, pushed[0], pushed[1], true};
}

/* Appends the push, or the pop, of the spilled registers. */
static void put_spill(struct copy *copy, const struct lookup *lookup, bool pops)
{
    if (!lookup->spills)
        return;
    copy_put(copy, pops ? emit_pop(lookup->distance, lookup->scratch)
                        : emit_push(lookup->distance, lookup->scratch));
    copy_pushed(copy, !pops);
}

/* Appends the jump to the position in the copy for the address in its register. `node` has the
 * edges to the targets: the node of the jump itself, or a hub, whose label is its table. */
static void put_lookup(struct copy *copy, uint32_t node, uint32_t jump, uint64_t low, uint64_t high,
                       const struct lookup *lookup)
{
    bool meets = copy->graph->blocks[node - 1].is_hub;
    bool is_placed = meets && copy->labels[node] != COPY_NOWHERE;
    uint32_t number = number_of(jump, RN), distance = lookup->distance, to = lookup->to, limit = 0;
    put_spill(copy, lookup, false);
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_PAGE, low);
    copy_put(copy, emit_page(distance));
    copy_put(copy, emit_add(distance, distance, (int64_t)(low & 4095), false));
    copy_put(copy, emit_subtract(distance, number, distance, false));
    if (copy->graph->is_guess)
        limit = put_limit(copy, distance, lookup->scratch, (uint32_t)(high - low) + 4);
    bool keeps = to != number; /* then other targets can be reached by the original jump */
    uint32_t words = 5 + lookup->spills, more = lookup->spills && copy->graph->is_guess;
    uint32_t others = keeps || copy->graph->is_guess ? 1 + more : 0;
    uint32_t table =
        is_placed ? copy->labels[node] : loops_plan_here(copy->plan) + 4 * (words + others);
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_OWN_PAGE, table);
    copy_put(copy, emit_page(to));
    copy_put(copy, emit_add(to, to, table & 4095, false));
    copy_put(copy, UINT32_C(0xb8a06800) | distance << 16 | to << 5 | distance); /* ldrsw */
    copy_put(copy, emit_add_registers(to, to, distance));
    put_spill(copy, lookup, true);
    copy_put(copy, UINT32_C(0xd61f0000) | to << 5); /* br */
    if (limit) {
        uint32_t word = UINT32_C(0xb6f80000) | lookup->scratch;
        copy_change(copy, limit, emit_redirect(word, (int64_t)loops_plan_here(copy->plan) - limit));
        copy_pushed(copy, lookup->spills);
        put_spill(copy, lookup, true);
    }
    uint32_t other = keeps ? loops_plan_here(copy->plan) : COPY_NOWHERE;
    if (others)
        copy_put(copy, jump);
    if (meets) { /* the table serves jumps by other registers, too */
        copy->labels[node] = table;
        other = COPY_NOWHERE;
    }
    if (!is_placed)
        put_table(copy, node, low, high, other);
}

/* Returns the node that has the edges to the targets of a jump: a hub, or the jump's own node. */
static uint32_t leading_node(const struct copy *copy, uint32_t node)
{
    uint32_t to = copy->graph->edges[copy->taken[node]].to;
    return to != GRAPH_OUTSIDE && copy->graph->blocks[to - 1].is_hub ? to : node;
}

void copy_jump_by_table(struct copy *copy, const struct loops_instruction *in, uint32_t node)
{
    uint64_t low, high;
    uint32_t needed, word, from = leading_node(copy, node);
    memcpy(&word, loops_binary_bytes(copy->rewriting->binary, in->address, sizeof word, NULL),
           sizeof word);
    find_targets(copy, from, &low, &high, &needed);
    if (low > high) { /* it leads to another function */
        uint32_t edge = copy->taken[node];
        copy_probes(copy, edge, copy->function->live[GRAPH_OUTSIDE] | in->reads | REGISTER(X30));
        copy_put(copy, word);
        return;
    }
    uint32_t number = number_of(word, RN);
    needed |= REGISTER(number) | (copy->keeps_node ? REGISTER(X17) : 0);
    if (from != node) {
        copy_probes(copy, copy->taken[node], needed);
        copy_origin(copy, from, in->address);
    }
    struct lookup lookup = find_registers(needed, number);
    put_lookup(copy, from, word, low, high, &lookup);
}
