/* loops/plan/visit_counters.h: iterations of loops that can be entered in several places: see
 * format_loop. */
#ifndef LOOPS_VALGRIND_VISITS_H
#define LOOPS_VALGRIND_VISITS_H

#include "loops/valgrind/modules.h"

/* The flow goes from a node of a function (0: from outside) to another one. `*entered` is the
 * context's own: for each loop by what it was entered the last time, a node or a loop in it; NULL
 * at first. */
void visits_count(const struct modules_function *function, UInt from, UInt to, UInt **entered,
                  ULong *values);

#endif
