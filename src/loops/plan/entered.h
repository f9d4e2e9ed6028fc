/* entered.h: functions that others reach into. */
#ifndef LOOPS_PLAN_ENTERED_H
#define LOOPS_PLAN_ENTERED_H

#include "loops/plan/rewrite.h"

/* Gives those a reason to stay as they are that are entered elsewhere than at their beginning, or
 * share a part that was moved away with another one. */
void entered_find(const struct loops_binary *binary, struct loops_rewritten *functions);

#endif
