/* operation_parts.h: the parts of an x86-64 instruction's operation: what it computes with
 * floating-point numbers and vectors, and what it loads and stores. */
#ifndef LOOPS_X86_64_OPERATION_PARTS_H
#define LOOPS_X86_64_OPERATION_PARTS_H

#include "loops/flow/operation.h"
#include "loops/x86_64/fields.h"

/* What an instruction on vector registers is, apart from its memory operand. */
void x86_64_operation_floats(const struct x86_64_fields *fields, struct loops_operation *operation);
/* The same for x87. */
void x86_64_operation_x87(const struct x86_64_fields *fields, struct loops_operation *operation);

/* Sets loads, stores, their bytes, and whether they are on the stack; no operations if they are
 * masked. */
void x86_64_operation_memory(const struct x86_64_fields *fields, struct loops_operation *operation);

#endif
