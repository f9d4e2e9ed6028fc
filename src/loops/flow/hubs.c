/* hubs.c: see hubs.h */
#include "loops/flow/hubs.h"

#include "loops/binary/binary.h"
#include "loops/flow/follow.h"
#include "loops/flow/register_jumps.h"
#include "util/memory.h"

/* Returns the meeting of the jumps that use a table (NULL: that may lead to any label); NULL if
 * there is none. */
static struct meeting *meeting_of(const struct follow *follow, const struct loops_table *table)
{
    for (size_t i = 0; i < follow->meeting_count; i++) {
        const struct loops_table *other = &follow->meetings[i].table;
        if (table ? other->size == table->size && other->address == table->address &&
                        other->base == table->base && other->shift == table->shift &&
                        other->is_signed == table->is_signed
                  : !other->size)
            return &follow->meetings[i];
    }
    return NULL;
}

/* Returns the address that an instruction takes, or has, for an access to data in the code; 0 if
 * there is none. */
static uint64_t taken_by(const struct loops_binary *binary, const struct loops_instruction *in)
{
    if (in->kind == INSTRUCTION_PLAIN && in->relative)
        return in->target;
    return binary->architecture->takes ? binary->architecture->takes(binary, in) : 0;
}

/* What the code of a function computes that a jump through a register may lead to; bits. */
enum computed {
    COMPUTED_IS_KNOWN = 1, /* somebody has looked */
    COMPUTES_LABELS = 2,   /* addresses in its middle, or what is a distance away from one */
    COMPUTES_OTHERS = 4,   /* addresses in its middle that no data has */
    COMPUTES_ANY = 8, /* what is a distance away from an instruction that takes its own address,
                         as in code that may be larger than 2 GiB (-mcmodel=large) */
};

/* True if an address is one of the labels that computed gotos are taken to lead to. */
static bool is_label(const struct follow *follow, uint64_t address)
{
    struct labels labels = register_jumps_labels(follow, true);
    for (size_t i = 0; i < labels.count; i++) {
        if (labels.first[i] == address)
            return true;
    }
    return false;
}

/* True if the targets of a table count from an address. */
static bool is_base(const struct follow *follow, uint64_t address)
{
    for (size_t i = 0; i < follow->table_count; i++) {
        if (follow->tables[i].table.base == address)
            return true;
    }
    return false;
}

/* Looks what the code of a function computes, but for its known `switch`. */
static unsigned look_at_code(const struct follow *follow)
{
    const struct loops_graph *graph = follow->graph;
    uint64_t start = follow->function->start, end = follow->function->end;
    unsigned computed = COMPUTED_IS_KNOWN;
    for (size_t i = 0; i < follow->table_count; i++) {
        const struct loops_table *table = &follow->tables[i].table;
        if (table->is_guess && table->base > start && table->base < end)
            computed |= COMPUTES_LABELS;
    }
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        uint64_t taken = taken_by(follow->binary, in);
        if (taken == in->address)
            computed |= COMPUTES_ANY;
        else if (taken > start && taken < end && !is_base(follow, taken))
            computed |= COMPUTES_LABELS | (is_label(follow, taken) ? 0 : COMPUTES_OTHERS);
    }
    return computed;
}

/* Notes a jump through a register at its meeting. Jumps whose table has a known end are those of
 * `switch`: each has its own edges. */
static void meet(struct follow *follow, const struct loops_instruction *in, unsigned *computed)
{
    const struct loops_table *table = register_jumps_table(follow, in->address);
    if (table ? !table->is_guess : register_jumps_is_tail(follow, in->address))
        return;
    bool has_labels = register_jumps_labels(follow, true).count;
    if (!*computed)
        *computed = look_at_code(follow);
    unsigned others = table        ? COMPUTES_OTHERS
                      : has_labels ? COMPUTES_OTHERS | COMPUTES_ANY
                                   : COMPUTES_LABELS | COMPUTES_ANY;
    if (*computed & others)
        follow_give_up(follow, in->address, "the target of a jump is not known");
    if (!table && !has_labels)
        return; /* a tail call, as it seems */
    struct meeting *found = meeting_of(follow, table);
    if (!found) {
        follow->meetings = memory_grow(follow->meetings, &follow->meeting_room,
                                       follow->meeting_count + 1, sizeof *follow->meetings);
        found = &follow->meetings[follow->meeting_count++];
        *found = (struct meeting){.table = table ? *table : (struct loops_table){0},
                                  .first_jump = in->address};
    }
    found->jumps++;
    if (table && table->count > found->table.count)
        found->table.count = table->count;
}

/* Appends a block without code, where jumps meet. Its one instruction stands behind all others. */
static void add_hub(struct follow *follow, struct meeting *meeting)
{
    struct loops_graph *graph = follow->graph;
    const struct loops_instruction *last = &graph->instructions[graph->instruction_count - 1];
    struct loops_instruction hub = {.address = last->address + last->size,
                                    .target = meeting->first_jump,
                                    .kind = INSTRUCTION_HUB,
                                    .step_register = INSTRUCTION_NO_REGISTER,
                                    .subject = INSTRUCTION_NO_REGISTER,
                                    .other = INSTRUCTION_NO_REGISTER,
                                    .has_no_access = true};
    graph->instructions =
        memory_grow(graph->instructions, &follow->instruction_room,
                    (size_t)graph->instruction_count + 1, sizeof *graph->instructions);
    graph->blocks = memory_grow(graph->blocks, &follow->block_room, graph->block_count + 1,
                                sizeof *graph->blocks);
    graph->instructions[graph->instruction_count++] = hub;
    graph->blocks[graph->block_count++] =
        (struct loops_graph_block){.first = graph->instruction_count - 1,
                                   .end = graph->instruction_count,
                                   .is_hub = true,
                                   .pad = GRAPH_OUTSIDE};
    graph->hub_count++;
    meeting->hub = graph->block_count;
}

void hubs_add(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    unsigned computed = 0;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        if (last->kind == INSTRUCTION_JUMP_REGISTER)
            meet(follow, last, &computed);
    }
    for (size_t i = 0; i < follow->meeting_count; i++) {
        if (follow->meetings[i].jumps > 1)
            add_hub(follow, &follow->meetings[i]);
    }
}

void hubs_add_jump_edges(struct follow *follow, uint32_t from, uint64_t jump)
{
    const struct loops_table *table = register_jumps_table(follow, jump);
    if (!table &&
        (register_jumps_is_tail(follow, jump) || !register_jumps_labels(follow, true).count)) {
        follow_add_edge(follow, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
        return;
    }
    bool meets = !table || table->is_guess;
    const struct meeting *meeting = meets ? meeting_of(follow, table) : NULL;
    if (meeting && meeting->hub)
        follow_add_edge(follow, from, meeting->hub, GRAPH_TABLE);
    else
        register_jumps_add_edges(follow, from, table);
}

void hubs_add_edges(struct follow *follow, uint32_t hub)
{
    for (size_t i = 0; i < follow->meeting_count; i++) {
        const struct meeting *meeting = &follow->meetings[i];
        if (meeting->hub == hub)
            register_jumps_add_edges(follow, hub, meeting->table.size ? &meeting->table : NULL);
    }
}
