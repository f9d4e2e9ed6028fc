/* accesses.h: the loads and stores of a function's instructions, with their sizes. */
#ifndef ARCHIVE_LOOPS_ACCESSES_H
#define ARCHIVE_LOOPS_ACCESSES_H

#include "archive/loops/function.h"

struct archive_loops_access {
    uint64_t address; /* of the instruction */
    uint64_t bytes;
    bool is_store;
    bool is_fixed; /* a load from an address that never changes: a constant, or one element */
};

struct archive_loops_accesses {
    struct archive_loops_access *all; /* sorted by address */
    size_t count, room;
};

/* Reads the accesses of a function from its plan. To be freed with archive_loops_accesses_end. */
void archive_loops_accesses_begin(struct archive_loops_accesses *accesses,
                                  const struct archive_loops_function *function);
void archive_loops_accesses_end(struct archive_loops_accesses *accesses);

/* The accesses of a block, from `first` up to `end`. */
struct archive_loops_accesses_span {
    const struct archive_loops_access *first, *end;
};

struct archive_loops_accesses_span
archive_loops_accesses_of(const struct archive_loops_accesses *accesses,
                          const struct format_block *block);

#endif
