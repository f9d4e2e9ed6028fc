/* accesses.h: the loads and stores of a function's instructions, with their sizes. */
#ifndef ARCHIVE_LOOPS_ACCESSES_H
#define ARCHIVE_LOOPS_ACCESSES_H

#include "archive/loops/function.h"

struct loops_access {
    uint64_t address; /* of the instruction */
    uint64_t bytes;
    bool is_store;
    bool is_fixed; /* a load from an address that never changes: a constant, or one element */
};

struct loops_accesses {
    struct loops_access *all; /* sorted by address */
    size_t count, room;
};

/* Reads the accesses of a function from its plan. To be freed with loops_accesses_end. */
void loops_accesses_begin(struct loops_accesses *accesses, const struct loops_function *function);
void loops_accesses_end(struct loops_accesses *accesses);

/* Returns the index of the first access at an address or after it; `count` if there is none. */
size_t loops_accesses_from(const struct loops_accesses *accesses, uint64_t address);

#endif
