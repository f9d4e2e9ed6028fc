/* binaries.h: the binaries whose loops were counted, and their functions; shared by all places. */
#ifndef ARCHIVE_LOOPS_BINARIES_H
#define ARCHIVE_LOOPS_BINARIES_H

#include "archive/loops/function.h"

struct loops_binary {
    struct loops_plan *plan;
    bool same; /* the binary exists and is the one that the plan was made from */
    struct loops_function **functions; /* by number; NULL: not made yet */
};

struct loops_binaries;
struct loops_binaries *loops_binaries_new(void);
void loops_binaries_free(struct loops_binaries *binaries);

/* Returns the binary of a plan's name, reading the plan once; NULL if it cannot be read. */
struct loops_binary *loops_binaries_get(struct loops_binaries *binaries,
                                        const struct folder *folder, const char *plan);

/* Returns a function, made at the first call. The number must be below the plan's
 * function_count. */
struct loops_function *loops_binary_function(struct loops_binary *binary, uint32_t number);

#endif
