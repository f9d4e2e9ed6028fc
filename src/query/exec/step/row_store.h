/* row_store.h: stores rows: those of a table by their row numbers, those of records by their
 * columns. */
#ifndef QUERY_EXEC_STEP_ROW_STORE_H
#define QUERY_EXEC_STEP_ROW_STORE_H

#include "query/exec/batch.h"
#include "query/exec/step/step.h"
#include "query/parse/stream_fields.h"

/* Stored rows, in the order in which they were added. */
struct kept {
    const struct query_fields *shape;
    struct query_vector *columns;
    size_t column_count;
    size_t count;
    struct query_vector *given; /* columns of the batch that kept_batch returned last */
};

void kept_make(struct kept *kept, const struct query_fields *shape);
void kept_free(struct kept *kept);
void kept_add(struct kept *kept, const struct query_batch *batch);

/* Appends the rows of another store. */
void kept_merge(struct kept *kept, const struct kept *other);

uint64_t kept_bytes(const struct kept *kept);

/* Returns a batch of the rows at `order`, at most QUERY_BATCH; valid until the next call. */
struct query_batch kept_batch(struct kept *kept, const size_t *order, size_t count);

/* Passes the rows at `order` on, in that order. False if no more rows are wanted. */
bool kept_give(struct kept *kept, const size_t *order, size_t count, struct query_step *to);

#endif
