/* operation.h: what one instruction does, for the instruction mix, in terms that are the same for
 * all machines. */
#ifndef LOOPS_FLOW_OPERATION_H
#define LOOPS_FLOW_OPERATION_H

#include "format/operations.h"

#include <stdbool.h>
#include <stdint.h>

/* One instruction. */
struct loops_operation {
    uint8_t class;           /* enum format_operation, up to FORMAT_OPERATION_CLASSES */
    uint8_t precision;       /* of its floating-point operations: enum format_precision */
    uint16_t flops;          /* number of these; a fused one counts as two */
    uint16_t vector;         /* bytes of the vectors that it works on; 0: scalars */
    bool is_fused;           /* multiplies and adds */
    bool is_unsure;          /* how much it does is not known from its code */
    bool on_stack;           /* accesses memory relative to the stack pointer */
    bool loads, stores;      /* accesses memory, even if the number of bytes is not known */
    uint16_t loaded, stored; /* bytes */
};

/* Returns the number of a vector's length in bytes: 0 for scalars, 1 to 4 for 8 to 64 bytes. */
static inline uint32_t loops_operation_length(const struct loops_operation *operation)
{
    return operation->vector >= 64   ? 4
           : operation->vector >= 32 ? 3
           : operation->vector >= 16 ? 2
           : operation->vector > 0   ? 1
                                     : 0;
}

#endif
