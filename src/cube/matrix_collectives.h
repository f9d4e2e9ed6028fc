/* matrix_collectives.h: the data that ranks exchange in collective operations. */
#ifndef CUBE_MATRIX_COLLECTIVES_H
#define CUBE_MATRIX_COLLECTIVES_H

#include "cube/projection.h"

/* The block of the matrix that each rank is in, by row of places; ARCHIVE_NONE: none. */
struct matrix_blocks {
    const uint32_t *of_place;
    size_t count;
};

/* Numbers of operations: that were added, whose pattern is unknown, and of which some bytes are not
 * known. */
struct matrix_operations {
    uint64_t added, others, unsized;
};

/* Adds the bytes of all operations that begin in the range to a matrix of `count` rows and columns.
 * The ranks' buffer sizes tell what an operation moves: the root's data to each rank, each rank's
 * data to the root, or, for all-to-all, what each rank receives, divided among the others in
 * proportion to what they give. Data that a rank gives itself is not counted. */
struct matrix_operations matrix_add_collectives(double *values, const struct archive *archive,
                                                const struct cube_cycles_range *range,
                                                const struct matrix_blocks *blocks);

#endif
