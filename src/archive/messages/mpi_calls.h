/* mpi_calls.h: the facts about calls of MPI (format/mpi.h): the one place where they are found by
 * the names of functions. */
#ifndef ARCHIVE_MESSAGES_MPI_CALLS_H
#define ARCHIVE_MESSAGES_MPI_CALLS_H

#include "archive/archive.h"

#include "format/mpi.h"
#include <stdbool.h>

/* Returns the facts about a function of MPI by its name ("MPI_Isend"); FORMAT_MPI_OTHER: nothing
 * more is known of it. */
uint32_t archive_mpi_facts_of_function(const char *name);

/* Returns the facts about a region of that kind (enum tri_kind), flags (enum tri_flag) and name; 0:
 * it is no call of MPI. */
uint32_t archive_mpi_facts_of_region(uint32_t kind, uint32_t flags, const char *name);

/* True if a region is a call of a function of MPI. */
static inline bool archive_mpi_is_call(const struct archive *archive, uint32_t region)
{
    return archive->regions.mpi[region] != 0;
}

/* True for a program of places without MPI: its places are numbered as ranks are, but their waits
 * are not in MPI. */
bool archive_has_places_only(const struct archive *archive);

/* Returns the kind of an MPI call; the region must be one. */
static inline enum format_mpi_kind archive_mpi_kind(const struct archive *archive, uint32_t region)
{
    return format_mpi_kind(archive->regions.mpi[region]);
}

/* True if an MPI call only reads the clock. */
bool archive_mpi_reads_clock(const struct archive *archive, uint32_t region);

/* Returns the kind of the collective operation of an MPI call: which ranks need the data of which
 * others. */
enum archive_collective archive_mpi_collective(const struct archive *archive, uint32_t region);

enum { MPI_BUFFERS_MOST = 6 }; /* all buffers are among that many first arguments */

/* Positions of arguments, from 0; -1: none. */
struct archive_mpi_buffers {
    int sent, received;
};

/* Finds the buffers of a function by its name, in upper or lower case, of any variant: nonblocking,
 * persistent, with large counts. False if it has none. */
bool archive_mpi_buffers_of(const char *name, struct archive_mpi_buffers *buffers);

enum archive_mpi_buffer {
    MPI_BUFFER_DATA,
    MPI_BUFFER_IN_PLACE, /* the other buffer is meant */
    MPI_BUFFER_NONE,     /* the address says nothing: the datatype has the addresses */
};

/* Returns what the text of an argument for a buffer stands for. */
enum archive_mpi_buffer archive_mpi_buffer(const char *argument);

#endif
