/* plans.h: gets the plans of binaries, which another program makes. */
#ifndef LOOPS_VALGRIND_PLANS_H
#define LOOPS_VALGRIND_PLANS_H

#include "loops/valgrind/base.h"

/* A plan in memory: its header and sections. */
struct plans_plan {
    const struct format_plan *header;
    const struct format_function *functions;
    const struct format_slot *slots;
    const struct format_block *blocks;
    const struct format_edge *edges;
    const struct format_loop *loops;
    HChar name[sizeof((struct format_module *)0)->plan]; /* name of its file */
};

/* Sets the archive where plans are stored, and the program that makes them. */
void plans_begin(const HChar *archive, const HChar *planner);

/* Gets the plan of a binary, with a counter for each edge (loops/plan/edge_counters.h). False, with
 * a message, if there is none. */
Bool plans_get(const HChar *path, struct plans_plan *plan);

/* Where a binary is in memory. */
struct plans_place {
    Addr moved;     /* load address minus link address */
    Addr low, high; /* range of its code and data, as linked */
};

/* Finds the place of a binary whose file is mapped at `start` from `offset` on. False, with a
 * message, if no code is mapped there. */
Bool plans_find_place(const HChar *path, Addr start, ULong offset, struct plans_place *place);

#endif
