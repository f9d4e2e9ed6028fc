/* cycles_lanes.h: the cells of several lanes, read with a thread per core where events must be
 * read. */
#ifndef CUBE_CYCLES_LANES_H
#define CUBE_CYCLES_LANES_H

#include "cube/cycles.h"
#include "util/progress.h"

/* Lanes, and who takes their cells: lane after lane, one call after another, possibly in another
 * thread than the caller's. */
struct cube_cycles_lanes {
    const struct archive *archive;
    const struct cube_cycles_shape *shape;
    const uint32_t *rows;
    size_t count;
    void (*begin)(void *to, size_t i); /* called before the cells of rows[i] */
    cycles_take *take;
    void *to;
    struct progress *progress; /* or NULL */
};

/* Passes every cell of the lanes to `take`. False with an error. */
bool cube_cycles_of_lanes(const struct cube_cycles_lanes *lanes, struct error *error);

#endif
