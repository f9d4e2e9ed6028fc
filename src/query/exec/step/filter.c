/* filter.c: the filter step: passes on the rows for which a condition is true. */
#include "query/exec/step/step.h"

#include "query/data/reader.h"
#include "query/exec/kernel.h"
#include "query/exec/range.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One of the conditions that must all be true. */
struct condition {
    const struct query_expression *of;
    struct program *program;
    struct range range;
    const uint8_t *truths; /* of a condition that depends on the node or lane of an event alone: its
                              value by row; else NULL */
    size_t truth_rows;
    bool by_lane;
    /* By code of a node, for blocks with this dictionary: */
    uint8_t *by_code;
    size_t code_room;
    uint8_t bits[KERNEL_BITS / 8]; /* the same as a bit set, of the first KERNEL_BITS codes */
    uint64_t dictionary;
    uint32_t node_count; /* 0: no dictionary yet */
    enum verdict verdict;
    bool done; /* decided for all rows of this batch */
};

/* The filter step. */
struct filter {
    struct query_step step;
    struct condition *conditions;
    size_t count, room;
    bool begun, is_events;
    uint16_t selected[2][QUERY_BATCH];
    uint8_t mask[QUERY_BATCH];
};

/* Splits a condition at && and compiles its parts. */
static void add_conditions(struct filter *filter, const struct query_expression *of)
{
    if (of->op == EXPRESSION_AND) {
        add_conditions(filter, of->parts[0]);
        add_conditions(filter, of->parts[1]);
        return;
    }
    filter->conditions = memory_grow(filter->conditions, &filter->room, filter->count + 1,
                                     sizeof *filter->conditions);
    struct condition *condition = &filter->conditions[filter->count++];
    const struct query_field *index;
    *condition = (struct condition){.of = of};
    condition->program = program_make(filter->step.data, filter->step.shape, of, filter->step.rows);
    if (!filter->is_events)
        return;
    condition->range = range_of(of);
    condition->truths = program_truths(condition->program, &index, &condition->truth_rows);
    condition->by_lane =
        condition->truths && index->from == FIELD_COMPUTED && index->number == FUNCTION_EVENT_LANE;
    if (condition->truths && !condition->by_lane && index->from != FIELD_COLUMN)
        condition->truths = NULL; /* depends on another index: about, holder and so on */
}

static void begin(struct filter *filter)
{
    if (filter->begun)
        return;
    filter->begun = true;
    filter->is_events = query_data_is_events(filter->step.shape);
    add_conditions(filter, filter->step.stage->expressions[0]);
}

static bool is_true_for(const struct condition *condition, uint32_t row)
{
    return condition->truths[row < condition->truth_rows ? row : condition->truth_rows];
}

/* Evaluates the condition for the nodes in a block's dictionary. */
static enum verdict look_at_nodes(struct condition *condition,
                                  const struct archive_event_block *block)
{
    size_t trues = 0, room = block->node_count < 256 ? 256 : block->node_count;
    if (condition->node_count == block->node_count && condition->dictionary == block->dictionary)
        return condition->verdict;
    condition->by_code = memory_grow(condition->by_code, &condition->code_room, room, 1);
    memset(condition->by_code, 0, room);
    memset(condition->bits, 0, sizeof condition->bits);
    for (uint32_t i = 0; i < block->node_count; i++) {
        condition->by_code[i] = is_true_for(condition, block->nodes[i]);
        trues += condition->by_code[i];
        if (i < KERNEL_BITS)
            condition->bits[i / 8] |= (uint8_t)(condition->by_code[i] << i % 8);
    }
    condition->node_count = block->node_count;
    condition->dictionary = block->dictionary;
    condition->verdict = trues == block->node_count ? VERDICT_ALL
                         : trues                    ? VERDICT_SOME
                                                    : VERDICT_NONE;
    return condition->verdict;
}

/* Returns the verdict for a block, as far as it is known without decoding columns. */
static enum verdict verdict_of(struct filter *filter, struct condition *condition, size_t block)
{
    struct query_data *data = filter->step.data;
    if (condition->by_lane)
        return is_true_for(condition, data->archive->blocks.lane[block]) ? VERDICT_ALL
                                                                         : VERDICT_NONE;
    if (condition->range.of)
        return range_verdict(&condition->range, data, block);
    if (!condition->truths)
        return range_may_have(condition->of, data, block) ? VERDICT_SOME : VERDICT_NONE;
    const struct archive_event_block *of =
        archive_event_reader_get(query_data_scanner(data), block, EVENT_WANT_DICTIONARY);
    return of ? look_at_nodes(condition, of) : VERDICT_NONE;
}

static bool may_have(struct query_step *step, size_t block)
{
    struct filter *filter = (struct filter *)step;
    begin(filter);
    for (size_t i = 0; i < filter->count; i++) {
        if (verdict_of(filter, &filter->conditions[i], block) == VERDICT_NONE)
            return false;
    }
    return true;
}

/* Returns the columns to decode for the conditions that the block's summary does not decide. *none
 * is set if one of them is false for all rows. */
static uint32_t wanted_of(struct filter *filter, size_t block, bool *none)
{
    uint32_t wanted = 0;
    for (size_t i = 0; i < filter->count; i++) {
        struct condition *condition = &filter->conditions[i];
        enum verdict verdict = verdict_of(filter, condition, block);
        *none |= verdict == VERDICT_NONE;
        condition->done = verdict == VERDICT_ALL;
        if (verdict != VERDICT_SOME)
            continue;
        if (condition->range.of == RANGE_START && !condition->range.outside)
            wanted |= EVENT_WANT_START;
        else if (condition->range.of == RANGE_DURATION)
            wanted |= EVENT_WANT_DURATION;
        else if (condition->truths)
            wanted |= EVENT_WANT_NODE;
    }
    return wanted;
}

/* The rows of a block that remain. */
struct narrowing {
    const struct archive_event_block *block;
    uint32_t first, end;
    bool masked;  /* the filter's mask tells which of first .. end */
    bool counted; /* only their number is needed, and it is `count` */
    size_t count;
};

static void begin_mask(struct filter *filter, struct narrowing *rows)
{
    if (!rows->masked)
        memset(filter->mask, 1, rows->end - rows->first);
    rows->masked = true;
}

static void narrow_by_node(struct filter *filter, const struct condition *condition,
                           struct narrowing *rows)
{
    const struct archive_event_block *block = rows->block;
    size_t count = rows->end - rows->first;
    if (filter->step.only_counts && filter->count == 1 && !block->codes &&
        block->node_count <= KERNEL_BITS) {
        rows->counted = true;
        rows->count = kernel_count_bits(condition->bits, block->node_count,
                                        block->wide_codes + rows->first, count);
        return;
    }
    begin_mask(filter, rows);
    if (block->codes)
        kernel_lookup(condition->by_code, block->codes + rows->first, count, filter->mask);
    else if (block->node_count <= KERNEL_BITS)
        kernel_lookup_bits(condition->bits, block->node_count, block->wide_codes + rows->first,
                           count, filter->mask);
    else
        kernel_lookup_wide(condition->by_code, block->wide_codes + rows->first, count,
                           filter->mask);
}

/* Applies the conditions that the columns of the block decide. Start times come first, as they
 * leave a contiguous range. */
static void narrow(struct filter *filter, struct narrowing *rows)
{
    for (size_t i = 0; i < filter->count; i++) {
        struct condition *condition = &filter->conditions[i];
        if (condition->done || condition->range.of != RANGE_START || condition->range.outside)
            continue;
        range_rows(&condition->range, filter->step.data, rows->block, &rows->first, &rows->end);
        condition->done = true;
    }
    for (size_t i = 0; i < filter->count; i++) {
        struct condition *condition = &filter->conditions[i];
        bool by_duration = condition->range.of == RANGE_DURATION;
        if (condition->done || (!by_duration && !condition->truths))
            continue;
        condition->done = true;
        if (!by_duration) {
            narrow_by_node(filter, condition, rows);
            continue;
        }
        begin_mask(filter, rows);
        range_mask(&condition->range, rows->block, rows->first, rows->end - rows->first,
                   filter->mask);
    }
}

/* Keeps the rows of a block that satisfy all conditions which need no program. */
static void narrow_batch(struct filter *filter, struct query_batch *batch)
{
    bool none = false, open = false;
    uint32_t wanted = wanted_of(filter, batch->block, &none);
    struct narrowing rows = {0};
    if (!none)
        rows.block =
            archive_event_reader_get(query_data_scanner(filter->step.data), batch->block, wanted);
    if (!rows.block) {
        batch->count = 0;
        return;
    }
    assert(batch->first >= rows.block->first);
    rows.first = (uint32_t)(batch->first - rows.block->first);
    rows.end = rows.first + (uint32_t)batch->count;
    narrow(filter, &rows);
    batch->first = rows.block->first + rows.first;
    batch->count = rows.end - rows.first;
    for (size_t i = 0; i < filter->count; i++)
        open |= !filter->conditions[i].done;
    if (rows.counted) {
        batch->count = rows.count;
    } else if (rows.masked && filter->step.only_counts && !open) {
        batch->count = kernel_count(filter->mask, batch->count);
    } else if (rows.masked) {
        batch->count = kernel_select(filter->mask, batch->count, filter->selected[0]);
        batch->selected = filter->selected[0];
    }
}

/* Keeps the rows of the batch for which the condition's program is true. */
static void keep(struct filter *filter, const struct condition *condition,
                 struct query_batch *batch)
{
    const struct query_vector *truth = program_run(condition->program, batch);
    uint16_t *selected = filter->selected[batch->selected == filter->selected[0]];
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        selected[count] = (uint16_t)query_batch_at(batch, i);
        count += truth->truth[i] && !query_vector_is_absent(truth, i);
    }
    batch->count = count;
    batch->selected = selected;
}

static bool take(struct query_step *step, const struct query_batch *all)
{
    struct filter *filter = (struct filter *)step;
    struct query_batch batch = *all;
    begin(filter);
    for (size_t i = 0; i < filter->count; i++)
        filter->conditions[i].done = false;
    if (batch.in_block && !batch.selected)
        narrow_batch(filter, &batch);
    for (size_t i = 0; i < filter->count && batch.count; i++) {
        if (!filter->conditions[i].done)
            keep(filter, &filter->conditions[i], &batch);
    }
    return !batch.count || step->next->take(step->next, &batch);
}

static void free_filter(struct query_step *step)
{
    struct filter *filter = (struct filter *)step;
    for (size_t i = 0; i < filter->count; i++) {
        program_free(filter->conditions[i].program);
        free(filter->conditions[i].by_code);
    }
    free(filter->conditions);
    free(filter);
}

struct query_step *query_step_filter_new(void)
{
    struct filter *filter = memory_zeroed(1, sizeof *filter);
    filter->step = (struct query_step){.take = take,
                                       .finish = query_step_finish_plainly,
                                       .may_have = may_have,
                                       .free = free_filter,
                                       .sharing = SHARED_EACH,
                                       .again = query_step_filter_new};
    return &filter->step;
}
