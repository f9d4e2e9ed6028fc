/* mpi_calls.h: what calls of MPI are for, by the names of their functions. */
#ifndef ARCHIVE_MESSAGES_MPI_CALLS_H
#define ARCHIVE_MESSAGES_MPI_CALLS_H

#include "archive/archive.h"

/* Whether a region is a call of a function of MPI. */
bool mpi_is_call(const struct archive *archive, uint32_t region);

/* What is done by such a call: "send", "receive", "exchange", "wait", "probe", "start",
 * "collective", "communicator", "datatype", "memory", "I/O", "other". */
const char *mpi_call_kind(const struct archive *archive, uint32_t region);

#endif
