/* modules.h: the binaries whose code is counted, and the blocks of their plans by address. */
#ifndef LOOPS_VALGRIND_MODULES_H
#define LOOPS_VALGRIND_MODULES_H

#include "loops/valgrind/base.h"

#define MODULES_NONE 0xffffffffU

struct modules_block;

/* A function of a module. */
struct modules_function {
    UInt number; /* number among the functions of all modules, from 1 */
    UInt first;  /* number of the first function of its module */
    Addr moved;  /* load address minus link address */
    /* Its parts of the plan: */
    const struct format_function *plan;
    const struct format_edge *edges;
    const struct format_slot *slots;
    const struct format_loop *loops;
    const struct format_block *described;
    struct modules_block *blocks; /* by node - 1 */
    UInt *first_exit, *exits; /* edges that leave its loops (extremes.c); NULL: not needed yet */
    Bool is_watched;          /* some of its loops are watched: carried.h */
    Bool has_visits;          /* some of its loops are irreducible and count visits */
};

/* An edge into a block: the node that it comes from, its number in the function, enum
 * format_edge_kind. */
struct modules_edge {
    UInt from, number, kind;
};

/* A block of a function. Edges are given by their numbers in the function, which are also those of
 * their counters. */
struct modules_block {
    struct modules_function *function;
    UInt node;
    UInt in_count;
    const struct modules_edge *in; /* edges from other blocks */
    UInt enter;                    /* edge from outside; MODULES_NONE if there is none */
    UInt leave; /* edge to outside, except of lost calls; MODULES_NONE if there is none */
    UInt lost;  /* edge of calls that do not return; MODULES_NONE if it does not end with a call */
    Bool is_entry; /* the function begins here */
};

/* Sets the archive, the program that makes plans, and the patterns of the libraries to count (NULL:
 * none). Called once. */
void modules_begin(const HChar *archive, const HChar *planner, const HChar *libraries);

/* Returns the blocks that begin at an address, `*count` of them: several if functions share code.
 * NULL if there are none. May load the module that the address is in. */
struct modules_block *const *modules_at(Addr address, UInt *count);

/* Returns a function of the counted module whose data are at an address; NULL if there is none. */
const struct modules_function *modules_data_at(Addr address);

/* Returns the counted function whose code is at an address; NULL if there is none. */
const struct modules_function *modules_function_at(Addr address);

/* Forgets the modules in a range of memory that is unmapped. */
void modules_unmapped(Addr start, SizeT size);

/* Returns the records for places/P/modules, and their count. */
const struct format_module *modules_records(UInt *count);

#endif
