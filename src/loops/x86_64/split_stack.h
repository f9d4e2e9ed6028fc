/* split_stack.h: finds functions whose stack is in pieces (-fsplit-stack). */
#ifndef LOOPS_X86_64_SPLIT_STACK_H
#define LOOPS_X86_64_SPLIT_STACK_H

#include "loops/plan/rewrite.h"

/* True if a function may go on at another piece of the stack, or makes others do so. Needs the
 * graphs of all functions. */
bool x86_64_splits_stack(const struct loops_binary *binary, const struct loops_rewritten *functions,
                         const struct loops_rewritten *function);

#endif
