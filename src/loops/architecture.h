/* architecture.h: the functions and register sets that each machine provides to decode code and to
 * copy it. */
#ifndef LOOPS_ARCHITECTURE_H
#define LOOPS_ARCHITECTURE_H

#include "loops/flow/instruction.h"

struct loops_access;
struct loops_binary;
struct loops_binary_function;
struct loops_operation;
struct loops_rewriting;
struct loops_rewritten;
struct loops_table;

/* One machine: how its code is decoded and copied. */
struct loops_architecture {
    unsigned machine; /* EM_AARCH64, EM_X86_64 */

    /* Decodes the instruction at the beginning of `bytes`, whose address is `address`. Returns
     * false if the bytes do not hold a whole instruction; otherwise its kind may still be
     * INSTRUCTION_UNKNOWN. */
    bool (*decode)(const uint8_t *bytes, size_t size, uint64_t address,
                   struct loops_instruction *instruction);

    /* Finds the jump table of the indirect jump at address `jump` from the instructions before it.
     * Returns false if the jump uses no table or one of an unknown form. */
    bool (*table)(const struct loops_binary *binary, const struct loops_binary_function *function,
                  uint64_t jump, struct loops_table *table);

    /* Returns the address that an instruction takes, without a look at memory; 0 if it takes none.
     * NULL if only relative instructions take addresses. */
    uint64_t (*takes)(const struct loops_binary *binary, const struct loops_instruction *in);

    /* Recognizes a stub of the procedure linkage table in these bytes: sets the address that
     * callers call, and the address of the pointer that the stub jumps through. Returns false if
     * the bytes are no stub. It is tried every `stub_step` bytes. */
    bool (*stub)(const uint8_t *bytes, size_t size, uint64_t address, uint64_t *entry,
                 uint64_t *slot);
    size_t stub_step;

    /* Describes how an instruction accesses memory and computes with vectors (access.h); returns
     * false if it does neither. */
    bool (*access)(const uint8_t *bytes, size_t size, struct loops_access *access);

    /* Describes what an instruction does (operation.h), which was decoded before. */
    void (*operation)(const uint8_t *bytes, size_t size, const struct loops_instruction *in,
                      struct loops_operation *operation);

    /* Sets of registers, by the calling convention. */
    uint32_t stack;     /* stack pointer, where it is one of the registers that are followed */
    uint32_t frame;     /* where functions keep the address of their frame */
    uint32_t arguments; /* may hold arguments of a call */
    uint32_t kept;      /* callee-saved registers, and those that may hold results, or arguments of
                           tail calls */
    uint32_t returned;  /* callee-saved registers, and those that may hold results of functions that
                           follow the ABI */
    uint32_t clobbered; /* may be changed by a call of a function in another library */
    uint32_t between;   /* may be changed by any call: the linker's own code uses them */
    uint32_t carry;     /* a bit that is no register, by which the carry flag can be followed apart
                           from the others; 0: all flags are one */
    uint32_t idle;      /* neither arguments nor results nor callee-saved: only a caller that knows
                           the callee's code may keep values in them; 0: copies do not ask */
    uint32_t leaf;      /* used by the copy of a function without calls, which must neither read nor
                           write them itself; 0: such a copy gets its node as all others do */

    /* Limits of a function that is copied: its instructions, edges, and the counters, cells and
     * slots of a context. */
    uint32_t most_instructions, most_edges, most_values;

    /* Sets `why` of the functions that cannot be patched. NULL if the machine has no such
     * functions. */
    void (*prepare)(const struct loops_binary *binary, struct loops_rewritten *functions);

    /* Appends the copy of a function to the plan and sets the function's slots, entry and inside.
     */
    void (*rewrite)(struct loops_rewriting *rewriting, uint32_t function);

    /* True if the copy of a call through a pointer remembers its target (enum format_pointer). NULL
     * if no call does. */
    bool (*remembers)(const struct loops_binary *binary, const struct loops_instruction *call);

    /* Completes the jump at byte `at` of the code, which was emitted for a struct late, so that it
     * leads to byte `to`. */
    void (*complete_jump)(uint8_t *code, uint32_t at, uint32_t to);
};

extern const struct loops_architecture aarch64_architecture, loops_x86_64_architecture;

#endif
