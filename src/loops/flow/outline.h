/* outline.h: what is in a binary: its functions and their loops, to be shown. */
#ifndef LOOPS_FLOW_OUTLINE_H
#define LOOPS_FLOW_OUTLINE_H

#include "format/loops.h"
#include "loops/binary/binary.h"

/* `known.parent` is a loop of the same function, counted from its first one. */
struct loops_outline_loop {
    struct format_loop known;
    uint64_t address; /* of its head */
    uint32_t blocks, instructions;
    size_t first_back, back_count; /* branches that lead back there; none are: jumps that do */
    bool tested;                   /* they are branches */
};

struct loops_outline_function {
    const struct loops_binary_function *function;
    const char *why; /* it is left as it is: the reason; NULL: its loops can be counted */
    uint64_t why_at; /* address; 0: the reason has none */
    bool has_flow;   /* its loops are known */
    uint32_t blocks, instructions;
    size_t first_loop, loop_count;
};

struct loops_outline {
    struct loops_outline_function *functions; /* by address */
    size_t function_count;
    struct loops_outline_loop *loops; /* of one function after another; a loop before those in it */
    size_t loop_count, loop_room;
    uint64_t *back;
    size_t back_count, back_room;
};

void loops_outline_begin(struct loops_outline *outline, const struct loops_binary *binary);
void loops_outline_end(struct loops_outline *outline);

#endif
