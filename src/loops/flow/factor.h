/* factor.h: finds how many source iterations one trip of a loop of the binary does, where the
 * compiler has put several into one: in the lanes of vectors, or unrolled. */
#ifndef LOOPS_FLOW_FACTOR_H
#define LOOPS_FLOW_FACTOR_H

#include "loops/binary/binary.h"
#include "loops/flow/shape.h"

/* The factor of one loop: source iterations = trips x count. */
struct loops_factor {
    uint32_t count;    /* source iterations per trip; 0: not known */
    uint32_t elements; /* elements of each array that a trip accesses, which may be members of a
                          structure or belong to a pass that is left in its middle; 0: not known */
    uint32_t trips;    /* in each visit, of a loop of one block with elements; 0: not known */
    bool is_vector;    /* the loop works on vectors */
    bool has_rest; /* remaining iterations may be executed beside the loop, outside of any loop */
    bool is_constant; /* the loop makes the same number of trips in each visit */
};

/* Returns the factors of all loops of a function, by loop. The caller frees the array. */
struct loops_factor *loops_factors_find(const struct loops_binary *binary,
                                        const struct loops_shape *shape);

#endif
