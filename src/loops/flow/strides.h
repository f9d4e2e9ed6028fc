/* strides.h: how the addresses of the loads and stores of an innermost loop move from trip to
 * trip. */
#ifndef LOOPS_FLOW_STRIDES_H
#define LOOPS_FLOW_STRIDES_H

#include "loops/binary/binary.h"
#include "loops/flow/shape.h"

enum loops_stride {
    STRIDE_UNIT,     /* the trips go through an array without gaps */
    STRIDE_CONSTANT, /* the address moves by a constant, with gaps */
    STRIDE_FIXED,    /* the same address in all trips */
    STRIDE_INDIRECT, /* the address depends on what the trip loads */
    STRIDE_UNKNOWN,  /* the address depends on variables in memory, as in code that is not
                        optimised */
    STRIDE_OTHER,    /* the address is computed in another way */
    STRIDES,
};

/* The accesses of a loop. Loads and stores of a pair of registers count as two. */
struct loops_strides {
    bool is_known; /* false: the loop has loops or calls in it, or is too large */
    uint32_t loads[STRIDES], stores[STRIDES];
    int64_t distance; /* bytes, of the accesses STRIDE_CONSTANT; 0: there are several distances */
};

/* Analyses a loop. */
struct loops_strides loops_strides_find(const struct loops_binary *binary,
                                        const struct loops_shape *shape, uint32_t loop);

#endif
