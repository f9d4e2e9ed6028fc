/* access.h: how an instruction accesses memory, and on how many elements it works at once, in terms
 * that are the same for all machines. */
#ifndef LOOPS_FLOW_ACCESS_H
#define LOOPS_FLOW_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* One access. Its address is base + (index << shift) + offset; registers that are absent are
 * INSTRUCTION_NO_REGISTER. */
struct loops_access {
    uint8_t base, index, shift;
    uint8_t bytes; /* bytes that one register loads or stores; 0: memory is not accessed */
    uint8_t parts; /* number of registers loaded or stored, at consecutive addresses */
    bool is_store;
    bool is_local;     /* the address counts from where the thread's own variables are */
    bool is_scattered; /* the address is different for each element: a vector is added to it */
    bool is_sum; /* memory is not accessed: the address itself becomes the value of a register */
    uint8_t
        element;    /* bytes of one element in memory, where the instruction says so; otherwise 0 */
    bool is_packed; /* integers, of a size that the instruction does not tell, go through a vector
                       register */
    uint8_t lanes;  /* element sizes, in bytes, of the vectors that it computes with, as a sum of
                       powers of two; 0: none */
    bool is_float;  /* these elements are floating-point numbers */
    bool to_integer; /* converts them to integers */
    int64_t offset;
};

#endif
