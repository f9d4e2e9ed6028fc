/* main.c: sweeps until nothing changes any more, or SWEEPS times; grids of N x N, N = 5 for the
 * coarsest level of a multigrid solver. usage: main [N [SWEEPS]] */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int sweeps = argc > 2 ? atoi(argv[2]) : 2000;
    struct grid *grid = grid_new(n, n);
    if (!grid)
        return 1;
    double change = 1;
    int done = 0;
    while (done < sweeps && change > 1e-300) {
        change = sweep(grid);
        done++;
        if (done % 100 == 0 && residual(grid) < 1e-300)
            break;
    }
    printf("%d sweeps, residual %.6e\n", done, residual(grid));
    grid_free(grid);
    return 0;
}
