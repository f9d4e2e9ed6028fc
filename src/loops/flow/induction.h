/* induction.h: finds loops whose trips can be derived from a register. */
#ifndef LOOPS_FLOW_INDUCTION_H
#define LOOPS_FLOW_INDUCTION_H

#include "loops/flow/shape.h"

enum { INDUCTION_STEPS = 4 };

/* A register that each iteration changes once, by `step`, and that nothing else in the loop
 * changes. Its value when the loop is left, minus that when it was entered, is `step` times the
 * number of steps: the number of back edges taken, plus one if the loop is left after the step.
 * Compilers copy the end of a loop to several ways back to its head; each has a copy of the step.
 */
struct loops_induction {
    uint8_t number; /* register; INSTRUCTION_NO_REGISTER if there is none */
    bool is_narrow; /* the step has 32 bits */
    uint8_t block_count;
    int64_t step;
    uint32_t blocks[INDUCTION_STEPS]; /* nodes that contain the step, or a copy of it */
    uint32_t at; /* number of the instruction that does the step in the first */
    /* The value before the loop, and the value after the step when the loop is left (bounds.c): */
    bool has_start, has_end;
    uint8_t end_register; /* register that holds the end; INSTRUCTION_NO_REGISTER: it is the
                             constant `end` */
    int64_t start, end;
};

/* Finds the register that counts a loop; of several, the one about which most is known. The loop
 * must have one head and no calls, and the step must not be in an inner loop; every path back to
 * the head must pass one copy of the step, and each exit must be clearly before or after it. */
struct loops_induction loops_induction_find(const struct loops_shape *shape, uint32_t loop);

/* Returns the number of iterations in each visit of the loop; 0 if it is not constant. */
uint64_t loops_induction_trips(const struct loops_induction *induction);

/* True if the exit of the loop at node `from` comes after the step. */
static inline bool loops_induction_is_behind(const struct loops_shape *shape,
                                             const struct loops_induction *induction, uint32_t from)
{
    for (uint32_t i = 0; i < induction->block_count; i++) {
        if (loops_shape_dominates(shape, induction->blocks[i], from))
            return true;
    }
    return false;
}

#endif
