/* batch.h: a batch of rows on its way through the steps of a query. */
#ifndef QUERY_EXEC_BATCH_H
#define QUERY_EXEC_BATCH_H

#include "query/exec/vector.h"

/* At most QUERY_BATCH rows. Rows of a table are known by their row numbers, rows of records by
 * their columns. */
struct query_batch {
    size_t count;                       /* rows in the batch */
    const uint16_t *selected;           /* their positions, ascending; NULL: the first `count` */
    const struct query_vector *columns; /* of records: one vector per field */
    const int64_t *rows; /* of a table: row numbers; NULL: consecutive from `first` */
    uint64_t first;
    bool is_absent; /* of a table: the only row is absent */
    bool in_block;  /* of events: all rows are of `block` */
    size_t block;
    uint64_t order; /* position of the first row among all rows of the source; each later row is at
                       most one further. Batches of several threads are put in order by it */
};

static inline size_t query_batch_at(const struct query_batch *batch, size_t i)
{
    return batch->selected ? batch->selected[i] : i;
}

static inline uint64_t query_batch_row(const struct query_batch *batch, size_t i)
{
    size_t at = query_batch_at(batch, i);
    return batch->rows ? (uint64_t)batch->rows[at] : batch->first + at;
}

#endif
