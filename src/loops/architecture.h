/* architecture.h: what differs from machine to machine when code is read, and copied. */
#ifndef LOOPS_ARCHITECTURE_H
#define LOOPS_ARCHITECTURE_H

#include "loops/flow/instruction.h"

struct loops_access;
struct loops_binary;
struct loops_binary_function;
struct loops_rewriting;
struct loops_rewritten;
struct loops_table;

struct loops_architecture {
    unsigned machine; /* EM_AARCH64, EM_X86_64 */

    /* Decodes the instruction at the beginning of `bytes`, which stands at `address`. False: the
     * bytes do not hold one as a whole; else its kind may still be INSTRUCTION_UNKNOWN. */
    bool (*decode)(const uint8_t *bytes, size_t size, uint64_t address,
                   struct loops_instruction *instruction);

    /* Finds the table of the indirect jump at an address of a function, from the instructions
     * before it. False: it is none, or its form is not known. */
    bool (*table)(const struct loops_binary *binary, const struct loops_binary_function *function,
                  uint64_t jump, struct loops_table *table);

    /* A stub of the procedure linkage table, if these bytes are one: where it is called, and the
     * address of the pointer that it jumps through. They are looked for at every `stub_step`. */
    bool (*stub)(const uint8_t *bytes, size_t size, uint64_t address, uint64_t *entry,
                 uint64_t *slot);
    size_t stub_step;

    /* What an instruction does with memory and with vectors (access.h); false: neither. */
    bool (*access)(const uint8_t *bytes, size_t size, struct loops_access *access);

    /* Registers by the calling convention. */
    uint32_t arguments; /* what a call may be given in */
    uint32_t kept;      /* what is the caller's own, and what a function may give back */
    uint32_t clobbered; /* what a call of a function in another library may change */
    uint32_t between;   /* what any call may change: those of the linker's own code */
    uint32_t leaf;      /* what the copy of a function without calls has for itself: it must neither
                         * read nor write them */

    /* Finds functions that cannot be patched: they get a reason. NULL: there are none. */
    void (*prepare)(const struct loops_binary *binary, struct loops_rewritten *functions);

    /* Appends the copy of a function to the plan, and fills in its slots and entries. */
    void (*rewrite)(struct loops_rewriting *rewriting, uint32_t function);

    /* Whether the copy of a call through a register remembers where it led (enum format_pointer).
     * NULL: none does. */
    bool (*remembers)(const struct loops_instruction *call);

    /* Completes the jump at byte `at` of the code, which was put there for a struct late: it leads
     * to byte `to`. */
    void (*complete_jump)(uint8_t *code, uint32_t at, uint32_t to);
};

extern const struct loops_architecture aarch64_architecture, loops_x86_64_architecture;

/* NULL: Triptych does not know that machine. */
const struct loops_architecture *loops_architecture_of(unsigned machine);

#endif
