/* change.h: puts code near a loaded module and patches the module so that it leads there. */
#ifndef MEASURE_LOOPS_CHANGE_H
#define MEASURE_LOOPS_CHANGE_H

#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>

struct measure_change {
    uint64_t moved;     /* distance of the module from its link address */
    uint64_t low, high; /* range of the patched addresses, as it was linked */
    const char *code;
    size_t size; /* of the code */
    const struct format_move *moves;
    uint64_t move_count;
    const struct format_patch *patches;
    uint64_t patch_count;
};

/* Copies the code to memory near the module, and completes its moves. The copy is writable until
 * measure_change_apply(). NULL with errno: 0 if a patch is not in the module's code. */
char *measure_change_place(const struct measure_change *change);

/* Patches the module, so that it leads to the copy. False with errno; then nothing was changed. */
bool measure_change_apply(const struct measure_change *change, char *copy);

#endif
