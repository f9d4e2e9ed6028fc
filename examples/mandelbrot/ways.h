/* ways.h: the ways to divide the picture among the ranks. */
#ifndef WAYS_H
#define WAYS_H

#include "escape.h"

/* All ranks call one of these. Rank 0 gets the whole picture in `steps`, n × n (the others' is not
 * looked at). Returns the steps that this rank made. */

/* Each rank has as many rows as the others, one below the other. Easy, and unbalanced: those in the
 * middle have most of the set. */
long blocks_run(const struct picture *picture, int *steps);

/* Rank 0 deals out rows, one by one, to whoever is free. It needs one rank more. */
long workers_run(const struct picture *picture, int *steps);

#endif
