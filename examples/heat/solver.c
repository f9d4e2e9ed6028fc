/* solver.c: see solver.h */
#include "solver.h"

#include <stdio.h>

static void step(const struct grid *now, struct grid *next, double r)
{
    const int n = now->n;
    for (int i = 1; i <= n; i++) {
        const double *above = grid_row(now, i - 1);
        const double *here = grid_row(now, i);
        const double *below = grid_row(now, i + 1);
        double *out = grid_row(next, i);
        for (int j = 1; j <= n; j++)
            out[j] = here[j] + r * (above[j] + below[j] + here[j - 1] + here[j + 1] - 4 * here[j]);
    }
}

static void show_progress(const struct grid *now, int done)
{
    printf("step %6d  heat %.6e\n", done, grid_heat(now));
}

void solver_run(struct grid *now, struct grid *spare, double r, int steps)
{
    int every = steps > SOLVER_LINES ? steps / SOLVER_LINES : 1;
    int done = 0;
    do {
        step(now, spare, r);
        grid_swap(now, spare);
        if (++done % every == 0)
            show_progress(now, done);
    } while (done < steps);
}
