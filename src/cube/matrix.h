/* matrix.h: the communication matrix: bytes or messages from rank to rank. */
#ifndef CUBE_MATRIX_H
#define CUBE_MATRIX_H

#include "cube/projection.h"

/* Rows are sending ranks, columns receiving ranks. Of the request it uses the measure (bytes or
 * messages), the time range in which messages were sent, the places of both, and most_lanes:
 * neighbouring ranks are merged until there are at most that many. It covers point-to-point
 * messages, or collective operations: matrix_collectives.h. NULL with an error that says why there
 * is nothing and what to do. */
struct cube_projection *cube_matrix_new(const struct archive *archive,
                                        const struct cube_projection_request *request,
                                        struct error *error);

#endif
