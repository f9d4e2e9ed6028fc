/* wave.h: a problem of which every iterate is known: the solution is one wave. */
#ifndef WAVE_H
#define WAVE_H

#include "block.h"

/* Fills `source` so that the solution is sin(kπx) sin(kπy), with k half waves per side. */
void wave_source(struct block *block, int k);

/* How far `now` is from what so many steps from zero must give, at most, over all ranks. The wave
 * is an eigenvector of the iteration: the error is multiplied by cos(kπh) in every step. */
double wave_error(const struct block *block, int k, int steps);

#endif
