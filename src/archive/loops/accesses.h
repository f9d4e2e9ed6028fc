/* accesses.h: which instructions of a function load and store, and how many bytes. */
#ifndef ARCHIVE_LOOPS_ACCESSES_H
#define ARCHIVE_LOOPS_ACCESSES_H

#include "archive/loops/function.h"

struct loops_access {
    uint64_t address; /* of the instruction */
    uint64_t bytes;
    bool is_store;
    bool is_fixed; /* loads from an address that is always the same: a constant, or an element */
};

struct loops_accesses {
    struct loops_access *all; /* by address */
    size_t count, room;
};

void loops_accesses_begin(struct loops_accesses *accesses, const struct loops_function *function);
void loops_accesses_end(struct loops_accesses *accesses);

/* Returns the number of the first access from an address on. */
size_t loops_accesses_from(const struct loops_accesses *accesses, uint64_t address);

#endif
