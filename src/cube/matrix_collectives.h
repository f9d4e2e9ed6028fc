/* matrix_collectives.h: who gave how much to whom in collective operations. */
#ifndef CUBE_MATRIX_COLLECTIVES_H
#define CUBE_MATRIX_COLLECTIVES_H

#include "cube/projection.h"

/* Which block of a matrix each rank is in, by row of places; ARCHIVE_NONE: none. */
struct matrix_blocks {
    const uint32_t *of_place;
    size_t count;
};

/* Adds the bytes of all operations that begin in the range to a matrix of `count` rows and columns.
 * What an operation moves is known by the buffers of its ranks: the root's data to each, each one's
 * data to the root, or, of what all give to all, to each rank what it gets, in parts as large as
 * what the others give. What a rank gives itself is not in it. Returns how many operations are in
 * it; *others: how many are not, of which it is not known who gives to whom. */
uint64_t matrix_add_collectives(double *values, const struct archive *archive,
                                const struct cycles_range *range,
                                const struct matrix_blocks *blocks, uint64_t *others);

#endif
