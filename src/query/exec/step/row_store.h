/* row_store.h: rows that are kept: of a table by their numbers, of records by their columns. */
#ifndef QUERY_EXEC_STEP_ROW_STORE_H
#define QUERY_EXEC_STEP_ROW_STORE_H

#include "query/exec/batch.h"
#include "query/exec/step/step.h"
#include "query/parse/stream_fields.h"

struct kept {
    const struct shape *shape;
    struct vector *columns;
    size_t column_count;
    size_t count;
    struct vector *given; /* of the batch that was given last */
};

void kept_make(struct kept *kept, const struct shape *shape);
void kept_free(struct kept *kept);
void kept_add(struct kept *kept, const struct batch *batch);

/* The rows of another one, behind its own. */
void kept_merge(struct kept *kept, const struct kept *other);

uint64_t kept_bytes(const struct kept *kept);

/* A batch of the rows at `order`: QUERY_BATCH at most; valid until the next call. */
struct batch kept_batch(struct kept *kept, const size_t *order, size_t count);

/* Hands all of them on in that order; false: no more are wanted. */
bool kept_give(struct kept *kept, const size_t *order, size_t count, struct step *to);

#endif
