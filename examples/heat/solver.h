/* solver.h: heat spreads: the explicit five-point scheme. */
#ifndef SOLVER_H
#define SOLVER_H

#include "grid.h"

enum { SOLVER_LINES = 5 }; /* of progress, when there are as many steps */

/* Takes `now` on by so many steps (at least one) with mesh ratio r = Δt/h², at most 1/4. `spare` is
 * of the same size. */
void solver_run(struct grid *now, struct grid *spare, double r, int steps);

#endif
