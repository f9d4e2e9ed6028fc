/* halo.c: see halo.h */
#include "halo.h"

void halo_new(struct halo *halo, const struct block *block)
{
    MPI_Type_contiguous(block->columns, MPI_DOUBLE, &halo->row);
    MPI_Type_vector(block->rows, 1, block->columns + 2, MPI_DOUBLE, &halo->column);
    MPI_Type_commit(&halo->row);
    MPI_Type_commit(&halo->column);
}

void halo_free(struct halo *halo)
{
    MPI_Type_free(&halo->row);
    MPI_Type_free(&halo->column);
}

void halo_start(struct halo *halo, const struct block *block)
{
    const int rows = block->rows, columns = block->columns;
    const size_t outside[SIDES] = {block_at(block, 0, 1), block_at(block, rows + 1, 1),
                                   block_at(block, 1, 0), block_at(block, 1, columns + 1)};
    const size_t inside[SIDES] = {block_at(block, 1, 1), block_at(block, rows, 1),
                                  block_at(block, 1, 1), block_at(block, 1, columns)};
    static const int opposite[SIDES] = {DOWN, UP, RIGHT, LEFT};
    for (int side = 0; side < SIDES; side++) {
        MPI_Datatype type = side == UP || side == DOWN ? halo->row : halo->column;
        MPI_Irecv(block->now + outside[side], 1, type, block->neighbour[side], opposite[side],
                  block->comm, &halo->requests[side]);
        MPI_Isend(block->now + inside[side], 1, type, block->neighbour[side], side, block->comm,
                  &halo->requests[SIDES + side]);
    }
}

void halo_finish(struct halo *halo)
{
    MPI_Status statuses[2 * SIDES];
    MPI_Waitall(2 * SIDES, halo->requests, statuses);
}
