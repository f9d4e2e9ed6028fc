/* halo.h: the cells along a block's sides, sent to the neighbours while the inside is computed. */
#ifndef HALO_H
#define HALO_H

#include "block.h"

struct halo {
    MPI_Datatype row, column; /* a side's cells in a block */
    MPI_Request requests[2 * SIDES];
};

void halo_new(struct halo *halo, const struct block *block);
void halo_free(struct halo *halo);

/* Between these two, the sides of `now` may be read but not written, and its halo neither. */
void halo_start(struct halo *halo, const struct block *block);
void halo_finish(struct halo *halo);

#endif
