/* factor.h: how many iterations of the source one trip of a loop of the binary is, where the
 * compiler has put several into one: in the lanes of vectors, or one behind the other. */
#ifndef LOOPS_FLOW_FACTOR_H
#define LOOPS_FLOW_FACTOR_H

#include "loops/binary/binary.h"
#include "loops/flow/induction.h"

struct loops_factor {
    uint32_t count;   /* 0: not known */
    bool is_vector;   /* it works on vectors */
    bool has_rest;    /* iterations that are left over may be done by code beside it, in no loop */
    bool is_constant; /* it makes the same number of trips whenever it is entered */
};

/* By loop. The caller frees it. */
struct loops_factor *loops_factors_find(const struct loops_binary *binary,
                                        const struct loops_shape *shape);

#endif
