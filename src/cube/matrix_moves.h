/* matrix_moves.h: one-sided operations, which write or read another place's memory: MPI_Put,
 * MPI_Get, those of described libraries. */
#ifndef CUBE_MATRIX_MOVES_H
#define CUBE_MATRIX_MOVES_H

#include "archive/archive.h"
#include "cube/cycles.h"

/* True if some call site is of such an operation. */
bool matrix_has_moves(const struct archive *archive);

/* Passes the operations that began in the range to `take`: the rows of the places that the data
 * come from and go to, which may be ARCHIVE_NONE, and their bytes (ARCHIVE_UNKNOWN: not known).
 * False with an error. */
typedef void matrix_take_move(void *to, uint32_t source, uint32_t target, uint64_t bytes);
bool matrix_each_move(const struct archive *archive, const struct cube_cycles_range *range,
                      matrix_take_move *take, void *to, struct error *error);

#endif
