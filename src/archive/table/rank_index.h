/* rank_index.h: places by their world ranks, communicators by their numbers. */
#ifndef ARCHIVE_TABLE_RANK_INDEX_H
#define ARCHIVE_TABLE_RANK_INDEX_H

#include "archive/archive.h"
#include "util/pairs.h"

/* Begins as zeros. */
struct rank_index {
    struct pairs communicators; /* (row of places, number) -> row of communicators */
    struct pairs places;        /* (job, rank) -> row of places */
    uint32_t *job;              /* by row of places: a number for it */
};

void rank_index_make(struct rank_index *index, const struct archive *archive);
void rank_index_free(struct rank_index *index);

/* The row of the place that has this rank in the job of a place; ARCHIVE_NONE: there is none. */
uint32_t rank_index_place(const struct rank_index *index, uint32_t place, uint32_t rank);

/* The row of the communicator that a place calls by this number; ARCHIVE_NONE: there is none. */
uint32_t rank_index_communicator(const struct rank_index *index, uint32_t place, uint32_t number);

#endif
