/* emit.h: encodes the x86-64 instructions that copies of functions need, and appends them to the
 * plan's code. */
#ifndef LOOPS_X86_64_EMIT_H
#define LOOPS_X86_64_EMIT_H

#include "loops/plan/plan.h"
#include "loops/x86_64/x86_64.h"

/* Condition codes, as in opcodes. */
enum emit_condition {
    EMIT_ZERO = 4,
    EMIT_NOT_ZERO = 5,
    EMIT_ABOVE = 7,
    EMIT_NEGATIVE = 8,
    EMIT_NOT_NEGATIVE = 9,
    EMIT_LESS = 12,
    EMIT_NOT_LESS = 13,
};

enum { EMIT_NO_INDEX = RSP }; /* rsp cannot be an index */

/* Append one byte, and 4 bytes. */
void emit_byte(struct loops_plan *plan, unsigned byte);
void emit_word(struct loops_plan *plan, uint32_t word); /* 4 bytes */

/* Operations of 64 bits, or 32 if `narrow`. Memory is at base + offset. */
void emit_move(struct loops_plan *plan, unsigned to, unsigned from);
void emit_load(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset);
void emit_load_value(struct loops_plan *plan, unsigned to, uint32_t value);
void emit_store(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset);
void emit_store_value(struct loops_plan *plan, uint32_t value, unsigned base, int32_t offset);
void emit_store_narrow_value(struct loops_plan *plan, uint32_t value, unsigned base,
                             int32_t offset);
void emit_not(struct loops_plan *plan, unsigned number, bool narrow);
/* to = base + index + offset; preserves the flags. */
void emit_sum(struct loops_plan *plan, unsigned to, unsigned base, unsigned index, int32_t offset,
              bool narrow);
/* Operations that change the flags. */
void emit_count(struct loops_plan *plan, unsigned base, int32_t offset, int32_t value);
void emit_compare_memory(struct loops_plan *plan, unsigned base, int32_t offset, uint32_t value);
void emit_compare_narrow(struct loops_plan *plan, unsigned base, int32_t offset, uint32_t value);
void emit_add_to_memory(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset);
void emit_add_memory(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset,
                     bool narrow);
void emit_subtract_memory(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset,
                          bool narrow);
void emit_subtract(struct loops_plan *plan, unsigned from, unsigned number, bool narrow);
void emit_test(struct loops_plan *plan, unsigned number);
void emit_compare(struct loops_plan *plan, unsigned number, uint32_t value);
void emit_compare_with_memory(struct loops_plan *plan, unsigned number, unsigned base,
                              int32_t offset);

/* Read the clock, and set bit 63; both use fixed registers. */
void emit_clock(struct loops_plan *plan);  /* rax = ticks of the clock; rdx is lost */
void emit_bit_63(struct loops_plan *plan); /* rax = 1 << 63 */

/* Load and store the current node. */
void emit_load_current(struct loops_plan *plan, unsigned to);
void emit_store_current(struct loops_plan *plan, unsigned from);
/* Compares the stack pointer with that of the thread's last fold; changes the flags. */
void emit_compare_stack(struct loops_plan *plan);
/* Compares the function of the node in a register with a function's number; changes the flags. If
 * `noted`, they are equal only if the node has no note, either. */
void emit_compare_function(struct loops_plan *plan, unsigned base, uint32_t function, bool noted);

/* Look-ups in tables: to = the 2 bytes at base + 2 * index; the 4 bytes, sign-extended, at base + 4
 * * index. */
void emit_load_2(struct loops_plan *plan, unsigned to, unsigned base, unsigned index);
void emit_load_4(struct loops_plan *plan, unsigned to, unsigned base, unsigned index);

/* Push and pop a register or the flags; push a constant; move the stack pointer by a number of
 * bytes. */
void emit_push(struct loops_plan *plan, unsigned number);
void emit_pop(struct loops_plan *plan, unsigned number);
void emit_push_flags(struct loops_plan *plan);
void emit_pop_flags(struct loops_plan *plan);
void emit_push_value(struct loops_plan *plan, uint32_t value);
void emit_move_stack(struct loops_plan *plan, int32_t bytes); /* preserves the flags */

/* Appends up to 15 bytes that do nothing, in as few instructions as possible. */
void emit_nothing(struct loops_plan *plan, uint32_t bytes);

/* These return the position of their distance, which is to be completed. */
uint32_t emit_jump(struct loops_plan *plan);
uint32_t emit_call(struct loops_plan *plan);
uint32_t emit_branch(struct loops_plan *plan, unsigned condition);
/* Appends a branch of 2 bytes back to position `to`, at most 128 bytes from its end. */
void emit_short_branch(struct loops_plan *plan, unsigned condition, uint32_t to);
uint32_t emit_address(struct loops_plan *plan, unsigned to); /* lea of an address relative to rip */
uint32_t emit_push_near(struct loops_plan *plan); /* pushes 8 bytes at an address relative to rip */
void emit_jump_register(struct loops_plan *plan, unsigned number);
void emit_return(struct loops_plan *plan,
                 unsigned bytes); /* `bytes` are removed from the stack too */

/* Completes the distance at position `at`: it leads to position `to`, or to an address of the
 * binary. */
void emit_lead_to(struct loops_plan *plan, uint32_t at, uint32_t to);
void emit_lead_out(struct loops_plan *plan, uint32_t at, uint64_t address);

#endif
