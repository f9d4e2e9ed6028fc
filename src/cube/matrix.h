/* matrix.h: who sent how much to whom. */
#ifndef CUBE_MATRIX_H
#define CUBE_MATRIX_H

#include "cube/projection.h"

/* Rows are ranks that send, columns ranks that receive; of the request: the measure (bytes or
 * messages), the time in which they were sent, the places of both, and most_lanes: neighbouring
 * ranks are put together until there are so many. From point to point, or of collective operations:
 * matrix_collectives.h. NULL with an error: there are none, and why, and what to do. */
struct projection *matrix_new(const struct archive *archive,
                              const struct projection_request *request, struct error *error);

#endif
