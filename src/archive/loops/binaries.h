/* binaries.h: the binaries whose loops were counted, and their functions; shared by all places. */
#ifndef ARCHIVE_LOOPS_BINARIES_H
#define ARCHIVE_LOOPS_BINARIES_H

#include "archive/loops/function.h"

struct archive_loops_binary {
    struct archive_loops_plan *plan;
    bool same; /* the binary exists and is the one that the plan was made from */
    struct archive_loops_function **functions; /* by number; NULL: not made yet */
};

struct loops_binaries;
struct loops_binaries *archive_loops_binaries_new(void);
void archive_loops_binaries_free(struct loops_binaries *binaries);

/* Returns the binary of a plan's name, reading the plan once; NULL if it cannot be read. */
struct archive_loops_binary *archive_loops_binaries_get(struct loops_binaries *binaries,
                                                        const struct archive_folder *folder,
                                                        const char *plan);

/* Returns a function, made at the first call. The number must be below the plan's
 * function_count. */
struct archive_loops_function *archive_loops_binary_function(struct archive_loops_binary *binary,
                                                             uint32_t number);

#endif
