/* flat.h: the tree of a run without its call paths: routines, and below each its loops.
 *
 * Two programs whose sources differ call their routines in different ways, and compilers inline
 * them in different ways. A loop belongs here to the routine in whose source it stands, and all
 * loops that were made of it are one.
 */
#ifndef ANALYSIS_DIVISION_FLAT_H
#define ANALYSIS_DIVISION_FLAT_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "cube/overlay.h"
#include "util/interned.h"

struct division_flat {
    struct overlay overlay;
    uint32_t *keys;     /* by node: what it is called, the same in all runs */
    uint32_t *around;   /* by node: where it was first executed, the number of another node; 0: in
                           nothing. Nodes that were executed there are in the order of `rows` */
    uint32_t *rows;     /* by node: the first row of nodes that is one of it */
    uint32_t *routines; /* by node: the number of its routine's name in `names`; ARCHIVE_NONE: it
                           is of none */
};

/* Of the lanes that are chosen. `names` and `keys` are shared by all runs that are compared. */
struct division_flat division_flat_new(const struct archive *archive,
                                       const struct division_sources *sources,
                                       const uint8_t *chosen, struct interned *names,
                                       struct interned *keys);
void division_flat_free(struct division_flat *flat);

#endif
