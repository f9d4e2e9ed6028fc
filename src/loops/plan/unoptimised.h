/* unoptimised.h: tells which functions were made without optimisation, and by clang. */
#ifndef LOOPS_PLAN_UNOPTIMISED_H
#define LOOPS_PLAN_UNOPTIMISED_H

#include "loops/binary/binary.h"
#include "loops/flow/shape.h"

/* Returns the flags of a function for x86-64 that was made without optimisation, as far as can be
 * told: FORMAT_FUNCTION_FRAME if much of the code of its loops accesses its frame; with
 * FORMAT_FUNCTION_CLANG if the binary names that compiler, too, and the function does not end as
 * those of gcc do. Sets FORMAT_FUNCTION_BARE where the function was optimised for sure. */
uint32_t unoptimised_flags(const struct loops_binary *binary, const struct loops_shape *shape);

#endif
