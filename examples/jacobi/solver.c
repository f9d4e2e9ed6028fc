/* solver.c: see solver.h */
#include "solver.h"

#include "halo.h"

#include <math.h>

/* The next values of the cells in these rows and columns. */
static void sweep(const struct block *block, int top, int bottom, int left, int right)
{
    for (int i = top; i <= bottom; i++) {
        const double *above = block->now + block_at(block, i - 1, 0);
        const double *here = block->now + block_at(block, i, 0);
        const double *below = block->now + block_at(block, i + 1, 0);
        const double *source = block->source + block_at(block, i, 0);
        double *restrict next = block->next + block_at(block, i, 0);
        for (int j = left; j <= right; j++)
            next[j] = 0.25 * (above[j] + below[j] + here[j - 1] + here[j + 1] + source[j]);
    }
}

/* One step: the inside while the halo is on its way, then the sides. */
static void step(struct block *block, struct halo *halo)
{
    const int rows = block->rows, columns = block->columns;
    halo_start(halo, block);
    sweep(block, 2, rows - 1, 2, columns - 1);
    halo_finish(halo);
    sweep(block, 1, 1, 1, columns);
    sweep(block, rows, rows, 1, columns);
    sweep(block, 2, rows - 1, 1, 1);
    sweep(block, 2, rows - 1, columns, columns);
    block_swap(block);
}

/* The largest change of a cell by the last step, over all ranks. */
static double largest_change(const struct block *block)
{
    double mine = 0, all;
    for (int i = 1; i <= block->rows; i++)
        for (int j = 1; j <= block->columns; j++) {
            size_t at = block_at(block, i, j);
            mine = fmax(mine, fabs(block->now[at] - block->next[at]));
        }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, block->comm);
    return all;
}

int solver_run(struct block *block, int every)
{
    struct halo halo;
    halo_new(&halo, block);
    int steps = 0;
    do
        step(block, &halo);
    while (++steps % every != 0 || largest_change(block) > SOLVER_TOLERANCE);
    halo_free(&halo);
    return steps;
}
