/* step_group.c: rows of the same keys, and what they add up to. */
#include "query/step.h"

#include "query/keys.h"
#include "query/sum.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct group {
    struct step step;
    struct program **programs;
    const struct vector **values;
    struct keys keys;
    struct sum *sums;
    size_t *direct; /* a key that is a small number -> group plus 1 */
    size_t direct_room;
    size_t numbers[QUERY_BATCH]; /* of the groups of the batch's rows */
    uint64_t *orders;            /* by group: of its first row */
    size_t order_room;
    bool merged; /* groups are not in the order of their first rows */
};

enum { DIRECT = 1 << 20 };

static void begin(struct group *group)
{
    const struct stage *stage = group->step.stage;
    if (group->programs)
        return;
    enum type *types = memory_zeroed(stage->expression_count + 1, sizeof *types);
    for (size_t i = 0; i < stage->expression_count; i++)
        types[i] = stage->expressions[i]->type.type;
    group->programs = step_programs(&group->step, 0, stage->expression_count);
    group->values = memory_zeroed(stage->expression_count + 1, sizeof *group->values);
    group->sums = memory_zeroed(stage->sum_count + 1, sizeof *group->sums);
    keys_make(&group->keys, types, stage->keys);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_make(&group->sums[i], &stage->sums[i], types[stage->sums[i].expression]);
    free(types);
    if (!stage->keys)
        keys_add(&group->keys, group->values, 0);
}

/* The group of the row at `i`, whose order that is. */
static size_t number_of(struct group *group, size_t i, uint64_t order)
{
    size_t before = group->keys.count, number = keys_add(&group->keys, group->values, i);
    if (number == before) {
        group->orders =
            memory_grow(group->orders, &group->order_room, number + 1, sizeof *group->orders);
        group->orders[number] = order;
    }
    return number;
}

static size_t direct_number(struct group *group, size_t i, int64_t key, uint64_t order)
{
    if ((size_t)key >= group->direct_room) {
        size_t before = group->direct_room;
        group->direct =
            memory_grow(group->direct, &group->direct_room, (size_t)key + 1, sizeof *group->direct);
        memset(group->direct + before, 0, (group->direct_room - before) * sizeof *group->direct);
    }
    if (!group->direct[key])
        group->direct[key] = number_of(group, i, order) + 1;
    return group->direct[key] - 1;
}

static void find_numbers(struct group *group, size_t count, uint64_t order)
{
    const struct vector *key = group->values[0];
    bool single = group->keys.width == 1 && key->type != TYPE_REAL && key->type != TYPE_BOOL;
    for (size_t i = 0; i < count; i++) {
        bool direct =
            single && !vector_is_absent(key, i) && key->whole[i] >= 0 && key->whole[i] < DIRECT;
        group->numbers[i] = direct ? direct_number(group, i, key->whole[i], order + i)
                                   : number_of(group, i, order + i);
    }
}

/* False: it is too much. */
static bool hold(struct group *group)
{
    uint64_t bytes = keys_bytes(&group->keys) + group->direct_room * sizeof *group->direct +
                     group->order_room * sizeof *group->orders;
    for (size_t i = 0; i < group->step.stage->sum_count; i++)
        bytes += sum_bytes(&group->sums[i]);
    return step_holds(&group->step, bytes, "grouping the rows");
}

static bool take(struct step *step, const struct batch *batch)
{
    struct group *group = (struct group *)step;
    const struct stage *stage = step->stage;
    begin(group);
    for (size_t i = 0; i < stage->expression_count; i++)
        group->values[i] = program_run(group->programs[i], batch);
    if (stage->keys)
        find_numbers(group, batch->count, batch->order);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_add(&group->sums[i], group->values[stage->sums[i].expression],
                stage->keys ? group->numbers : NULL, batch->count, group->keys.count);
    return hold(group);
}

/* Group i of the other one is numbers[i] here. */
static void merge_keys(struct group *group, const struct group *other, size_t *numbers)
{
    for (size_t i = 0; i < group->keys.width; i++)
        group->values[i] = &other->keys.columns[i];
    for (size_t i = 0; i < other->keys.count; i++) {
        numbers[i] = group->keys.width ? number_of(group, i, other->orders[i]) : 0;
        if (group->keys.width && other->orders[i] < group->orders[numbers[i]])
            group->orders[numbers[i]] = other->orders[i];
    }
}

static void merge(struct step *step, struct step *from)
{
    struct group *group = (struct group *)step, *other = (struct group *)from;
    begin(group);
    if (!other->programs)
        return;
    size_t *numbers = memory_zeroed(other->keys.count + 1, sizeof *numbers);
    merge_keys(group, other, numbers);
    for (size_t i = 0; i < step->stage->sum_count; i++)
        sum_merge(&group->sums[i], &other->sums[i], numbers, other->keys.count, group->keys.count);
    free(numbers);
    group->merged = true;
    hold(group);
}

static int by_order(const void *left, const void *right, void *with)
{
    const uint64_t *orders = with;
    uint64_t a = orders[*(const size_t *)left], b = orders[*(const size_t *)right];
    return (a > b) - (a < b);
}

/* Puts groups into the order of their first rows. */
static void put_in_order(const struct group *group, struct vector *columns, size_t width)
{
    size_t count = group->keys.count, *order = memory_zeroed(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_order, group->orders);
    for (size_t i = 0; i < width; i++)
        vector_reorder(&columns[i], order, count);
    free(order);
}

static void finish(struct step *step)
{
    struct group *group = (struct group *)step;
    const struct stage *stage = step->stage;
    size_t width = stage->keys + stage->sum_count;
    begin(group);
    struct vector *columns = memory_zeroed(width + 1, sizeof *columns);
    struct vector *parts = memory_zeroed(width + 1, sizeof *parts);
    for (size_t i = 0; i < width; i++)
        columns[i] = i < stage->keys ? group->keys.columns[i]
                                     : sum_result(&group->sums[i - stage->keys], group->keys.count);
    if (group->merged && stage->keys)
        put_in_order(group, columns, width);
    for (size_t i = 0; i < stage->keys; i++)
        group->keys.columns[i] = columns[i]; /* they may have moved */
    for (size_t first = 0; first < group->keys.count; first += QUERY_BATCH) {
        struct batch batch = {.columns = parts};
        size_t left = group->keys.count - first;
        batch.count = left < QUERY_BATCH ? left : QUERY_BATCH;
        for (size_t i = 0; i < width; i++)
            parts[i] = vector_part(&columns[i], first);
        if (!step->next->take(step->next, &batch))
            break;
    }
    for (size_t i = stage->keys; i < width; i++)
        vector_free(&columns[i]);
    free(columns);
    free(parts);
    step->next->finish(step->next);
}

static void free_group(struct step *step)
{
    struct group *group = (struct group *)step;
    if (group->programs)
        keys_free(&group->keys);
    for (size_t i = 0; group->sums && i < step->stage->sum_count; i++)
        sum_free(&group->sums[i]);
    free(group->sums);
    free(group->values);
    free(group->direct);
    free(group->orders);
    step_programs_free(group->programs, step->stage->expression_count);
    free(group);
}

struct step *step_group_new(void)
{
    struct group *group = memory_zeroed(1, sizeof *group);
    group->step = (struct step){.take = take,
                                .finish = finish,
                                .free = free_group,
                                .sharing = SHARED_MERGED,
                                .again = step_group_new,
                                .merge = merge};
    return &group->step;
}
