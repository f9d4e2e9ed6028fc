/* emit.h: instructions of x86-64 that copies of functions get. */
#ifndef LOOPS_X86_64_EMIT_H
#define LOOPS_X86_64_EMIT_H

#include "loops/plan/plan.h"
#include "loops/x86_64/x86_64.h"

/* Condition codes, as they stand in opcodes. */
enum emit_condition {
    EMIT_ZERO = 4,
    EMIT_NOT_ZERO = 5,
    EMIT_ABOVE = 7,
    EMIT_NEGATIVE = 8,
    EMIT_NOT_NEGATIVE = 9,
};

enum { EMIT_NO_INDEX = RSP };

void emit_byte(struct loops_plan *plan, unsigned byte);
void emit_word(struct loops_plan *plan, uint32_t word); /* 4 bytes */

/* Of 64 bits, but for what is `narrow`. */
void emit_move(struct loops_plan *plan, unsigned to, unsigned from);
void emit_load(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset);
void emit_store(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset);
void emit_store_value(struct loops_plan *plan, uint32_t value, unsigned base, int32_t offset);
void emit_store_narrow_value(struct loops_plan *plan, uint32_t value, unsigned base,
                             int32_t offset);
void emit_not(struct loops_plan *plan, unsigned number, bool narrow);
/* to = base + index + offset, without flags. */
void emit_sum(struct loops_plan *plan, unsigned to, unsigned base, unsigned index, int32_t offset,
              bool narrow);
/* These change flags. */
void emit_count(struct loops_plan *plan, unsigned base, int32_t offset, int32_t value);
void emit_compare_memory(struct loops_plan *plan, unsigned base, int32_t offset, uint32_t value);
void emit_add_to_memory(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset);
void emit_add_memory(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset,
                     bool narrow);
void emit_test(struct loops_plan *plan, unsigned number);
void emit_compare(struct loops_plan *plan, unsigned number, uint32_t value);

void emit_clock(struct loops_plan *plan);  /* rax = ticks; rdx is lost */
void emit_bit_63(struct loops_plan *plan); /* rax = that bit alone */

/* The current node. */
void emit_load_current(struct loops_plan *plan, unsigned to);
void emit_store_current(struct loops_plan *plan, unsigned from);
/* Compares what a register points to with the number of a function; changes flags. */
void emit_compare_function(struct loops_plan *plan, unsigned base, uint32_t function);

/* Table look-ups: to = the 2 bytes at base + 2 * index; the 4 bytes, with sign, at base + 4 *
 * index. */
void emit_load_2(struct loops_plan *plan, unsigned to, unsigned base, unsigned index);
void emit_load_4(struct loops_plan *plan, unsigned to, unsigned base, unsigned index);

void emit_push(struct loops_plan *plan, unsigned number);
void emit_pop(struct loops_plan *plan, unsigned number);
void emit_push_flags(struct loops_plan *plan);
void emit_pop_flags(struct loops_plan *plan);
void emit_push_value(struct loops_plan *plan, uint32_t value);
void emit_move_stack(struct loops_plan *plan, int32_t bytes); /* without flags */

/* These return where their distance stands, which is to be completed. */
uint32_t emit_jump(struct loops_plan *plan);
uint32_t emit_branch(struct loops_plan *plan, unsigned condition);
uint32_t emit_address(struct loops_plan *plan, unsigned to); /* of what is near */
uint32_t emit_push_near(struct loops_plan *plan);            /* 8 bytes that are near */
void emit_jump_register(struct loops_plan *plan, unsigned number);
void emit_return(struct loops_plan *plan, unsigned bytes); /* that are taken off, too */

/* Completes a distance: it leads to a byte of the code, or to an address of the binary. */
void emit_lead_to(struct loops_plan *plan, uint32_t at, uint32_t to);
void emit_lead_out(struct loops_plan *plan, uint32_t at, uint64_t address);

#endif
