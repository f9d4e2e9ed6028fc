/* follow.h: what is known while the flow of a function is followed, until its graph is complete
 * (graph.c). */
#ifndef LOOPS_FLOW_FOLLOW_H
#define LOOPS_FLOW_FOLLOW_H

#include "loops/flow/graph.h"
#include "loops/flow/jump_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loops_binary_function;

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
    size_t instruction_room, block_room, edge_room;
};

/* Notes why the flow is not known; the first reason stays. */
void follow_give_up(struct follow *follow, uint64_t at, const char *why);

/* Adds the code of a function, or of a cold part of it. */
void follow_add_range(struct follow *follow, const struct loops_binary_function *function);

/* Returns the range that an address is in; NULL if it is in none. */
struct range *follow_range(struct follow *follow, uint64_t address);

/* Notes that a block begins at an address, which must be in a range, and that it has these marks.
 */
void follow_lead_to(struct follow *follow, uint64_t address, unsigned marks);

/* Leads to the landing pads of the function, or of a cold part of it. */
void follow_lead_to_pads(struct follow *follow, const struct loops_binary_function *function);

/* True if an address is in this function. A cold part that the address is in joins the function. */
bool follow_is_own(struct follow *follow, uint64_t address);

/* Returns the node of the block that begins at an address; GRAPH_OUTSIDE if none does. */
uint32_t follow_node_at(struct follow *follow, uint64_t address);

void follow_add_edge(struct follow *follow, uint32_t from, uint32_t to, enum loops_graph_kind kind);

#endif
