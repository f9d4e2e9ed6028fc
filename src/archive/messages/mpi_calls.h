/* mpi_calls.h: classifies calls of MPI by the names of their functions. */
#ifndef ARCHIVE_MESSAGES_MPI_CALLS_H
#define ARCHIVE_MESSAGES_MPI_CALLS_H

#include "archive/archive.h"

/* True if a region is a call of a function of MPI. */
bool mpi_is_call(const struct archive *archive, uint32_t region);

/* Returns the kind of such a call: "send", "receive", "exchange", "wait", "probe", "start",
 * "collective", "communicator", "datatype", "memory", "I/O", "other". */
const char *mpi_call_kind(const struct archive *archive, uint32_t region);

#endif
