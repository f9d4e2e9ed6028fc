/* mpi_buffers.h: which arguments of MPI's functions are the data that they send and receive. */
#ifndef ARCHIVE_MESSAGES_MPI_BUFFERS_H
#define ARCHIVE_MESSAGES_MPI_BUFFERS_H

#include <stdbool.h>

enum { MPI_BUFFERS_MOST = 6 }; /* all buffers are among that many first arguments */

/* Positions of arguments, from 0; -1: none. */
struct archive_mpi_buffers {
    int sent, received;
};

/* Finds the buffers of a function by its name, in upper or lower case, of any variant:
 * MPI_Isend, mpi_send_init, MPI_Send_c. False if it has none. */
bool archive_mpi_buffers_of(const char *name, struct archive_mpi_buffers *buffers);

#endif
