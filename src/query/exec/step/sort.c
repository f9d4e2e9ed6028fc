/* sort.c: the steps of sorted and distinct. */
#include "query/exec/step/step.h"

#include "query/exec/kernel.h"
#include "query/exec/step/keys.h"
#include "query/exec/step/row_store.h"
#include "query/live/memory.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SORT_AT = 1 << 16 }; /* rows that are kept before any are discarded */

/* The sort step. Ties keep the order of the source. */
struct sort {
    struct query_step step;
    struct program **programs;
    struct kept kept;
    struct query_vector *keys;
    const struct query_vector **values; /* keys of the batch */
    struct query_vector orders;         /* by row: its position in the source */
    bool begun;
    bool narrowed; /* the first `wanted` rows are the best so far, in order */
    uint16_t selected[QUERY_BATCH], in_batch[QUERY_BATCH];
};

static void begin_sort(struct sort *sort)
{
    const struct query_step *step = &sort->step;
    if (sort->begun)
        return;
    sort->begun = true;
    sort->programs = query_step_programs(step, 0, step->stage->expression_count);
    kept_make(&sort->kept, step->shape);
    sort->orders.type = TYPE_INTEGER;
    sort->keys = memory_zeroed(step->stage->expression_count + 1, sizeof *sort->keys);
    sort->values = memory_zeroed(step->stage->expression_count + 1, sizeof *sort->values);
    for (size_t i = 0; i < step->stage->expression_count; i++)
        sort->keys[i].type = step->stage->expressions[i]->type.type;
}

static int order_of(const struct query_data *data, const struct query_vector *key, size_t a,
                    size_t b)
{
    if (key->type == TYPE_REAL)
        return kernel_order(key->real[a], key->real[b]);
    if (key->type == TYPE_BOOL)
        return key->truth[a] - key->truth[b];
    if (key->type == TYPE_TEXT && key->whole[a] != key->whole[b])
        return strcmp(query_data_text(data, key->whole[a]), query_data_text(data, key->whole[b]));
    return (key->whole[a] > key->whole[b]) - (key->whole[a] < key->whole[b]);
}

static int compare(const void *left, const void *right, void *with)
{
    const struct sort *sort = with;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    for (size_t k = 0; k < sort->step.stage->expression_count; k++) {
        const struct query_vector *key = &sort->keys[k];
        bool no_a = query_vector_is_absent(key, a), no_b = query_vector_is_absent(key, b);
        if (no_a || no_b) {
            if (no_a != no_b)
                return no_a - no_b;
            continue;
        }
        int order = order_of(sort->step.data, key, a, b);
        if (order)
            return sort->step.stage->descending[k] ? -order : order;
    }
    int64_t first = sort->orders.whole[a], second = sort->orders.whole[b];
    return first != second ? (first > second) - (first < second) : (a > b) - (a < b);
}

/* Returns the sorted order of the stored rows; the caller frees it. */
static size_t *put_in_order(struct sort *sort)
{
    size_t *order = memory_zeroed(sort->kept.count + 1, sizeof *order);
    for (size_t i = 0; i < sort->kept.count; i++)
        order[i] = i;
    qsort_r(order, sort->kept.count, sizeof *order, compare, sort);
    return order;
}

/* Discards all but the first `wanted` rows. */
static void throw_away(struct sort *sort)
{
    assert(sort->step.wanted <= sort->kept.count);
    size_t *order = put_in_order(sort), count = (size_t)sort->step.wanted;
    for (size_t i = 0; i < sort->step.stage->expression_count; i++)
        query_vector_reorder(&sort->keys[i], order, count);
    for (size_t i = 0; i < sort->kept.column_count; i++)
        query_vector_reorder(&sort->kept.columns[i], order, count);
    query_vector_reorder(&sort->orders, order, count);
    sort->kept.count = count;
    sort->narrowed = true;
    free(order);
}

/* Stores the keys of rows to be added next: those at `selected`, or the first `count`. */
static void add_keys(struct sort *sort, uint64_t order, const uint16_t *selected, size_t count)
{
    for (size_t i = 0; i < sort->step.stage->expression_count; i++)
        query_vector_append(&sort->keys[i], sort->kept.count, sort->values[i], selected, count);
    query_vector_grow(&sort->orders, sort->kept.count + count);
    for (size_t i = 0; i < count; i++)
        sort->orders.whole[sort->kept.count + i] = (int64_t)order;
}

/* Finds the rows of a batch whose first key is not worse than that of the last wanted row so
 * far. */
static size_t find_candidates(struct sort *sort, size_t last, size_t count)
{
    const struct query_vector *key = sort->values[0], *kept = &sort->keys[0];
    bool compares = key->type != TYPE_REAL && key->type != TYPE_BOOL && key->type != TYPE_TEXT &&
                    !query_vector_is_absent(kept, last);
    bool descending = sort->step.stage->descending[0];
    int64_t bound = compares ? kept->whole[last] : 0;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        sort->in_batch[found] = (uint16_t)i;
        found += !compares || ((descending ? key->whole[i] >= bound : key->whole[i] <= bound) &&
                               !query_vector_is_absent(key, i));
    }
    return found;
}

/* Drops the rows of a batch that sort after all wanted ones. */
static struct query_batch narrow(struct sort *sort, const struct query_batch *all)
{
    struct query_batch batch = *all;
    size_t last = (size_t)sort->step.wanted - 1, base = sort->kept.count;
    size_t found = find_candidates(sort, last, all->count);
    add_keys(sort, all->order, sort->in_batch, found);
    batch.count = 0;
    for (size_t i = 0; i < found; i++) {
        size_t row = base + i;
        sort->in_batch[batch.count] = sort->in_batch[i];
        sort->selected[batch.count] = (uint16_t)query_batch_at(all, sort->in_batch[i]);
        batch.count += compare(&row, &last, sort) < 0;
    }
    batch.selected = sort->selected;
    add_keys(sort, all->order, sort->in_batch, batch.count);
    return batch;
}

static bool hold(struct sort *sort)
{
    uint64_t bytes = kept_bytes(&sort->kept) + query_vector_bytes(&sort->orders);
    for (size_t i = 0; i < sort->step.stage->expression_count; i++)
        bytes += query_vector_bytes(&sort->keys[i]);
    return query_step_holds(&sort->step, bytes + sort->kept.count * sizeof(size_t),
                            "sorting the rows");
}

static bool take_sort(struct query_step *step, const struct query_batch *all)
{
    struct sort *sort = (struct sort *)step;
    struct query_batch batch = *all;
    begin_sort(sort);
    for (size_t i = 0; i < step->stage->expression_count; i++)
        sort->values[i] = program_run(sort->programs[i], all);
    if (sort->narrowed)
        batch = narrow(sort, all);
    else
        add_keys(sort, all->order, NULL, all->count);
    if (!batch.count)
        return true;
    kept_add(&sort->kept, &batch);
    if (step->wanted && sort->kept.count >= SORT_AT && sort->kept.count / 4 >= step->wanted)
        throw_away(sort);
    return hold(sort);
}

/* Takes over the other step's rows. All rows of one batch are in the same step, in order. */
static void merge_sort(struct query_step *step, struct query_step *from)
{
    struct sort *sort = (struct sort *)step, *other = (struct sort *)from;
    begin_sort(sort);
    if (!other->begun || !other->kept.count)
        return;
    for (size_t i = 0; i < step->stage->expression_count; i++)
        query_vector_append(&sort->keys[i], sort->kept.count, &other->keys[i], NULL,
                            other->kept.count);
    query_vector_append(&sort->orders, sort->kept.count, &other->orders, NULL, other->kept.count);
    kept_merge(&sort->kept, &other->kept);
    hold(sort);
}

static void finish_sort(struct query_step *step)
{
    struct sort *sort = (struct sort *)step;
    begin_sort(sort);
    size_t *order = put_in_order(sort);
    kept_give(&sort->kept, order, sort->kept.count, step->next);
    free(order);
    step->next->finish(step->next);
}

static void free_sort(struct query_step *step)
{
    struct sort *sort = (struct sort *)step;
    for (size_t i = 0; sort->begun && i < step->stage->expression_count; i++)
        query_vector_free(&sort->keys[i]);
    query_vector_free(&sort->orders);
    free(sort->keys);
    free(sort->values);
    query_step_programs_free(sort->programs, step->stage->expression_count);
    if (sort->begun)
        kept_free(&sort->kept);
    free(sort);
}

struct query_step *query_step_sort_new(void)
{
    struct sort *sort = memory_zeroed(1, sizeof *sort);
    sort->step = (struct query_step){.take = take_sort,
                                     .finish = finish_sort,
                                     .free = free_sort,
                                     .sharing = SHARED_MERGED,
                                     .again = query_step_sort_new,
                                     .merge = merge_sort};
    return &sort->step;
}

/* The distinct step. */
struct distinct {
    struct query_step step;
    struct program **programs;
    const struct query_vector **values;
    struct keys keys;
    uint16_t selected[QUERY_BATCH];
};

static void begin_distinct(struct distinct *distinct)
{
    const struct query_stage *stage = distinct->step.stage;
    enum query_type *types = memory_zeroed(stage->expression_count + 1, sizeof *types);
    distinct->programs = query_step_programs(&distinct->step, 0, stage->expression_count);
    distinct->values = memory_zeroed(stage->expression_count + 1, sizeof *distinct->values);
    for (size_t i = 0; i < stage->expression_count; i++)
        types[i] = stage->expressions[i]->type.type;
    keys_make(&distinct->keys, types, stage->expression_count);
    free(types);
}

static bool take_distinct(struct query_step *step, const struct query_batch *all)
{
    struct distinct *distinct = (struct distinct *)step;
    struct query_batch batch = *all;
    if (!distinct->programs)
        begin_distinct(distinct);
    for (size_t i = 0; i < step->stage->expression_count; i++)
        distinct->values[i] = program_run(distinct->programs[i], all);
    batch.count = 0;
    batch.selected = distinct->selected;
    for (size_t i = 0; i < all->count; i++) {
        size_t before = distinct->keys.count;
        distinct->selected[batch.count] = (uint16_t)query_batch_at(all, i);
        bool is_new = keys_add(&distinct->keys, distinct->values, i) == before;
        if (is_new && step->data->live)
            is_new = query_live_memory_is_new(step->data->live, step, distinct->values, i);
        batch.count += is_new;
    }
    uint64_t bytes = keys_bytes(&distinct->keys) + query_live_memory_bytes(step->data->live);
    if (!query_step_holds(step, bytes, "finding distinct rows"))
        return false;
    return !batch.count || step->next->take(step->next, &batch);
}

static void free_distinct(struct query_step *step)
{
    struct distinct *distinct = (struct distinct *)step;
    if (distinct->programs)
        keys_free(&distinct->keys);
    query_step_programs_free(distinct->programs, step->stage->expression_count);
    free(distinct->values);
    free(distinct);
}

struct query_step *query_step_distinct_new(void)
{
    struct distinct *distinct = memory_zeroed(1, sizeof *distinct);
    distinct->step = (struct query_step){.take = take_distinct,
                                         .finish = query_step_finish_plainly,
                                         .free = free_distinct,
                                         .sharing = SHARED_FIRST,
                                         .again = query_step_distinct_new};
    return &distinct->step;
}
