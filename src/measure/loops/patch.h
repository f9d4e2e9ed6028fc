/* patch.h: completes the copy of a module's code, and patches the original. */
#ifndef MEASURE_LOOPS_PATCH_H
#define MEASURE_LOOPS_PATCH_H

#include "format/loops.h"

#include <stdbool.h>

struct patch_about {
    char *code, *slow; /* the copy, and the entry of the slow path */
    uint64_t moved;    /* distance of the module from its link address */
    uint32_t first;    /* number of its first function */
    int64_t thread;    /* offset of contexts_current from the thread pointer */
    int64_t quick;     /* offset of quick_own from the thread pointer */
};

void patch_moves(const struct patch_about *about, const struct format_move *moves, uint64_t count);

/* Patches the original, while it is writable: see text.h. */
void patch_original(const struct patch_about *about, const struct format_patch *patches,
                    uint64_t count);

#endif
