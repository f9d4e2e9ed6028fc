/* instruction.h: an instruction as far as loops and counters need it, in terms that are the same
 * for all machines. */
#ifndef LOOPS_FLOW_INSTRUCTION_H
#define LOOPS_FLOW_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of instructions, by where they pass control. */
enum loops_instruction_kind {
    INSTRUCTION_PLAIN,
    INSTRUCTION_JUMP,          /* always to `target` */
    INSTRUCTION_BRANCH,        /* to `target`, or to the next instruction */
    INSTRUCTION_CALL,          /* calls `target` */
    INSTRUCTION_CALL_REGISTER, /* calls the address in a register or in memory */
    INSTRUCTION_JUMP_REGISTER, /* jumps to the address in a register or in memory */
    INSTRUCTION_RETURN,
    INSTRUCTION_STOP, /* never continues: a trap that compilers emit where control should not arrive
                       */
    INSTRUCTION_UNKNOWN, /* data, or an instruction that the decoder does not know */
    INSTRUCTION_HUB, /* none, of no size: several jumps that read the same table meet here; `target`
                        is the address of the first of them (graph.h) */
};

/* Sets of registers are bits by the machine's register numbers: the general registers from bit 0
 * on, and the flags. */
#define INSTRUCTION_FLAGS (UINT32_C(1) << 31)

enum { INSTRUCTION_NO_REGISTER = 0xff };

/* An instruction. Its register sets are conservative: `reads` and `writes` may contain too many
 * registers; `kills`, those that are overwritten completely, may contain too few. */
struct loops_instruction {
    uint64_t address;
    uint64_t target; /* of jumps, branches and calls; otherwise the address that a relative
                        instruction computes or accesses; 0: none */
    uint32_t reads, writes, kills;
    uint8_t size;  /* bytes */
    uint8_t kind;  /* enum loops_instruction_kind */
    bool relative; /* uses an address relative to its own: must be changed when it is moved */
    bool vector;   /* works on vectors */
    /* Adds the constant `step` to a register, whatever else it does: */
    uint8_t step_register; /* INSTRUCTION_NO_REGISTER if it does not */
    bool step_is_narrow;   /* a 32-bit addition: the upper half becomes 0 */
    /* Optional: a decoder that does not set these makes less known about loops. */
    uint8_t subject; /* the register that is set to a constant, or compared */
    uint8_t other;   /* the register that it is compared with; INSTRUCTION_NO_REGISTER: the constant
                        `value` */
    bool sets : 1;   /* sets `subject` to `value` */
    bool compares : 1;
    bool leaves_carry : 1;      /* overwrites all flags but carry, so `kills` does not have them */
    bool ignores_carry : 1;     /* reads flags, but not carry */
    bool has_no_access : 1;     /* the architecture's access() would describe nothing */
    bool compare_is_narrow : 1; /* a 32-bit comparison */
    bool sets_stack : 1;        /* the stack pointer becomes what the registers it reads tell */
    bool gets_stack : 1;        /* computes something from the stack pointer, which remains */
    bool is_quiet : 1;          /* a call of a function that calls nothing of the program */
    uint8_t condition : 3;      /* of a branch: enum loops_instruction_condition */
    int32_t step, value;
};

/* The conditions of branches, on the result of the last comparison: the branch's own, or the one
 * that set the flags. */
enum loops_instruction_condition {
    INSTRUCTION_OTHERWISE, /* none of these */
    INSTRUCTION_IF_EQUAL,
    INSTRUCTION_IF_UNEQUAL,
    INSTRUCTION_IF_SIGNED,   /* signed order: less, greater, with or without equal */
    INSTRUCTION_IF_UNSIGNED, /* unsigned order */
};

/* True if a block ends after an instruction even if it is no call. */
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
