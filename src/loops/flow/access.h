/* access.h: what an instruction does with memory, and on how many elements at once: the same for
 * all machines. */
#ifndef LOOPS_FLOW_ACCESS_H
#define LOOPS_FLOW_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* The address is base + (index << shift) + offset; registers that are not there are
 * INSTRUCTION_NO_REGISTER. */
struct loops_access {
    uint8_t base, index, shift;
    uint8_t bytes; /* of memory that a register is loaded from or stored to; 0: none */
    uint8_t parts; /* registers, one behind the other */
    bool is_store;
    bool is_sum;     /* nothing is accessed: the address becomes the value of a register */
    uint8_t element; /* bytes of one element there, as far as the instruction tells; else 0 */
    uint8_t lanes;   /* bytes of the elements of vectors that it computes with, as bits; 0: none */
    bool is_float;   /* these are floating-point numbers */
    bool to_integer; /* they become whole numbers */
    int64_t offset;
};

#endif
