/* kept_sweep.h: makes the pyramid of a lane's kept visits several times faster than kept_make.h
 * does from stretches, if its visits are nested as its nodes are: see kept.h.
 *
 * All visits are read, kept or not, in the order of their starts. Those that are open at a moment
 * are a chain, one per depth of their nodes; so no stack is needed to know what is around a visit:
 *
 *     depth 1   main   ────────────────────────────      a kept visit gets its time in the bin, and
 *     depth 2   solve    ─────────   ──────────          the nearest kept visit around it loses
 * that depth 3   smooth    ──  ───     ── ──              time: what remains is innermost time
 *
 * Visits that reach into the next bin are added to it when it begins. */
#ifndef CUBE_KEPT_SWEEP_H
#define CUBE_KEPT_SWEEP_H

#include "cube/kept_lane.h"
#include "cube/kept_levels.h"

/* The state of one thread. */
struct kept_sweep;
struct kept_sweep *kept_sweep_new(struct kept_walk *walk, struct kept_levels *levels);
void kept_sweep_free(struct kept_sweep *sweep);

/* Fills the levels from the blocks of a lane, whose bins of `level` are the lowest, and adds a mark
 * per block with kept visits. False if the visits are not nested as their nodes are, or *stop
 * becomes true: then nothing of the lane is right. */
bool kept_sweep_lane(struct kept_sweep *sweep, uint32_t lane, unsigned level,
                     const atomic_bool *stop, struct kept_lane *to);

#endif
