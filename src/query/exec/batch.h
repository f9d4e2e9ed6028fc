/* batch.h: rows on their way through the stages of a query. */
#ifndef QUERY_EXEC_BATCH_H
#define QUERY_EXEC_BATCH_H

#include "query/exec/vector.h"

/* Rows of a table are known by their numbers, those of records by their columns. */
struct batch {
    size_t count;                 /* of rows that are meant: QUERY_BATCH at most */
    const uint16_t *selected;     /* which ones, in their order; NULL: the first */
    const struct vector *columns; /* of records */
    const int64_t *rows;          /* of a table; NULL: from `first` on */
    uint64_t first;
    bool is_absent; /* of a table: the one row that is meant is not there */
    bool in_block;  /* of events: all of them are of this block */
    size_t block;
    uint64_t order; /* of the first row among all rows of the source, of the others at most one more
                       each: batches that threads worked on are put in order by it */
};

static inline size_t batch_at(const struct batch *batch, size_t i)
{
    return batch->selected ? batch->selected[i] : i;
}

static inline uint64_t batch_row(const struct batch *batch, size_t i)
{
    size_t at = batch_at(batch, i);
    return batch->rows ? (uint64_t)batch->rows[at] : batch->first + at;
}

#endif
