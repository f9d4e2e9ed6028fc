/* outline.h: lists the functions of a binary and their loops, to be shown. */
#ifndef LOOPS_FLOW_OUTLINE_H
#define LOOPS_FLOW_OUTLINE_H

#include "format/loops.h"
#include "loops/binary/binary.h"
#include "loops/flow/strides.h"

/* A loop. `known.parent` is a loop of the same function, counted from its first one. */
struct loops_outline_loop {
    struct format_loop known;
    uint64_t address; /* address of its head */
    uint32_t blocks, instructions;
    struct loops_strides strides;
    size_t first_back, back_count; /* in `back`: the branches that lead back to the head, or the
                                      jumps if there are no branches */
    bool tested;                   /* these are branches */
};

/* A function and its loops. */
struct loops_outline_function {
    const struct loops_binary_function *function;
    const char *why; /* the reason why its loops cannot be counted; NULL if they can */
    uint64_t why_at; /* address of the code that `why` is about; 0 if there is none */
    bool has_flow;   /* its flow and its loops are known */
    uint32_t blocks, instructions;
    size_t first_loop, loop_count;
};

/* All functions of a binary. */
struct loops_outline {
    struct loops_outline_function *functions; /* sorted by address */
    size_t function_count;
    struct loops_outline_loop
        *loops; /* grouped by function; each loop comes before those inside it */
    size_t loop_count, loop_room;
    uint64_t *back; /* addresses of instructions, grouped by loop */
    size_t back_count, back_room;
};

/* Analyses all functions of a binary, which must outlive the outline; loops_outline_end() frees it.
 */
void loops_outline_begin(struct loops_outline *outline, const struct loops_binary *binary);
void loops_outline_end(struct loops_outline *outline);

#endif
