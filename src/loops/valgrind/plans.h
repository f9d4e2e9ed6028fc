/* plans.h: the plans of binaries, made by another program and read here. */
#ifndef LOOPS_VALGRIND_PLANS_H
#define LOOPS_VALGRIND_PLANS_H

#include "loops/valgrind/base.h"

struct plans_plan {
    const struct format_plan *header;
    const struct format_function *functions;
    const struct format_slot *slots;
    const struct format_block *blocks;
    const struct format_edge *edges;
    const struct format_loop *loops;
    HChar name[sizeof((struct format_module *)0)->plan]; /* of its file */
};

/* Plans are kept in that archive; `planner` is the program that makes them. */
void plans_begin(const HChar *archive, const HChar *planner);

/* The plan of a binary, in which each edge has a counter of its own. False, with a message: there
 * is none. */
Bool plans_get(const HChar *path, struct plans_plan *plan);

/* How far a binary was moved that has a byte of its file mapped at an address. */
Bool plans_distance(const HChar *path, Addr start, ULong offset, Addr *moved);

#endif
