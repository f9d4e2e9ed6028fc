/* grid.c: memory and the right-hand side. */
#include "grid.h"

#include <stdlib.h>

static int at(const struct grid *grid, int i, int j)
{
    return i * (grid->ny + 2) + j;
}

struct grid *grid_new(int nx, int ny)
{
    struct grid *grid = calloc(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->nx = nx;
    grid->ny = ny;
    grid->u = calloc((size_t)(nx + 2) * (size_t)(ny + 2), sizeof *grid->u);
    grid->f = calloc((size_t)(nx + 2) * (size_t)(ny + 2), sizeof *grid->f);
    if (!grid->u || !grid->f) {
        grid_free(grid);
        return NULL;
    }
    for (int i = 1; i <= nx; i++) {
        for (int j = 1; j <= ny; j++)
            grid->f[at(grid, i, j)] = (i + j) % 3 - 1;
    }
    return grid;
}

void grid_free(struct grid *grid)
{
    free(grid->u);
    free(grid->f);
    free(grid);
}
