/* passed_values.h: finds the functions that pass values where no ABI allows it, such as in flags:
 * assembler code, and what clang's machine outliner has made of the ends of comparisons. */
#ifndef LOOPS_PLAN_PASSED_VALUES_H
#define LOOPS_PLAN_PASSED_VALUES_H

#include "loops/plan/rewrite.h"

/* Sets `why` of these functions, since counting changes such places where functions begin and end,
 * and corrects the live flags of those that call them. */
void passed_values_find(const struct loops_binary *binary, struct loops_rewritten *functions);

#endif
