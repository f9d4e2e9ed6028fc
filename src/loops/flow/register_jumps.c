/* register_jumps.c: see register_jumps.h */
#include "loops/flow/register_jumps.h"

#include "loops/architecture.h"
#include "loops/binary/binary.h"
#include "loops/flow/follow.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct labels register_jumps_labels(const struct follow *follow, bool sure)
{
    const struct loops_binary *binary = follow->binary;
    const uint64_t *all = sure ? binary->sure_labels : binary->labels;
    size_t count = sure ? binary->sure_label_count : binary->label_count;
    size_t first = loops_binary_labels_from(all, count, follow->function->start);
    size_t end = loops_binary_labels_from(all, count, follow->function->end);
    return (struct labels){first < end ? all + first : NULL, end - first};
}

/* Leads to all labels of the function, where a computed goto may go. */
static void lead_to_labels(struct follow *follow)
{
    struct labels labels = register_jumps_labels(follow, true);
    for (size_t i = 0; i < labels.count; i++)
        follow_lead_to(follow, labels.first[i], MARK_TABLE);
}

bool register_jumps_is_tail(const struct follow *follow, uint64_t jump)
{
    enum { APART = 16 }; /* bytes between the addresses that are checked for a frame */
    uint64_t at = follow->function->start;
    if (!loops_binary_frame_is_down(follow->binary, jump))
        return false;
    while (at < follow->function->end && loops_binary_frame_is_down(follow->binary, at))
        at += APART;
    return at < follow->function->end;
}

/* Follows a jump through a register that uses no known table: a tail call or a computed goto. If
 * the function has no frame there, it is a computed goto only if it has labels that are certainly
 * some, or `is_computed`. */
static void jump_elsewhere(struct follow *follow, const struct loops_instruction *in,
                           bool is_computed)
{
    if (register_jumps_is_tail(follow, in->address))
        return;
    bool labels = register_jumps_labels(follow, true).count;
    lead_to_labels(follow);
    follow->graph->is_guess |= labels;
    bool is_down = loops_binary_frame_is_down(follow->binary, in->address);
    if (!labels && (!is_down || is_computed || register_jumps_labels(follow, false).count))
        follow_give_up(follow, in->address, "the target of a jump is not known");
}

/* Reads where an entry of a jump table leads; false if the binary does not have its bytes. */
static bool table_target(const struct loops_binary *binary, const struct loops_table *table,
                         uint32_t entry, uint64_t *target)
{
    const uint8_t *bytes = loops_binary_bytes(
        binary, table->address + (uint64_t)entry * table->size, table->size, NULL);
    uint64_t value = 0;
    if (!bytes)
        return false;
    memcpy(&value, bytes, table->size);
    if (table->is_signed && table->size < 8) {
        uint64_t sign = UINT64_C(1) << (8 * table->size - 1);
        value = (value ^ sign) - sign;
    }
    *target = table->base + (value << table->shift);
    return true;
}

/* Sets or removes MARK_OWN at the targets of a table. */
static void mark_targets(struct follow *follow, const struct loops_table *table, bool sets)
{
    for (uint32_t i = 0; i < table->count; i++) {
        uint64_t target;
        struct range *range =
            table_target(follow->binary, table, i, &target) ? follow_range(follow, target) : NULL;
        if (range && sets)
            range->marks[target - range->start] |= MARK_OWN;
        else if (range)
            range->marks[target - range->start] &= (uint8_t)~MARK_OWN;
    }
}

/* True if the function has labels that are not in a table of addresses. Then a goto that seems to
 * use the table may use another one, too: compilers join several of them. */
static bool has_other_labels(struct follow *follow, const struct loops_table *table)
{
    struct labels labels = register_jumps_labels(follow, true);
    bool others = false;
    mark_targets(follow, table, true);
    for (size_t i = 0; i < labels.count; i++) {
        const struct range *range = follow_range(follow, labels.first[i]);
        others |= !(range->marks[labels.first[i] - range->start] & MARK_OWN);
    }
    mark_targets(follow, table, false);
    return others;
}

void register_jumps_follow(struct follow *follow, const struct loops_instruction *in)
{
    struct loops_table table;
    uint32_t i = 0;
    if (!follow->binary->architecture->table(follow->binary, follow->function, in->address,
                                             &table)) {
        jump_elsewhere(follow, in, table.is_lost);
        return;
    }
    for (; i < table.count; i++) {
        uint64_t target;
        if (!table_target(follow->binary, &table, i, &target) || !follow_is_own(follow, target)) {
            if (!table.is_guess)
                follow_give_up(follow, in->address, "a jump table leads out of it");
            break;
        }
        follow_lead_to(follow, target, MARK_TABLE);
    }
    if (!i)
        follow_give_up(follow, in->address, "the target of a jump is not known");
    follow->graph->is_guess |= table.is_guess;
    table.count = i;
    if (i > 1 && table.is_guess && table.size == sizeof(uint64_t) &&
        has_other_labels(follow, &table)) {
        lead_to_labels(follow); /* those of the table are among them */
        return;
    }
    follow->tables = memory_grow(follow->tables, &follow->table_room, follow->table_count + 1,
                                 sizeof *follow->tables);
    follow->tables[follow->table_count++] = (struct jump_table){in->address, table};
}

const struct loops_table *register_jumps_table(const struct follow *follow, uint64_t jump)
{
    for (size_t i = 0; i < follow->table_count; i++) {
        if (follow->tables[i].jump == jump)
            return &follow->tables[i].table;
    }
    return NULL;
}

/* Adds the edges of a computed goto, one to each label. */
static void add_label_edges(struct follow *follow, uint32_t from)
{
    struct labels labels = register_jumps_labels(follow, true);
    for (size_t i = 0; i < labels.count; i++)
        follow_add_edge(follow, from, follow_node_at(follow, labels.first[i]), GRAPH_TABLE);
}

/* Adds the edges to the targets of a table, one for each. */
static void add_table_edges(struct follow *follow, uint32_t from, const struct loops_table *table)
{
    struct loops_graph *graph = follow->graph;
    bool *seen = memory_zeroed((size_t)graph->block_count + 1, sizeof *seen);
    for (uint32_t i = 0; i < table->count; i++) {
        uint64_t target;
        uint32_t to = GRAPH_OUTSIDE;
        if (table_target(follow->binary, table, i, &target))
            to = follow_node_at(follow, target);
        if (to != GRAPH_OUTSIDE && !seen[to])
            follow_add_edge(follow, from, to, GRAPH_TABLE);
        seen[to] = true;
    }
    free(seen);
}

void register_jumps_add_edges(struct follow *follow, uint32_t from, const struct loops_table *table)
{
    if (table)
        add_table_edges(follow, from, table);
    else
        add_label_edges(follow, from);
}
