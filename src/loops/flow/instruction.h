/* instruction.h: what an instruction does, as far as loops and counters need to know: the same for
 * all machines. */
#ifndef LOOPS_FLOW_INSTRUCTION_H
#define LOOPS_FLOW_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum loops_instruction_kind {
    INSTRUCTION_PLAIN,
    INSTRUCTION_JUMP,          /* always, to `target` */
    INSTRUCTION_BRANCH,        /* to `target`, or goes on */
    INSTRUCTION_CALL,          /* of `target` */
    INSTRUCTION_CALL_REGISTER, /* of what a register or memory says */
    INSTRUCTION_JUMP_REGISTER, /* the same, without coming back */
    INSTRUCTION_RETURN,
    INSTRUCTION_STOP,    /* never goes on: a trap that compilers put where nothing should come */
    INSTRUCTION_UNKNOWN, /* data, or newer than this reader */
};

/* Registers are bits, by the machine's numbers: the general ones from bit 0 on, and the flags. */
#define INSTRUCTION_FLAGS (UINT32_C(1) << 31)

enum { INSTRUCTION_NO_REGISTER = 0xff };

/* Masks are on the safe side: `reads` and `writes` may have more than is true, `kills`, which are
 * written as a whole whatever was there, may have less. */
struct loops_instruction {
    uint64_t address;
    uint64_t target; /* of jumps, branches, calls; what a relative one points to */
    uint32_t reads, writes, kills;
    uint8_t size;  /* bytes */
    uint8_t kind;  /* enum loops_instruction_kind */
    bool relative; /* computes an address from its own: must be changed when it is moved */
    bool vector;   /* works on vectors of several elements */
    /* Adds a constant to a register, whatever else it does: */
    uint8_t step_register; /* INSTRUCTION_NO_REGISTER: none */
    bool step_is_narrow;   /* by 32 bits: the upper half becomes 0 */
    /* Where a machine's reader does not tell these, less is known of loops: */
    uint8_t subject; /* register that is set to a constant, or compared */
    uint8_t other;   /* that it is compared with; INSTRUCTION_NO_REGISTER: the constant `value` */
    bool sets : 1;   /* `subject` to `value` */
    bool compares : 1;
    bool compare_is_narrow : 1; /* of 32 bits */
    uint8_t condition : 3;      /* of a branch: enum loops_instruction_condition */
    int32_t step, value;
};

/* What was compared last, by the branch itself or by what set the flags. */
enum loops_instruction_condition {
    INSTRUCTION_OTHERWISE,
    INSTRUCTION_IF_EQUAL,
    INSTRUCTION_IF_UNEQUAL,
    INSTRUCTION_IF_SIGNED,   /* less or greater, or equal */
    INSTRUCTION_IF_UNSIGNED, /* the same */
};

static inline bool loops_instruction_ends_block(const struct loops_instruction *instruction)
{
    return instruction->kind != INSTRUCTION_PLAIN && instruction->kind != INSTRUCTION_CALL &&
           instruction->kind != INSTRUCTION_CALL_REGISTER;
}

static inline bool loops_instruction_is_call(const struct loops_instruction *instruction)
{
    return instruction->kind == INSTRUCTION_CALL || instruction->kind == INSTRUCTION_CALL_REGISTER;
}

#endif
