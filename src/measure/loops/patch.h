/* patch.h: completes the copy of a module's code, and changes the original. */
#ifndef MEASURE_LOOPS_PATCH_H
#define MEASURE_LOOPS_PATCH_H

#include "format/loops.h"

#include <stdbool.h>

struct patch_about {
    char *code, *slow; /* where the copy is, and the way to the slow path */
    uint64_t moved;    /* how far the module is from where it was linked for */
    uint32_t first;    /* number of its first function */
    int64_t thread;    /* where the current context is, from the thread's own memory on */
    int64_t quick;     /* the same, of what is found without a slow path */
};

void patch_moves(const struct patch_about *about, const struct format_move *moves, uint64_t count);

/* While it can be written: see text.h. */
void patch_original(const struct patch_about *about, const struct format_patch *patches,
                    uint64_t count);

#endif
