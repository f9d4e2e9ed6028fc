/* function.h: finds the function that contains a code address, from .eh_frame, which stripped
 * binaries contain, too. */
#ifndef MEASURE_UNWIND_FUNCTION_H
#define MEASURE_UNWIND_FUNCTION_H

#include "measure/unwind/bytes.h"

struct measure_unwind_function {
    uintptr_t start, end;
    struct unwind_bytes common,
        own; /* call frame instructions: shared by several functions, and of this one */
    uint64_t code_step;
    int64_t data_step;
    uint64_t return_column;
    bool is_signal_frame;
};

/* Finds the function at `pc`. False if it is in no module, or if the module does not describe it.
 * Takes no lock if libc finds modules without one, and calls no allocator. */
bool measure_unwind_function_of(uintptr_t pc, struct measure_unwind_function *function);

#endif
