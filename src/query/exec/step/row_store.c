/* row_store.c: see row_store.h */
#include "query/exec/step/row_store.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

void kept_make(struct kept *kept, const struct query_fields *shape)
{
    *kept = (struct kept){.shape = shape, .column_count = shape->table ? 1 : shape->count};
    kept->columns = memory_zeroed(kept->column_count + 1, sizeof *kept->columns);
    kept->given = memory_zeroed(kept->column_count + 1, sizeof *kept->given);
    for (size_t i = 0; i < kept->column_count; i++) {
        enum query_type type = shape->table ? TYPE_ROW : shape->fields[i].type.type;
        kept->columns[i].type = type;
        query_vector_make(&kept->given[i], type, QUERY_BATCH);
    }
}

void kept_free(struct kept *kept)
{
    for (size_t i = 0; i < kept->column_count; i++) {
        query_vector_free(&kept->columns[i]);
        query_vector_free(&kept->given[i]);
    }
    free(kept->columns);
    free(kept->given);
}

void kept_add(struct kept *kept, const struct query_batch *batch)
{
    if (kept->shape->table) {
        query_vector_grow(&kept->columns[0], kept->count + batch->count);
        for (size_t i = 0; i < batch->count; i++)
            kept->columns[0].whole[kept->count + i] = (int64_t)query_batch_row(batch, i);
    } else {
        for (size_t i = 0; i < kept->column_count; i++)
            query_vector_append(&kept->columns[i], kept->count, &batch->columns[i], batch->selected,
                                batch->count);
    }
    kept->count += batch->count;
}

void kept_merge(struct kept *kept, const struct kept *other)
{
    for (size_t i = 0; other->count && i < kept->column_count; i++)
        query_vector_append(&kept->columns[i], kept->count, &other->columns[i], NULL, other->count);
    kept->count += other->count;
}

uint64_t kept_bytes(const struct kept *kept)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < kept->column_count; i++)
        bytes += query_vector_bytes(&kept->columns[i]);
    return bytes;
}

struct query_batch kept_batch(struct kept *kept, const size_t *order, size_t count)
{
    assert(count <= QUERY_BATCH);
    for (size_t k = 0; k < kept->column_count; k++) {
        const struct query_vector *from = &kept->columns[k];
        struct query_vector *to = &kept->given[k];
        to->has_absent = from->has_absent;
        for (size_t i = 0; i < count; i++) {
            if (query_vector_size(from->type) == 1)
                to->truth[i] = from->truth[order[i]];
            else
                to->whole[i] = from->whole[order[i]];
            if (from->has_absent)
                to->absent[i] = from->absent[order[i]];
        }
    }
    struct query_batch batch = {.count = count};
    if (kept->shape->table)
        batch.rows = kept->given[0].whole;
    else
        batch.columns = kept->given;
    return batch;
}

bool kept_give(struct kept *kept, const size_t *order, size_t count, struct query_step *to)
{
    for (size_t first = 0; first < count; first += QUERY_BATCH) {
        size_t part = count - first < QUERY_BATCH ? count - first : QUERY_BATCH;
        struct query_batch batch = kept_batch(kept, order + first, part);
        if (!to->take(to, &batch))
            return false;
    }
    return true;
}
