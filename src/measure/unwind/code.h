/* code.h: calls and jumps in the machine code of the program, as far as they lead to a place that
 * is written in them. */
#ifndef MEASURE_UNWIND_CODE_H
#define MEASURE_UNWIND_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct code_target {
    uintptr_t behind;      /* the instruction behind it: of a call, where it returns to */
    uintptr_t target;      /* 0: see `slot` */
    const uintptr_t *slot; /* where the target is kept; NULL: see `target` */
    uintptr_t next;        /* where the next one may begin */
};

/* The call before a return address. False: it is one by a register. */
bool code_called(uintptr_t return_address, struct code_target *target);

/* Of a stub that jumps to a function of another module: where the function's address is kept. */
bool code_stub(uintptr_t at, const uintptr_t **slot);

/* Whether a function does nothing but jump to another one: the compiler found that they are the
 * same. */
bool code_only_jumps(uintptr_t function);

/* The next instruction in [at, end) that may be a jump to another function. False: there is
 * none. */
bool code_next_jump(uintptr_t at, uintptr_t end, struct code_target *target);

#endif
