/* wave.c: see wave.h */
#include "wave.h"

#include <math.h>

static double angle(const struct block *block, int k)
{
    return k * acos(-1.0) / (block->n + 1);
}

/* The wave at a cell of the block. */
static double value(const struct block *block, double theta, int row, int column)
{
    return sin(theta * (block->first[0] + row)) * sin(theta * (block->first[1] + column));
}

void wave_source(struct block *block, int k)
{
    const double theta = angle(block, k), factor = 4 * (1 - cos(theta));
    for (int i = 1; i <= block->rows; i++)
        for (int j = 1; j <= block->columns; j++)
            block->source[block_at(block, i, j)] = factor * value(block, theta, i, j);
}

double wave_error(const struct block *block, int k, int steps)
{
    const double theta = angle(block, k), factor = 1 - pow(cos(theta), steps);
    double mine = 0, all;
    for (int i = 1; i <= block->rows; i++)
        for (int j = 1; j <= block->columns; j++)
            mine = fmax(
                mine, fabs(block->now[block_at(block, i, j)] - factor * value(block, theta, i, j)));
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, block->comm);
    return all;
}
