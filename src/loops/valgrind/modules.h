/* modules.h: the binaries whose code is counted: what is at an address, by their plans. */
#ifndef LOOPS_VALGRIND_MODULES_H
#define LOOPS_VALGRIND_MODULES_H

#include "loops/valgrind/base.h"

#define MODULES_NONE 0xffffffffU

struct modules_block;

struct modules_function {
    UInt number; /* of all modules together, from 1 */
    UInt first;  /* number of the first one of its module */
    Addr moved;  /* how far its code is from where it was linked for */
    const struct format_function *plan;
    const struct format_edge *edges;
    const struct format_slot *slots;
    const struct format_loop *loops;
    const struct format_block *described;
    struct modules_block *blocks; /* by node, less 1 */
    Bool has_visits;              /* some of its loops count how often one block comes */
};

struct modules_edge {
    UInt from, number, kind;
};

/* A block: edges are told by their numbers in the function, which are those of their counters. */
struct modules_block {
    struct modules_function *function;
    UInt node;
    UInt in_count;
    const struct modules_edge *in; /* but for those that are taken by nobody: lost calls */
    UInt enter;                    /* the edge from outside; MODULES_NONE: there is none */
    UInt leave;                    /* the one to outside */
    UInt lost;                     /* it ends with a call: the edge of those that do not return */
    Bool is_entry;                 /* the function begins here */
};

/* Reads what is to be counted from the options; once. */
void modules_begin(const HChar *archive, const HChar *planner, const HChar *libraries);

/* The blocks that begin at an address, `*count` of them in a row: more than one if functions share
 * code. NULL: none does. May load the module that it is in. */
struct modules_block *const *modules_at(Addr address, UInt *count);

/* Memory is not mapped any more. */
void modules_unmapped(Addr start, SizeT size);

/* What places/P/modules says. */
const struct format_module *modules_records(UInt *count);

#endif
