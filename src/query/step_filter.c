/* step_filter.c: rows for which a condition is true. */
#include "query/step.h"

#include "query/kernel.h"
#include "query/range.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* One of several that must all be true. */
struct condition {
    const struct expression *of;
    struct program *program;
    struct range range;
    const uint8_t *truths; /* by node or lane of events; NULL: it is none of these */
    size_t truth_rows;
    bool by_lane;
};

struct filter {
    struct step step;
    struct condition *conditions;
    size_t count, room;
    bool begun, is_events;
    uint16_t selected[2][QUERY_BATCH];
    uint8_t mask[QUERY_BATCH];
};

static void add_conditions(struct filter *filter, const struct expression *of)
{
    if (of->op == EXPRESSION_AND) {
        add_conditions(filter, of->parts[0]);
        add_conditions(filter, of->parts[1]);
        return;
    }
    filter->conditions = memory_grow(filter->conditions, &filter->room, filter->count + 1,
                                     sizeof *filter->conditions);
    struct condition *condition = &filter->conditions[filter->count++];
    const struct field *index;
    *condition = (struct condition){.of = of};
    condition->program = program_make(filter->step.data, filter->step.shape, of, filter->step.rows);
    if (!filter->is_events)
        return;
    condition->range = range_of(of);
    condition->truths = program_truths(condition->program, &index, &condition->truth_rows);
    condition->by_lane =
        condition->truths && index->from == FIELD_COMPUTED && index->number == FUNCTION_EVENT_LANE;
    if (condition->truths && !condition->by_lane && index->from != FIELD_COLUMN)
        condition->truths = NULL; /* about, holder and so on */
}

static void begin(struct filter *filter)
{
    if (filter->begun)
        return;
    filter->begun = true;
    filter->is_events = query_data_is_events(filter->step.shape);
    add_conditions(filter, filter->step.stage->expressions[0]);
}

static bool is_true_on(const struct condition *condition, uint32_t lane)
{
    return condition->truths[lane < condition->truth_rows ? lane : condition->truth_rows];
}

static bool may_have(struct step *step, const struct query_block *block)
{
    struct filter *filter = (struct filter *)step;
    begin(filter);
    for (size_t i = 0; i < filter->count; i++) {
        const struct condition *condition = &filter->conditions[i];
        if (condition->by_lane && !is_true_on(condition, block->lane))
            return false;
        if (!condition->truths && !range_may_have(condition->of, step->data, block))
            return false;
    }
    return true;
}

/* Narrows the mask by what can be told from the columns as they are; false: by the program. */
static bool narrow(struct filter *filter, const struct condition *condition,
                   const struct query_block *block, const struct batch *batch)
{
    uint64_t skip = batch->first - block->first;
    if (condition->range.of)
        return range_mask(&condition->range, filter->step.data, block, batch->first, batch->count,
                          filter->mask);
    if (!condition->truths)
        return false;
    if (condition->by_lane && !is_true_on(condition, block->lane))
        memset(filter->mask, 0, batch->count);
    else if (!condition->by_lane)
        kernel_lookup_wide(condition->truths, condition->truth_rows, block->node + skip,
                           batch->count, filter->mask);
    return true;
}

/* Leaves the rows of the batch for which the program is true. */
static void keep(struct filter *filter, const struct condition *condition, struct batch *batch)
{
    const struct vector *truth = program_run(condition->program, batch);
    uint16_t *selected = filter->selected[batch->selected == filter->selected[0]];
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        selected[count] = (uint16_t)batch_at(batch, i);
        count += truth->truth[i] && !vector_is_absent(truth, i);
    }
    batch->count = count;
    batch->selected = selected;
}

static bool take(struct step *step, const struct batch *all)
{
    struct filter *filter = (struct filter *)step;
    struct batch batch = *all;
    bool done[64] = {false};
    size_t left = 0;
    begin(filter);
    if (batch.in_block && !batch.selected) {
        struct query_block block = query_data_block(step->data, batch.block);
        if (!query_data_columns(step->data, &block))
            return true; /* it is damaged */
        memset(filter->mask, 1, batch.count);
        for (size_t i = 0; i < filter->count && i < 64; i++)
            done[i] = narrow(filter, &filter->conditions[i], &block, &batch);
        for (size_t i = 0; i < filter->count; i++)
            left += i >= 64 || !done[i];
        if (step->only_counts && !left) {
            batch.count = kernel_count(filter->mask, batch.count);
        } else {
            batch.count = kernel_select(filter->mask, batch.count, filter->selected[0]);
            batch.selected = filter->selected[0];
        }
    }
    for (size_t i = 0; i < filter->count && batch.count; i++) {
        if (i >= 64 || !done[i])
            keep(filter, &filter->conditions[i], &batch);
    }
    return !batch.count || step->next->take(step->next, &batch);
}

static void free_filter(struct step *step)
{
    struct filter *filter = (struct filter *)step;
    for (size_t i = 0; i < filter->count; i++)
        program_free(filter->conditions[i].program);
    free(filter->conditions);
    free(filter);
}

struct step *step_filter_new(void)
{
    struct filter *filter = memory_zeroed(1, sizeof *filter);
    filter->step = (struct step){.take = take,
                                 .finish = step_finish_plainly,
                                 .may_have = may_have,
                                 .free = free_filter,
                                 .sharing = SHARED_EACH,
                                 .again = step_filter_new};
    return &filter->step;
}
