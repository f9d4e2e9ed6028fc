/* code.h: decodes calls and jumps in the program's machine code whose target is part of the
 * instruction. */
#ifndef MEASURE_UNWIND_CODE_H
#define MEASURE_UNWIND_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct measure_code_target {
    uintptr_t behind;      /* address behind the instruction; for a call, the return address */
    uintptr_t target;      /* 0: see `slot` */
    const uintptr_t *slot; /* memory that holds the target; NULL: see `target` */
    uintptr_t next;        /* where the next instruction may begin */
};

/* Decodes the call before a return address. False if it is a call by register. */
bool measure_code_called(uintptr_t return_address, struct measure_code_target *target);

/* Decodes a stub that jumps to a function of another module; *slot holds the function's address.
 * False if it is none. */
bool measure_code_stub(uintptr_t at, const uintptr_t **slot);

/* True if a function only jumps to another one: the compiler found that they are the same. */
bool measure_code_only_jumps(uintptr_t function);

/* Finds the next instruction in [at, end) that may be a jump to another function. False if there is
 * none. */
bool measure_code_next_jump(uintptr_t at, uintptr_t end, struct measure_code_target *target);

#endif
