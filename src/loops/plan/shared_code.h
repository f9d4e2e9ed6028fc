/* shared_code.h: finds functions whose code is entered by others. */
#ifndef LOOPS_PLAN_SHARED_CODE_H
#define LOOPS_PLAN_SHARED_CODE_H

#include "loops/plan/rewrite.h"

/* Sets `why` of the functions that are entered elsewhere than at their beginning, or that share a
 * cold part with another function: they cannot be copied. */
void shared_code_find(const struct loops_binary *binary, struct loops_rewritten *functions);

#endif
