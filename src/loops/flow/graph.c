/* graph.c: see graph.h
 *
 * First the reachable instructions are found, from the entry and the landing pads on. Then they are
 * cut into blocks, wherever the flow arrives or leaves. */
#include "loops/flow/graph.h"

#include "loops/binary/binary.h"
#include "loops/binary/landing_pads.h"
#include "loops/flow/jump_table.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Marks of a byte of code; bits. */
enum mark {
    MARK_REACHED = 1, /* an instruction begins here */
    MARK_LEADER = 2,  /* a block begins here */
    MARK_PAD = 4,     /* exceptions land here */
    MARK_TABLE = 8,   /* a jump table or a computed goto leads here */
    MARK_OWN = 16,    /* the table that is being looked at leads here */
};

/* A range of code that belongs to the function: the function itself, or a cold part of it. */
struct range {
    uint64_t start, end;
    uint8_t *marks;    /* by byte */
    uint32_t *numbers; /* by byte: number of the instruction, from 1; later the node of the block;
                          0: none */
};

/* A jump, by its address, and the table that it uses. */
struct jump_table {
    uint64_t jump;
    struct loops_table table;
};

/* Jumps that read the same table of labels, or, without a table, that may lead to any label of the
 * function. Several of them meet in a hub. */
struct meeting {
    struct loops_table table; /* the longest of theirs; `size` is 0: all labels */
    uint64_t first_jump;
    uint32_t jumps;
    uint32_t hub; /* node; GRAPH_OUTSIDE: there is only one jump */
};

/* State while the flow of a function is followed. */
struct follow {
    const struct loops_binary *binary;
    const struct loops_binary_function *function;
    struct loops_graph *graph;
    struct range *ranges;
    size_t range_count, range_room;
    uint64_t *open; /* addresses where code is still to be followed */
    size_t open_count, open_room;
    struct jump_table *tables;
    size_t table_count, table_room;
    struct meeting *meetings;
    size_t meeting_count, meeting_room;
    size_t instruction_room, block_room;
};

/* Notes why the flow is not known; the first reason stays. */
static void give_up(struct loops_graph *graph, uint64_t at, const char *why)
{
    if (!graph->why) {
        graph->why = why;
        graph->why_at = at;
    }
}

/* Returns the range that an address is in; NULL if it is in none. */
static struct range *range_of(struct follow *follow, uint64_t address)
{
    for (size_t i = 0; i < follow->range_count; i++) {
        if (address >= follow->ranges[i].start && address < follow->ranges[i].end)
            return &follow->ranges[i];
    }
    return NULL;
}

static void add_range(struct follow *follow, const struct loops_binary_function *function)
{
    follow->ranges = memory_grow(follow->ranges, &follow->range_room, follow->range_count + 1,
                                 sizeof *follow->ranges);
    size_t size = (size_t)(function->end - function->start);
    follow->ranges[follow->range_count++] =
        (struct range){function->start, function->end, memory_zeroed(size + 1, 1),
                       memory_zeroed(size + 1, sizeof(uint32_t))};
}

/* Notes that a block begins at an address, which must be in a range, and that it has these marks.
 */
static void lead_to(struct follow *follow, uint64_t address, unsigned marks)
{
    struct range *range = range_of(follow, address);
    assert(range);
    uint8_t *mark = &range->marks[address - range->start];
    if (!(*mark & (MARK_REACHED | MARK_LEADER))) {
        follow->open = memory_grow(follow->open, &follow->open_room, follow->open_count + 1,
                                   sizeof *follow->open);
        follow->open[follow->open_count++] = address;
    }
    *mark |= (uint8_t)(MARK_LEADER | marks);
}

static bool is_own(struct follow *follow, uint64_t address);

/* Leads to the landing pads of the function, or of a cold part of it. */
static void lead_to_pads(struct follow *follow, const struct loops_binary_function *function)
{
    for (uint32_t i = 0; i < function->pad_count; i++) {
        uint64_t pad = follow->binary->pads[function->first_pad + i].address;
        if (is_own(follow, pad))
            lead_to(follow, pad, MARK_PAD);
        else
            give_up(follow->graph, pad, "an exception lands outside of it");
    }
}

/* True if an address is in this function. A cold part that the address is in joins the function. */
static bool is_own(struct follow *follow, uint64_t address)
{
    if (range_of(follow, address))
        return true;
    const struct loops_binary_function *other = loops_binary_function_at(follow->binary, address);
    if (!other || !(other->sources & BINARY_COLD))
        return false;
    add_range(follow, other);
    lead_to_pads(follow, other);
    return true;
}

/* Follows a direct jump or branch. A jump to the beginning of another function leaves this one; a
 * jump into the middle of another one cannot be understood. */
static void jump_to(struct follow *follow, const struct loops_instruction *in)
{
    if (is_own(follow, in->target)) {
        lead_to(follow, in->target, 0);
        return;
    }
    const struct loops_binary_function *other =
        loops_binary_function_at(follow->binary, in->target);
    if (other && other->start != in->target)
        give_up(follow->graph, in->address, "it jumps into the middle of another function");
}

/* The labels of a function: addresses inside it that data holds. */
struct labels {
    const uint64_t *first;
    size_t count;
};

/* Returns the labels of the function; `sure`: only those that are certainly some. */
static struct labels labels_of(const struct follow *follow, bool sure)
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
    struct labels labels = labels_of(follow, true);
    for (size_t i = 0; i < labels.count; i++)
        lead_to(follow, labels.first[i], MARK_TABLE);
}

/* True if a jump is a tail call: the function has a frame, and has removed it before the jump. */
static bool is_tail(const struct follow *follow, uint64_t jump)
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
 * some.
 */
static void jump_elsewhere(struct follow *follow, const struct loops_instruction *in)
{
    if (is_tail(follow, in->address))
        return;
    bool labels = labels_of(follow, true).count;
    lead_to_labels(follow);
    follow->graph->is_guess |= labels;
    bool is_down = loops_binary_frame_is_down(follow->binary, in->address);
    if (!labels && (!is_down || labels_of(follow, false).count))
        give_up(follow->graph, in->address, "the target of a jump is not known");
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
            table_target(follow->binary, table, i, &target) ? range_of(follow, target) : NULL;
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
    struct labels labels = labels_of(follow, true);
    bool others = false;
    mark_targets(follow, table, true);
    for (size_t i = 0; i < labels.count; i++) {
        const struct range *range = range_of(follow, labels.first[i]);
        others |= !(range->marks[labels.first[i] - range->start] & MARK_OWN);
    }
    mark_targets(follow, table, false);
    return others;
}

/* Follows a jump through a register: leads to all entries of its table. If the size of the table is
 * a guess, it ends at the first entry that leads out of the function. */
static void jump_by_table(struct follow *follow, const struct loops_instruction *in)
{
    struct loops_table table;
    uint32_t i = 0;
    if (!follow->binary->architecture->table(follow->binary, follow->function, in->address,
                                             &table)) {
        jump_elsewhere(follow, in);
        return;
    }
    for (; i < table.count; i++) {
        uint64_t target;
        if (!table_target(follow->binary, &table, i, &target) || !is_own(follow, target)) {
            if (!table.is_guess)
                give_up(follow->graph, in->address, "a jump table leads out of it");
            break;
        }
        lead_to(follow, target, MARK_TABLE);
    }
    if (!i)
        give_up(follow->graph, in->address, "the target of a jump is not known");
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
        jump_by_table(follow, in);
        return false;
    case INSTRUCTION_UNKNOWN:
        give_up(follow->graph, in->address, "it has an unknown instruction");
        return false;
    case INSTRUCTION_CALL:
        return !loops_binary_never_returns(follow->binary, in->target);
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
    struct range *range = range_of(follow, address);
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
            give_up(graph, address, "its code is truncated");
            return;
        }
        range->marks[address - range->start] |= MARK_REACHED;
        range->numbers[address - range->start] = ++graph->instruction_count;
        bool on = leads_on(follow, in);
        range = range_of(follow, address); /* the array of ranges may have moved */
        address += in->size;
        bytes += in->size;
        there -= in->size;
        if (on && address < range->end &&
            (loops_instruction_ends_block(in) || loops_instruction_is_call(in)))
            lead_to(follow, address, 0);
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
        const struct range *range = range_of(follow, in->address);
        unsigned marks = range->marks[in->address - range->start];
        bool gap = i && in[-1].address + in[-1].size != in->address;
        if (i && in[-1].address + in[-1].size > in->address)
            give_up(graph, in->address, "its instructions overlap");
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

/* Returns the node of the block that begins at an address; GRAPH_OUTSIDE if none does. */
static uint32_t node_at(struct follow *follow, uint64_t address)
{
    const struct range *range = range_of(follow, address);
    return range ? range->numbers[address - range->start] : GRAPH_OUTSIDE;
}

static void add_edge(struct loops_graph *graph, size_t *room, uint32_t from, uint32_t to,
                     enum loops_graph_kind kind)
{
    graph->edges = memory_grow(graph->edges, room, graph->edge_count + 1, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (struct loops_graph_edge){from, to, kind};
}

/* Adds the edges of a computed goto, one to each label. */
static void add_label_edges(struct follow *follow, size_t *room, uint32_t from)
{
    struct labels labels = labels_of(follow, true);
    for (size_t i = 0; i < labels.count; i++)
        add_edge(follow->graph, room, from, node_at(follow, labels.first[i]), GRAPH_TABLE);
}

/* Adds the edges to the targets of a table, one for each. */
static void add_table_edges(struct follow *follow, size_t *room, uint32_t from,
                            const struct loops_table *table)
{
    struct loops_graph *graph = follow->graph;
    bool *seen = memory_zeroed((size_t)graph->block_count + 1, sizeof *seen);
    for (uint32_t i = 0; i < table->count; i++) {
        uint64_t target;
        uint32_t to = GRAPH_OUTSIDE;
        if (table_target(follow->binary, table, i, &target))
            to = node_at(follow, target);
        if (to != GRAPH_OUTSIDE && !seen[to])
            add_edge(graph, room, from, to, GRAPH_TABLE);
        seen[to] = true;
    }
    free(seen);
}

/* Returns the table that a jump uses; NULL if none is known. */
static const struct loops_table *table_of(const struct follow *follow, uint64_t jump)
{
    for (size_t i = 0; i < follow->table_count; i++) {
        if (follow->tables[i].jump == jump)
            return &follow->tables[i].table;
    }
    return NULL;
}

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

/* True if the code of a function takes the address of a place in its middle, or adds distances to
 * one, where that is no known `switch`: a computed goto may lead there. */
static bool takes_label(const struct follow *follow)
{
    const struct loops_graph *graph = follow->graph;
    uint64_t start = follow->function->start, end = follow->function->end, exact = 0;
    for (size_t i = 0; i < follow->table_count; i++) {
        const struct loops_table *table = &follow->tables[i].table;
        if (table->is_guess && table->base > start && table->base < end)
            return true;
        exact = table->is_guess ? exact : table->base;
    }
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (in->kind == INSTRUCTION_PLAIN && in->relative && in->target > start &&
            in->target < end && in->target != exact)
            return true;
    }
    return false;
}

/* Notes a jump through a register at its meeting. Jumps whose table has a known end are those of
 * `switch`: each has its own edges. */
static void meet(struct follow *follow, const struct loops_instruction *in)
{
    const struct loops_table *table = table_of(follow, in->address);
    if (table ? !table->is_guess : is_tail(follow, in->address))
        return;
    if (!table && !labels_of(follow, true).count) { /* a tail call, as it seems */
        if (takes_label(follow))
            give_up(follow->graph, in->address, "the target of a jump is not known");
        return;
    }
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

/* Appends a hub for each table that several jumps use: then a function with n jumps to m labels has
 * n + m edges instead of n * m. */
static void add_hubs(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = &graph->instructions[graph->blocks[i].end - 1];
        if (last->kind == INSTRUCTION_JUMP_REGISTER)
            meet(follow, last);
    }
    for (size_t i = 0; i < follow->meeting_count; i++) {
        if (follow->meetings[i].jumps > 1)
            add_hub(follow, &follow->meetings[i]);
    }
}

/* Adds the edges of a jump through a register: to its hub, or one for each different target. */
static void add_jump_edges(struct follow *follow, size_t *room, uint32_t from, uint64_t jump)
{
    const struct loops_table *table = table_of(follow, jump);
    if (!table && (is_tail(follow, jump) || !labels_of(follow, true).count)) {
        add_edge(follow->graph, room, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
        return;
    }
    bool meets = !table || table->is_guess;
    const struct meeting *meeting = meets ? meeting_of(follow, table) : NULL;
    if (meeting && meeting->hub)
        add_edge(follow->graph, room, from, meeting->hub, GRAPH_TABLE);
    else if (table)
        add_table_edges(follow, room, from, table);
    else
        add_label_edges(follow, room, from);
}

/* Adds the edges from a hub to the targets of its jumps. */
static void add_hub_edges(struct follow *follow, size_t *room, uint32_t hub)
{
    for (size_t i = 0; i < follow->meeting_count; i++) {
        const struct meeting *meeting = &follow->meetings[i];
        if (meeting->hub != hub)
            continue;
        if (meeting->table.size)
            add_table_edges(follow, room, hub, &meeting->table);
        else
            add_label_edges(follow, room, hub);
    }
}

/* Adds the edges from a block to the code after it. If nothing follows there, the block ends with a
 * call that never returns, or the flow continues in another function. */
static void add_next(struct follow *follow, size_t *room, uint32_t from,
                     const struct loops_instruction *last)
{
    struct loops_graph *graph = follow->graph;
    uint32_t next = node_at(follow, last->address + last->size);
    bool call = loops_instruction_is_call(last);
    if (call)
        add_edge(graph, room, from, GRAPH_OUTSIDE, GRAPH_LOST);
    bool comes_back =
        last->kind != INSTRUCTION_CALL || !loops_binary_never_returns(follow->binary, last->target);
    if (next != GRAPH_OUTSIDE && comes_back)
        add_edge(graph, room, from, next, call ? GRAPH_BACK : GRAPH_NEXT);
    else if (!call)
        add_edge(graph, room, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
}

/* Adds all edges. The first one is that of the entry. */
static void add_edges(struct follow *follow)
{
    struct loops_graph *graph = follow->graph;
    size_t room = 0;
    add_edge(graph, &room, GRAPH_OUTSIDE, node_at(follow, graph->entry), GRAPH_ENTER);
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = &graph->instructions[graph->blocks[i].end - 1];
        uint32_t from = i + 1, to;
        if (graph->blocks[i].is_pad)
            add_edge(graph, &room, GRAPH_OUTSIDE, from, GRAPH_ENTER);
        switch (last->kind) {
        case INSTRUCTION_RETURN:
        case INSTRUCTION_STOP:
        case INSTRUCTION_UNKNOWN:
            add_edge(graph, &room, from, GRAPH_OUTSIDE, GRAPH_LEAVE);
            break;
        case INSTRUCTION_JUMP_REGISTER:
            add_jump_edges(follow, &room, from, last->address);
            break;
        case INSTRUCTION_HUB:
            add_hub_edges(follow, &room, from);
            break;
        case INSTRUCTION_JUMP:
        case INSTRUCTION_BRANCH:
            to = node_at(follow, last->target);
            add_edge(graph, &room, from, to, to == GRAPH_OUTSIDE ? GRAPH_LEAVE : GRAPH_TAKEN);
            if (last->kind == INSTRUCTION_BRANCH)
                add_next(follow, &room, from, last);
            break;
        default:
            add_next(follow, &room, from, last);
        }
    }
}

void loops_graph_begin(struct loops_graph *graph, const struct loops_binary *binary,
                       uint32_t function)
{
    *graph = (struct loops_graph){.entry = binary->functions[function].start};
    struct follow follow = {
        .binary = binary, .function = &binary->functions[function], .graph = graph};
    add_range(&follow, follow.function);
    lead_to(&follow, graph->entry, 0);
    lead_to_pads(&follow, follow.function);
    while (follow.open_count)
        follow_from(&follow, follow.open[--follow.open_count]);
    if (!graph->instruction_count)
        give_up(graph, graph->entry, "it has no code");
    cut_blocks(&follow);
    loops_landing_pads_find(graph, binary);
    if (!graph->why)
        add_hubs(&follow);
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
        const struct loops_instruction *last =
            &graph->instructions[graph->blocks[edge->from - 1].end - 1];
        if (last->kind != INSTRUCTION_RETURN && last->kind != INSTRUCTION_STOP)
            return false;
    }
    return true;
}

/* Adds to a set the registers that get their values from the stack, its pointer, or others of the
 * set. */
static uint32_t spread(const struct loops_graph *graph, uint32_t own)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (!in->sets_stack && (in->gets_stack || in->reads & own))
            own |= in->writes;
    }
    return own & ~INSTRUCTION_FLAGS;
}

bool loops_graph_switches_stacks(const struct loops_graph *graph, uint32_t frame)
{
    uint32_t from = 0, own = frame, before = 0;
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (in->sets_stack && !in->reads)
            return true; /* from a variable */
        from |= in->sets_stack ? in->reads : 0;
    }
    while (from & ~own && own != before) {
        before = own;
        own = spread(graph, own);
    }
    return from & ~own;
}
