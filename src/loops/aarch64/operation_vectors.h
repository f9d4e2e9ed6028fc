/* operation_vectors.h: what A64 instructions on floating-point and vector registers do. */
#ifndef LOOPS_AARCH64_OPERATION_VECTORS_H
#define LOOPS_AARCH64_OPERATION_VECTORS_H

#include "loops/flow/operation.h"

/* Sets class, vector and floating-point operations of an instruction of the group "data processing,
 * scalar floating-point and advanced SIMD". */
void aarch64_operation_vectors(uint32_t word, struct loops_operation *operation);

#endif
