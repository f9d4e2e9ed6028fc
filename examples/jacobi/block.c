/* block.c: see block.h */
#include "block.h"

#include <stdio.h>
#include <stdlib.h>

/* Where part number `part` of n cells in so many parts begins. */
static int part_begin(int n, int parts, int part)
{
    return (int)((long)n * part / parts);
}

static double *new_cells(const struct block *block)
{
    double *cells = calloc((size_t)(block->rows + 2) * (size_t)(block->columns + 2), sizeof *cells);
    if (!cells) {
        fprintf(stderr, "jacobi: not enough memory for %d × %d cells\n", block->rows,
                block->columns);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return cells;
}

bool block_new(struct block *block, int n)
{
    int ranks, me, place[2], dims[2] = {0, 0}, periodic[2] = {0, 0};
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, dims);
    if (dims[0] > n || dims[1] > n)
        return false;
    block->n = n;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 1, &block->comm);
    MPI_Comm_rank(block->comm, &me);
    MPI_Cart_coords(block->comm, me, 2, place);
    MPI_Cart_shift(block->comm, 0, 1, &block->neighbour[UP], &block->neighbour[DOWN]);
    MPI_Cart_shift(block->comm, 1, 1, &block->neighbour[LEFT], &block->neighbour[RIGHT]);
    block->first[0] = part_begin(n, dims[0], place[0]);
    block->first[1] = part_begin(n, dims[1], place[1]);
    block->rows = part_begin(n, dims[0], place[0] + 1) - block->first[0];
    block->columns = part_begin(n, dims[1], place[1] + 1) - block->first[1];
    block->now = new_cells(block);
    block->next = new_cells(block);
    block->source = new_cells(block);
    return true;
}

void block_free(struct block *block)
{
    free(block->now);
    free(block->next);
    free(block->source);
    MPI_Comm_free(&block->comm);
}

void block_swap(struct block *block)
{
    double *cells = block->now;
    block->now = block->next;
    block->next = cells;
}
