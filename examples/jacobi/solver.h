/* solver.h: Jacobi's iteration for -Δu = f. */
#ifndef SOLVER_H
#define SOLVER_H

#include "block.h"

#define SOLVER_TOLERANCE 1e-6

/* Iterates until no cell of any rank changes by more than the tolerance; looks every so many steps.
 * Returns the number of steps. */
int solver_run(struct block *block, int every);

#endif
