/* gliders.h: a fleet that flies in formation: after 4 steps, every glider is one cell further right
 * and down. */
#ifndef GLIDERS_H
#define GLIDERS_H

#include "strip.h"

enum { GLIDERS_APART = 16, GLIDERS_STEPS = 4 };

void gliders_place(struct strip *strip);

/* The cells, of all ranks, that are not as they must be after so many flights of 4 steps. */
long gliders_wrong(const struct strip *strip, int flights);

#endif
