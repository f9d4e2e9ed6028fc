/* block.h: one rank's block of an n × n grid, with a halo of one cell. */
#ifndef BLOCK_H
#define BLOCK_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

enum side { UP, DOWN, LEFT, RIGHT, SIDES };

struct block {
    int n;
    MPI_Comm comm;        /* the ranks as a rectangle */
    int first[2];         /* row and column of the grid, from 0, that the block begins with */
    int rows, columns;    /* without the halo */
    int neighbour[SIDES]; /* a rank, or MPI_PROC_NULL */
    double *now, *next;   /* (rows + 2) × (columns + 2), row by row */
    double *source;       /* of the same shape */
};

/* Divides the grid among all ranks. Returns false, on all of them, when there are more ranks in a
 * row than cells. */
bool block_new(struct block *block, int n);
void block_free(struct block *block);
void block_swap(struct block *block); /* now and next */

static inline size_t block_at(const struct block *block, int row, int column)
{
    return (size_t)row * (size_t)(block->columns + 2) + (size_t)column;
}

#endif
