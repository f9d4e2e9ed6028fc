/* caller.h: finds where a function has saved its caller's registers, from .eh_frame. That works for
 * code without frame pointers, too. */
#ifndef MEASURE_UNWIND_CALLER_H
#define MEASURE_UNWIND_CALLER_H

#include <stdbool.h>
#include <stdint.h>

/* The rule at one instruction of a function that has called another one, or was interrupted.
 * Offsets are in bytes. */
struct unwind_rule {
    bool is_known;
    bool in_register;         /* the return address is still in its register: only a function that
                                 was interrupted, and has called none, can be like that */
    bool is_outermost;        /* the function has no caller: it starts a thread */
    bool by_frame_pointer;    /* `size` counts from the frame pointer, not from the stack pointer */
    bool loads_stack_pointer; /* `size` leads to a word that holds the caller's stack pointer:
                                 x86-64 code that aligns its stack and has variables of any size */
    bool saves_frame_pointer; /* the caller's frame pointer is in memory, not in the register */
    bool saves_by_frame_pointer; /* `frame_pointer_at` counts from the frame pointer */
    int32_t size;                /* from the base register to the caller's stack pointer */
    int32_t return_at;           /* from the caller's stack pointer to the return address */
    int32_t frame_pointer_at;    /* from the caller's stack pointer to the caller's frame pointer */
};

/* Returns the rule for the instruction at `pc`. For a frame that has called another one, `pc` is
 * the return address minus 1. Calls no allocator. */
struct unwind_rule unwind_rule_at(uintptr_t pc);

#endif
