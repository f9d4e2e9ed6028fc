/* group.c: the group step: groupBy and aggregates. */
#include "query/exec/step/step.h"

#include "query/data/reader.h"
#include "query/exec/step/group_nodes.h"
#include "query/exec/step/keys.h"
#include "query/exec/step/sum.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* The group step: the keys seen so far, and an aggregate state per group. */
struct group {
    struct query_step step;
    struct program **programs;
    const struct query_vector **values;
    struct keys keys;
    struct sum *sums;
    size_t *direct; /* of a single key that is a small number: number of its group plus 1 */
    size_t direct_room;
    size_t numbers[QUERY_BATCH]; /* by row of the batch: number of its group */
    uint64_t *orders;            /* by group: position of its first row */
    size_t order_room;
    bool merged; /* after a merge, groups are not in the order of their first rows */
    struct group_nodes nodes;
    bool by_code; /* all aggregates can be summed by code: counts, and sums of durations */
    bool of_durations;
};

enum { DIRECT = 1 << 20 };

static bool is_duration(const struct query_expression *of)
{
    return of->op == EXPRESSION_FIELD && !of->part_count && of->field->from == FIELD_COLUMN &&
           !strcmp(of->field->column, "duration");
}

/* Finds out if all aggregates can be summed by code. */
static void look_at_sums(struct group *group)
{
    const struct query_stage *stage = group->step.stage;
    group->by_code = true;
    for (size_t i = 0; i < stage->sum_count; i++) {
        enum query_aggregate aggregate = stage->sums[i].aggregate;
        if (aggregate == AGGREGATE_COUNT)
            continue;
        group->of_durations = true;
        group->by_code &= (aggregate == AGGREGATE_SUM || aggregate == AGGREGATE_MEAN) &&
                          is_duration(stage->expressions[stage->sums[i].expression]);
    }
}

static void begin(struct group *group)
{
    const struct query_stage *stage = group->step.stage;
    if (group->programs)
        return;
    enum query_type *types = memory_zeroed(stage->expression_count + 1, sizeof *types);
    for (size_t i = 0; i < stage->expression_count; i++)
        types[i] = stage->expressions[i]->type.type;
    group->programs = query_step_programs(&group->step, 0, stage->expression_count);
    group->values = memory_zeroed(stage->expression_count + 1, sizeof *group->values);
    group->sums = memory_zeroed(stage->sum_count + 1, sizeof *group->sums);
    keys_make(&group->keys, types, stage->keys);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_make(&group->sums[i], &stage->sums[i], types[stage->sums[i].expression]);
    free(types);
    if (!stage->keys)
        keys_add(&group->keys, group->values, 0);
    group_nodes_make(&group->nodes, &group->step, group->programs, stage->keys);
    look_at_sums(group);
}

/* Returns the group of row `i` of the values; `order` is its position, for a new group. */
static size_t number_of(struct group *group, const struct query_vector *const *values, size_t i,
                        uint64_t order)
{
    size_t before = group->keys.count, number = keys_add(&group->keys, values, i);
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
        group->direct[key] = number_of(group, group->values, i, order) + 1;
    return group->direct[key] - 1;
}

static void find_numbers(struct group *group, size_t count, uint64_t order)
{
    const struct query_vector *key = group->values[0];
    bool single = group->keys.width == 1 && key->type != TYPE_REAL && key->type != TYPE_BOOL;
    for (size_t i = 0; i < count; i++) {
        bool direct = single && !query_vector_is_absent(key, i) && key->whole[i] >= 0 &&
                      key->whole[i] < DIRECT;
        group->numbers[i] = direct ? direct_number(group, i, key->whole[i], order + i)
                                   : number_of(group, group->values, i, order + i);
    }
}

/* Reports the memory held. False if it is too much. */
static bool hold(struct group *group)
{
    uint64_t bytes = keys_bytes(&group->keys) + group->direct_room * sizeof *group->direct +
                     group->order_room * sizeof *group->orders;
    for (size_t i = 0; i < group->step.stage->sum_count; i++)
        bytes += sum_bytes(&group->sums[i]);
    return query_step_holds(&group->step, bytes, "grouping the rows");
}

/* Adds the sums by code to the groups. */
static void add_cells(struct group *group)
{
    struct group_nodes *nodes = &group->nodes;
    const struct query_stage *stage = group->step.stage;
    for (size_t i = 0; nodes->most && i < stage->sum_count; i++)
        sum_add_cells(&group->sums[i], nodes->cells, nodes->numbers, nodes->node_count,
                      group->keys.count);
    if (nodes->most)
        memset(nodes->cells, 0, nodes->node_count * sizeof *nodes->cells);
    nodes->most = 0;
}

static size_t code_at(const struct archive_event_block *block, size_t row)
{
    return block->codes ? block->codes[row] : block->wide_codes[row];
}

/* Assigns groups to the nodes that occur for the first time. */
static void open_codes(struct group *group, const struct archive_event_block *block,
                       const struct query_batch *batch)
{
    struct group_nodes *nodes = &group->nodes;
    size_t first = (size_t)(batch->first - block->first);
    for (size_t i = 0; nodes->open && i < batch->count; i++) {
        size_t code = code_at(block, first + query_batch_at(batch, i));
        if (nodes->numbers[code] != KEYS_NONE)
            continue;
        nodes->numbers[code] = number_of(group, nodes->values, code, batch->order + i);
        nodes->open--;
    }
}

/* Finds the groups of a batch by the nodes of its block; NULL if the block is damaged. */
static const struct archive_event_block *begin_batch(struct group *group,
                                                     const struct query_batch *batch)
{
    uint32_t wanted = group->by_code && group->of_durations ? EVENT_WANT_DURATION : 0;
    const struct archive_event_block *block = archive_event_reader_get(
        query_data_scanner(group->step.data), batch->block, wanted | EVENT_WANT_NODE);
    if (block && group_nodes_is_other(&group->nodes, block)) {
        add_cells(group);
        group_nodes_begin(&group->nodes, group->programs, &group->step, block);
    }
    if (block)
        open_codes(group, block, batch);
    return block;
}

/* Sums a batch by code. False if the sums could overflow. */
static bool add_by_code(struct group *group, const struct archive_event_block *block,
                        const struct query_batch *batch)
{
    struct group_nodes *nodes = &group->nodes;
    uint64_t most = 1;
    if (group->of_durations)
        most += group->step.data->archive->blocks.duration_max[batch->block];
    if (__builtin_mul_overflow(most, batch->count, &most) || most > INT64_MAX)
        return false;
    if (nodes->most > INT64_MAX - most)
        add_cells(group);
    nodes->most += most;
    const struct kernel_rows rows = {.codes = block->codes,
                                     .wide_codes = block->wide_codes,
                                     .values = group->of_durations ? block->duration : NULL,
                                     .width = block->duration_width,
                                     .base = block->duration_base,
                                     .first = (size_t)(batch->first - block->first),
                                     .count = batch->count,
                                     .selected = batch->selected};
    kernel_sum_by_code(&rows, nodes->cells);
    return true;
}

/* Adds the rows one by one; `found`: their groups are known already. */
static void add_rows(struct group *group, const struct query_batch *batch, bool found)
{
    const struct query_stage *stage = group->step.stage;
    for (size_t i = found ? stage->keys : 0; i < stage->expression_count; i++)
        group->values[i] = program_run(group->programs[i], batch);
    if (stage->keys && !found)
        find_numbers(group, batch->count, batch->order);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_add(&group->sums[i], group->values[stage->sums[i].expression],
                stage->keys ? group->numbers : NULL, batch->count, group->keys.count);
}

static bool take(struct query_step *step, const struct query_batch *batch)
{
    struct group *group = (struct group *)step;
    begin(group);
    bool by_node = group->nodes.width && batch->in_block;
    const struct archive_event_block *block = by_node ? begin_batch(group, batch) : NULL;
    if (by_node && !block)
        return true; /* the block is damaged */
    if (!by_node || !group->by_code || !add_by_code(group, block, batch)) {
        size_t first = by_node ? (size_t)(batch->first - block->first) : 0;
        for (size_t i = 0; by_node && i < batch->count; i++)
            group->numbers[i] =
                group->nodes.numbers[code_at(block, first + query_batch_at(batch, i))];
        add_rows(group, batch, by_node);
    }
    return hold(group);
}

/* Adds the other step's groups: its group i is group numbers[i] here. */
static void merge_keys(struct group *group, const struct group *other, size_t *numbers)
{
    for (size_t i = 0; i < group->keys.width; i++)
        group->values[i] = &other->keys.columns[i];
    for (size_t i = 0; i < other->keys.count; i++) {
        numbers[i] = group->keys.width ? number_of(group, group->values, i, other->orders[i]) : 0;
        if (group->keys.width && other->orders[i] < group->orders[numbers[i]])
            group->orders[numbers[i]] = other->orders[i];
    }
}

static void merge(struct query_step *step, struct query_step *from)
{
    struct group *group = (struct group *)step, *other = (struct group *)from;
    begin(group);
    if (!other->programs)
        return;
    add_cells(group);
    add_cells(other);
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

/* Sorts the groups by their first rows. */
static void put_in_order(const struct group *group, struct query_vector *columns, size_t width)
{
    size_t count = group->keys.count, *order = memory_zeroed(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_order, group->orders);
    for (size_t i = 0; i < width; i++)
        query_vector_reorder(&columns[i], order, count);
    free(order);
}

static void finish(struct query_step *step)
{
    struct group *group = (struct group *)step;
    const struct query_stage *stage = step->stage;
    size_t width = stage->keys + stage->sum_count;
    begin(group);
    add_cells(group);
    struct query_vector *columns = memory_zeroed(width + 1, sizeof *columns);
    struct query_vector *parts = memory_zeroed(width + 1, sizeof *parts);
    for (size_t i = 0; i < width; i++)
        columns[i] = i < stage->keys ? group->keys.columns[i]
                                     : sum_result(&group->sums[i - stage->keys], group->keys.count);
    if (group->merged && stage->keys)
        put_in_order(group, columns, width);
    for (size_t i = 0; i < stage->keys; i++)
        group->keys.columns[i] = columns[i]; /* query_vector_reorder may have moved them */
    for (size_t first = 0; first < group->keys.count; first += QUERY_BATCH) {
        struct query_batch batch = {.columns = parts};
        size_t left = group->keys.count - first;
        batch.count = left < QUERY_BATCH ? left : QUERY_BATCH;
        for (size_t i = 0; i < width; i++)
            parts[i] = query_vector_part(&columns[i], first);
        if (!step->next->take(step->next, &batch))
            break;
    }
    for (size_t i = stage->keys; i < width; i++)
        query_vector_free(&columns[i]);
    free(columns);
    free(parts);
    step->next->finish(step->next);
}

static void free_group(struct query_step *step)
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
    group_nodes_free(&group->nodes);
    query_step_programs_free(group->programs, step->stage->expression_count);
    free(group);
}

struct query_step *query_step_group_new(void)
{
    struct group *group = memory_zeroed(1, sizeof *group);
    group->step = (struct query_step){.take = take,
                                      .finish = finish,
                                      .free = free_group,
                                      .sharing = SHARED_MERGED,
                                      .again = query_step_group_new,
                                      .merge = merge};
    return &group->step;
}
