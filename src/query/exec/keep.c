/* keep.c: see keep.h */
#include "query/exec/keep.h"

#include "query/exec/source.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* What all threads share. */
struct keeping {
    struct work work; /* first: steps point to it */
    struct archive_excerpt_rows *rows;
};

static void set_word(const struct archive_excerpt_rows *rows, uint64_t word, uint64_t bits)
{
    if (bits && word <= rows->rows / 64)
        __atomic_fetch_or(&rows->bits[word], bits, __ATOMIC_RELAXED);
}

/* Sets the bits of a batch of successive rows, word by word. */
static void keep_successive(const struct archive_excerpt_rows *rows,
                            const struct query_batch *batch)
{
    uint64_t words[QUERY_BATCH / 64 + 2] = {0}, before = batch->first % 64;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t at = before + query_batch_at(batch, i);
        words[at / 64] |= UINT64_C(1) << at % 64;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        set_word(rows, batch->first / 64 + i, words[i]);
}

static bool take(struct query_step *step, const struct query_batch *batch)
{
    const struct archive_excerpt_rows *rows = ((struct keeping *)step->work)->rows;
    assert(!batch->columns);
    if (atomic_load(&step->work->failed) || batch->is_absent)
        return !batch->is_absent;
    if (!batch->rows) {
        keep_successive(rows, batch);
        return true;
    }
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = query_batch_row(batch, i);
        if (row < rows->rows)
            set_word(rows, row / 64, UINT64_C(1) << row % 64);
    }
    return true;
}

static void finish(struct query_step *step)
{
    (void)step; /* the bits are set */
}

static void merge(struct query_step *step, struct query_step *other)
{
    (void)step; /* all steps set bits of the same set */
    (void)other;
}

static void free_step(struct query_step *step)
{
    free(step);
}

static struct query_step *keeper_new(void)
{
    struct query_step *step = memory_zeroed(1, sizeof *step);
    *step = (struct query_step){.take = take,
                                .finish = finish,
                                .free = free_step,
                                .sharing = SHARED_MERGED,
                                .again = keeper_new,
                                .merge = merge};
    return step;
}

bool query_keep(const struct query_plan *plan, struct query_data *data,
                struct archive_excerpt_rows *rows, struct error *error)
{
    uint64_t count;
    assert(query_data_is_events(plan->shape));
    *rows = (struct archive_excerpt_rows){0};
    if (!query_check(plan, data, error) || !query_data_rows(data, plan->shape, &count, error))
        return false;
    archive_excerpt_rows_begin(rows, count);
    struct query_cost cost = {0};
    struct keeping keeping = {.work.lock = PTHREAD_MUTEX_INITIALIZER, .rows = rows};
    struct query_step *last = keeper_new();
    last->data = data;
    last->work = &keeping.work;
    last->shape = plan->shape;
    struct query_step *first = source_steps(plan, data, last, error);
    bool good = first && source_run(plan, data, first, data->progress, &cost, error);
    query_step_free(first);
    pthread_mutex_destroy(&keeping.work.lock);
    for (uint64_t i = 0; i <= rows->rows / 64; i++)
        rows->count += (uint64_t)__builtin_popcountll(rows->bits[i]);
    return good;
}
