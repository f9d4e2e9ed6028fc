/* life.h: the game of Life (Conway 1970), by several threads. */
#ifndef LIFE_H
#define LIFE_H

#include "strip.h"

void life_run(struct strip *strip, int steps, int threads);

#endif
