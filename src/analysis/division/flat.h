/* flat.h: the tree of a run without call paths: routines, and below each its loops. Two programs
 * whose sources differ call their routines differently, and compilers inline them differently. Here
 * a loop belongs to the routine whose source contains it, and all copies that a compiler made of it
 * are one node. */
#ifndef ANALYSIS_DIVISION_FLAT_H
#define ANALYSIS_DIVISION_FLAT_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "cube/overlay.h"
#include "util/interned.h"

/* A flat tree. */
struct division_flat {
    struct cube_overlay overlay;
    uint32_t *keys;   /* by node: its key, the same in all runs */
    uint32_t *around; /* by node: the node in which it was first executed; 0: none. Nodes executed
                         in the same one are ordered by `rows` */
    uint32_t *rows;   /* by node: its first row of nodes */
    uint32_t
        *routines; /* by node: the number of its routine's name in `names`; ARCHIVE_NONE: none */
};

/* Builds the tree of the chosen lanes. `names` and `keys` are shared by all runs that are
 * compared. */
struct division_flat division_flat_new(const struct archive *archive,
                                       const struct division_sources *sources,
                                       const uint8_t *chosen, struct interned *names,
                                       struct interned *keys);
void division_flat_free(struct division_flat *flat);

#endif
