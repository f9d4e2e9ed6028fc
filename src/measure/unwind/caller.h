/* caller.h: where a function keeps what belongs to its caller, as .eh_frame tells. It is known for
 * code without frame pointers, too. */
#ifndef MEASURE_UNWIND_CALLER_H
#define MEASURE_UNWIND_CALLER_H

#include <stdbool.h>
#include <stdint.h>

/* At one instruction of a function that has called another one. Offsets are in bytes. */
struct unwind_rule {
    bool is_known;
    bool is_outermost;        /* the function has no caller: a thread begins with it */
    bool by_frame_pointer;    /* `size` is counted from the frame pointer, not the stack pointer */
    bool saves_frame_pointer; /* the caller's frame pointer is in memory, not in its register */
    int32_t size;             /* from there to the caller's stack pointer */
    int32_t return_at;        /* from the caller's stack pointer to the return address */
    int32_t frame_pointer_at; /* the same of the caller's frame pointer */
};

/* Reads the rule for the instruction at `pc`; of a frame whose return address is known, `pc` is
 * this address minus 1. Calls no allocator. */
struct unwind_rule unwind_rule_at(uintptr_t pc);

#endif
