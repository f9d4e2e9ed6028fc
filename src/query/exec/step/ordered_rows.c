/* ordered_rows.c: see ordered_rows.h. Rows of a table stay in their batches, so that their block
 * remains known; rows of records are appended to columns. */
#include "query/exec/step/ordered_rows.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Rows that wait for their turn. */
struct pile {
    size_t column_count; /* of records; 0: rows of a table */
    struct query_vector *columns, *parts;
    size_t rows;
    struct query_batch *batches; /* of a table */
    size_t batch_count, batch_room;
    uint16_t *selected;
    size_t selected_count, selected_room;
    size_t *offsets; /* by batch: index of its rows in `selected`; SIZE_MAX: all rows */
    size_t offset_room;
};

struct pile *pile_new(const struct query_fields *shape)
{
    struct pile *pile = memory_zeroed(1, sizeof *pile);
    pile->column_count = shape->table ? 0 : shape->count;
    pile->columns = memory_zeroed(pile->column_count + 1, sizeof *pile->columns);
    pile->parts = memory_zeroed(pile->column_count + 1, sizeof *pile->parts);
    for (size_t i = 0; i < pile->column_count; i++)
        pile->columns[i].type = shape->fields[i].type.type;
    return pile;
}

void pile_free(struct pile *pile)
{
    if (!pile)
        return;
    for (size_t i = 0; i < pile->column_count; i++)
        query_vector_free(&pile->columns[i]);
    free(pile->columns);
    free(pile->parts);
    free(pile->batches);
    free(pile->selected);
    free(pile->offsets);
    free(pile);
}

static void keep_batch(struct pile *to, const struct query_batch *batch)
{
    size_t number = to->batch_count++;
    to->batches = memory_grow(to->batches, &to->batch_room, number + 1, sizeof *to->batches);
    to->offsets = memory_grow(to->offsets, &to->offset_room, number + 1, sizeof *to->offsets);
    to->batches[number] = *batch;
    to->offsets[number] = SIZE_MAX;
    if (!batch->selected)
        return;
    size_t used = to->selected_count;
    to->selected =
        memory_grow(to->selected, &to->selected_room, used + batch->count, sizeof *to->selected);
    memcpy(to->selected + used, batch->selected, batch->count * sizeof *to->selected);
    to->offsets[number] = used;
    to->selected_count += batch->count;
}

static bool take(struct query_step *step, const struct query_batch *batch)
{
    struct pile *to = ((struct piler *)step)->rows;
    if (step->shape->table) {
        keep_batch(to, batch);
        return true;
    }
    for (size_t i = 0; i < to->column_count; i++)
        query_vector_append(&to->columns[i], to->rows, &batch->columns[i], batch->selected,
                            batch->count);
    to->rows += batch->count;
    return true;
}

static bool give_records(struct pile *pile, struct query_step *to)
{
    for (size_t first = 0; first < pile->rows; first += QUERY_BATCH) {
        struct query_batch batch = {.columns = pile->parts};
        size_t left = pile->rows - first;
        batch.count = left < QUERY_BATCH ? left : QUERY_BATCH;
        for (size_t i = 0; i < pile->column_count; i++)
            pile->parts[i] = query_vector_part(&pile->columns[i], first);
        if (!to->take(to, &batch))
            return false;
    }
    return true;
}

bool pile_give(struct pile *pile, struct query_step *to)
{
    bool more = give_records(pile, to);
    for (size_t i = 0; more && i < pile->batch_count; i++) {
        struct query_batch batch = pile->batches[i];
        batch.selected = pile->offsets[i] == SIZE_MAX ? NULL : pile->selected + pile->offsets[i];
        more = to->take(to, &batch);
    }
    for (size_t i = 0; i < pile->column_count; i++)
        pile->columns[i].has_absent = false;
    pile->rows = pile->batch_count = pile->selected_count = 0;
    return more;
}

static void finish(struct query_step *step)
{
    (void)step; /* the rows wait for their turn */
}

static void free_piler(struct query_step *step)
{
    free(step);
}

struct query_step *piler_new(void)
{
    struct piler *piler = memory_zeroed(1, sizeof *piler);
    piler->step = (struct query_step){.take = take, .finish = finish, .free = free_piler};
    return &piler->step;
}
