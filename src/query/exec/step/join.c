/* join.c: the join step: combines the rows of two streams whose keys are equal. */
#include "query/exec/step/step.h"

#include "query/check/check.h"
#include "query/exec/source.h"
#include "query/exec/step/keys.h"
#include "query/exec/step/row_store.h"
#include "util/memory.h"

#include <stdlib.h>

/* The last step of the other stream: stores its rows and finds them by key. */
struct keeper {
    struct query_step step;
    struct kept kept;
    struct keys keys;
    struct program *key;
    size_t *first, *last; /* by key: its first and last row, */
    size_t *next;         /* by row: the next row with the same key, or KEYS_NONE */
    size_t key_room, last_room, room;
};

/* The join step. */
struct join {
    struct query_step step;
    struct query_step *other; /* steps of the other stream */
    struct keeper *keeper;
    struct program *key;
    struct query_expression **fields;
    struct program **programs;
    struct query_vector *columns;
    size_t left_count, count; /* fields of this stream, and of both */
    uint16_t left[QUERY_BATCH];
    size_t right[QUERY_BATCH], pairs;
};

static bool keep(struct query_step *step, const struct query_batch *batch)
{
    struct keeper *keeper = (struct keeper *)step;
    const struct query_vector *key = program_run(keeper->key, batch);
    size_t row = keeper->kept.count;
    keeper->next =
        memory_grow(keeper->next, &keeper->room, row + batch->count, sizeof *keeper->next);
    for (size_t i = 0; i < batch->count; i++, row++) {
        keeper->next[row] = KEYS_NONE;
        if (query_vector_is_absent(key, i))
            continue;
        size_t before = keeper->keys.count, number = keys_add(&keeper->keys, &key, i);
        keeper->first = memory_grow(keeper->first, &keeper->key_room, keeper->keys.count,
                                    sizeof *keeper->first);
        keeper->last =
            memory_grow(keeper->last, &keeper->last_room, keeper->keys.count, sizeof *keeper->last);
        if (number == before)
            keeper->first[number] = row;
        else
            keeper->next[keeper->last[number]] = row;
        keeper->last[number] = row;
    }
    kept_add(&keeper->kept, batch);
    uint64_t bytes = kept_bytes(&keeper->kept) + keys_bytes(&keeper->keys) +
                     (keeper->room + keeper->key_room + keeper->last_room) * sizeof(size_t);
    return query_step_holds(step, bytes, "joining the rows of the second stream");
}

static void finish_keeper(struct query_step *step)
{
    (void)step;
}

static void free_keeper(struct query_step *step)
{
    struct keeper *keeper = (struct keeper *)step;
    kept_free(&keeper->kept);
    keys_free(&keeper->keys);
    program_free(keeper->key);
    free(keeper->first);
    free(keeper->last);
    free(keeper->next);
    free(keeper);
}

static struct keeper *keeper_new(const struct query_step *step)
{
    const struct query_stage *stage = step->stage;
    const struct query_fields *shape = stage->other->shape;
    struct keeper *keeper = memory_zeroed(1, sizeof *keeper);
    keeper->step = (struct query_step){.data = step->data,
                                       .work = step->work,
                                       .shape = shape,
                                       .take = keep,
                                       .finish = finish_keeper,
                                       .free = free_keeper};
    kept_make(&keeper->kept, shape);
    keys_make(&keeper->keys, &stage->expressions[1]->type.type, 1);
    keeper->key = program_make(step->data, shape, stage->expressions[1], 0);
    return keeper;
}

/* Compiles the fields of both streams. */
static void make_fields(struct join *join)
{
    const struct query_step *step = &join->step;
    const struct query_fields *left = step->shape, *right = step->stage->other->shape;
    const struct query_tree nowhere = {0};
    join->left_count = left->count;
    join->count = left->count + right->count;
    join->fields = memory_zeroed(join->count + 1, sizeof *join->fields);
    join->programs = memory_zeroed(join->count + 1, sizeof *join->programs);
    join->columns = memory_zeroed(join->count + 1, sizeof *join->columns);
    for (size_t i = 0; i < join->count; i++) {
        const struct query_fields *shape = i < left->count ? left : right;
        const struct query_field *field = &shape->fields[i < left->count ? i : i - left->count];
        join->fields[i] = query_check_field(shape, NULL, field, &nowhere);
        join->programs[i] = program_make(step->data, shape, join->fields[i], step->rows);
    }
}

/* Runs the other stream to its end, on the first batch. */
static void begin(struct join *join)
{
    struct query_step *step = &join->step;
    struct query_cost cost = {0};
    struct error error = {0};
    if (join->keeper)
        return;
    join->keeper = keeper_new(step);
    join->key = program_make(step->data, step->shape, step->stage->expressions[0], step->rows);
    make_fields(join);
    join->other = source_steps(step->stage->other, step->data, &join->keeper->step, &error);
    if (!join->other ||
        !source_run(step->stage->other, step->data, join->other, NULL, &cost, &error))
        query_step_fail(step, &error);
}

/* Passes on the pairs found so far. */
static bool give(struct join *join, const struct query_batch *all)
{
    struct query_step *next = join->step.next;
    struct query_batch left = *all;
    if (!join->pairs)
        return true;
    left.count = join->pairs;
    left.selected = join->left;
    struct query_batch right = kept_batch(&join->keeper->kept, join->right, join->pairs);
    for (size_t i = 0; i < join->count; i++) {
        if (!join->step.needed || join->step.needed[i] || !join->columns[i].data)
            join->columns[i] =
                *program_run(join->programs[i], i < join->left_count ? &left : &right);
    }
    struct query_batch made = {.count = join->pairs, .columns = join->columns};
    join->pairs = 0; /* few rows may have very many pairs */
    return !query_data_is_stopped(join->step.data) && next->take(next, &made);
}

static bool take(struct query_step *step, const struct query_batch *batch)
{
    struct join *join = (struct join *)step;
    begin(join);
    if (atomic_load(&step->work->failed))
        return false;
    const struct query_vector *key = program_run(join->key, batch);
    for (size_t i = 0; i < batch->count; i++) {
        size_t number =
            query_vector_is_absent(key, i) ? KEYS_NONE : keys_find(&join->keeper->keys, &key, i);
        size_t row = number == KEYS_NONE ? KEYS_NONE : join->keeper->first[number];
        for (; row != KEYS_NONE; row = join->keeper->next[row]) {
            join->left[join->pairs] = (uint16_t)query_batch_at(batch, i);
            join->right[join->pairs++] = row;
            if (join->pairs == QUERY_BATCH && !give(join, batch))
                return false;
        }
    }
    return give(join, batch);
}

static void free_join(struct query_step *step)
{
    struct join *join = (struct join *)step;
    query_step_free(join->other);
    query_step_programs_free(join->programs, join->count);
    for (size_t i = 0; i < join->count; i++)
        query_expression_free(join->fields[i]);
    free(join->fields);
    free(join->columns);
    program_free(join->key);
    free(join);
}

struct query_step *query_step_join_new(void)
{
    struct join *join = memory_zeroed(1, sizeof *join);
    join->step =
        (struct query_step){.take = take, .finish = query_step_finish_plainly, .free = free_join};
    return &join->step;
}
