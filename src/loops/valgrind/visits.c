/* loops/plan/visit_counters.c: see loops/plan/visit_counters.h */
#include "loops/valgrind/visits.h"

enum { IS_LOOP = 1 << 30 }; /* added to the number of a loop */

/* What a node is in a loop: itself, or the outermost of the loops in that loop which it is in;
 * MODULES_NONE: it is not in it. */
static UInt part_of(const struct modules_function *function, UInt node, UInt loop)
{
    UInt part = node, inner = node ? function->described[node - 1].loop : MODULES_NONE;
    while (inner != loop) {
        if (inner == MODULES_NONE)
            return MODULES_NONE;
        part = inner + IS_LOOP;
        inner = function->loops[inner].parent;
    }
    return part;
}

void visits_count(const struct modules_function *function, UInt from, UInt to, UInt **entered,
                  ULong *values)
{
    UInt loop = function->described[to - 1].loop;
    if (loop != MODULES_NONE && !*entered)
        *entered = VG_(calloc)("triptych", function->plan->loops, sizeof **entered);
    for (; loop != MODULES_NONE; loop = function->loops[loop].parent) {
        if (function->loops[loop].visits == MODULES_NONE)
            continue;
        UInt before = part_of(function, from, loop), part = part_of(function, to, loop);
        if (before == MODULES_NONE)
            (*entered)[loop] = part;
        else if (part == (*entered)[loop] && (part < IS_LOOP || part != before))
            values[function->loops[loop].visits]++;
    }
}
