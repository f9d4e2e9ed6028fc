/* gather_place.h: what this place says of itself to rank 0: from its own files, as they are now. */
#ifndef MEASURE_MPI_GATHER_PLACE_H
#define MEASURE_MPI_GATHER_PLACE_H

#include "measure/mpi/defined.h"
#include "measure/mpi/stream.h"

/* The definitions that it uses are added to the set; a stream, if there is one, gets the rest. */
void gather_place(struct defined *set, struct stream *stream);

#endif
