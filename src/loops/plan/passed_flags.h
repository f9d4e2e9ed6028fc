/* passed_flags.h: finds the functions that pass flags to their callers, or get them from these,
 * which no ABI allows: assembler code, and what clang's machine outliner has made of the ends of
 * comparisons. */
#ifndef LOOPS_PLAN_PASSED_FLAGS_H
#define LOOPS_PLAN_PASSED_FLAGS_H

#include "loops/plan/rewrite.h"

/* Sets `why` of these functions, since counting changes flags where functions begin and end, and
 * corrects the live flags of those that call them. */
void passed_flags_find(const struct loops_binary *binary, struct loops_rewritten *functions);

#endif
