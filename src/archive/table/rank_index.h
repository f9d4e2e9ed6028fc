/* rank_index.h: finds places by their ranks in MPI_COMM_WORLD, and communicators by their
 * numbers. */
#ifndef ARCHIVE_TABLE_RANK_INDEX_H
#define ARCHIVE_TABLE_RANK_INDEX_H

#include "archive/archive.h"
#include "util/pairs.h"

/* Both indexes of an archive. To be set to zeros before archive_rank_index_make. */
struct archive_rank_index {
    struct pairs communicators; /* (row of places, number) -> row of communicators */
    struct pairs places;        /* (job, rank) -> row of places */
    struct pairs names;         /* (0, name) -> row of places */
    const struct archive *archive;
    uint32_t *job; /* by row of places: a small number for its job */
};

void archive_rank_index_make(struct archive_rank_index *index, const struct archive *archive);
void archive_rank_index_free(struct archive_rank_index *index);

/* Returns the row of the place with this rank in the same job as `place`, or ARCHIVE_NONE. */
uint32_t archive_rank_index_place(const struct archive_rank_index *index, uint32_t place,
                                  uint32_t rank);

/* Returns the row of the place that a message's address means, in that communicator of `place`, or
 * ARCHIVE_NONE. Addresses in groups of a vocabulary are names, those of MPI are ranks. */
uint32_t archive_rank_index_peer(const struct archive_rank_index *index, uint32_t place,
                                 uint32_t communicator, uint32_t peer);

/* Returns the rank that such an address means; itself if it is one, FORMAT_ANY for a name that no
 * place has. */
uint32_t archive_rank_index_rank(const struct archive_rank_index *index, uint32_t communicator,
                                 uint32_t peer);

/* Returns the row of the communicator to which a place gave this number, or ARCHIVE_NONE. */
uint32_t archive_rank_index_communicator(const struct archive_rank_index *index, uint32_t place,
                                         uint32_t number);

#endif
