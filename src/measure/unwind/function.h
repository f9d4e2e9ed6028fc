/* function.h: the function that an address of code is in, as .eh_frame describes it. It is there
 * in stripped binaries, too. */
#ifndef MEASURE_UNWIND_FUNCTION_H
#define MEASURE_UNWIND_FUNCTION_H

#include "measure/unwind/bytes.h"

struct unwind_function {
    uintptr_t start, end;
    struct unwind_bytes common, own; /* programs of call frame instructions */
    uint64_t code_step;
    int64_t data_step;
    uint64_t return_column;
    bool is_signal_frame;
};

/* False: it is in no module, or the module does not describe it. Takes no lock where libc finds
 * modules without one, and calls no allocator. */
bool unwind_function_of(uintptr_t pc, struct unwind_function *function);

#endif
