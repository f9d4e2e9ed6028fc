/* operations.h: Valgrind's operations that update a variable. */
#ifndef LOOPS_VALGRIND_OPERATIONS_H
#define LOOPS_VALGRIND_OPERATIONS_H

#include "loops/valgrind/base.h"

#include "libvex_ir.h"

/* Returns the enum format_carried_operation by which an operation changes its first operand; 0 if
 * its order matters. `*is_minus`: it subtracts its second operand. */
UInt operations_of(IROp op, Bool *is_minus);

/* True for sums and differences of integers that are no vectors. */
Bool operations_is_integer_sum(IROp op);

/* True for operations of x86-64 on the first lane of vector registers, which leave the others as
 * they are. */
Bool operations_is_scalar(IROp op);

/* True if the result is the operand in another type or width. */
Bool operations_is_copy(IROp op);

/* True for a * b + c. */
Bool operations_is_fused_sum(IROp op);

/* Gets the value of an integer constant. False if it is no integer. */
Bool operations_constant(const IRConst *constant, Long *value);

#endif
