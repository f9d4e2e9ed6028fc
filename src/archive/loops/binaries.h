/* binaries.h: the binaries whose loops were counted, with what is known of their functions,
 * for all places together. */
#ifndef ARCHIVE_LOOPS_BINARIES_H
#define ARCHIVE_LOOPS_BINARIES_H

#include "archive/loops/function.h"

struct loops_binary {
    struct loops_plan *plan;
    bool same; /* the binary is there, and is the one that the plan was made of */
    struct loops_function **functions; /* by number; NULL: not asked for yet */
};

struct loops_binaries;
struct loops_binaries *loops_binaries_new(void);
void loops_binaries_free(struct loops_binaries *binaries);

/* By the name of the plan. NULL: it cannot be read. */
struct loops_binary *loops_binaries_get(struct loops_binaries *binaries,
                                        const struct folder *folder, const char *plan);

/* The number is less than the plan's function_count. */
struct loops_function *loops_binary_function(struct loops_binary *binary, uint32_t number);

#endif
