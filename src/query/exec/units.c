/* units.c: sends the rows of a source through the steps, unit by unit. */
#include "query/exec/source.h"

#include "query/data/reader.h"

static bool may_have(struct query_step *step, size_t block)
{
    for (; step && step->may_have; step = step->next) {
        if (!step->may_have(step, block))
            return false;
    }
    return true;
}

/* Selects the rows of a batch that are in data->only. */
static void choose(const struct query_data *data, struct query_batch *batch, uint16_t *selected)
{
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->first + i;
        selected[count] = (uint16_t)i;
        count += data->only[row / 64] >> row % 64 & 1;
    }
    batch->selected = selected;
    batch->count = count;
}

/* Sends the rows from `first` to before `end`. False if no more rows are wanted. */
static bool send(struct query_step *to, struct query_batch batch, uint64_t first, uint64_t end)
{
    uint16_t selected[QUERY_BATCH];
    for (; first < end; first += QUERY_BATCH) {
        batch.first = batch.order = first;
        batch.count = end - first < QUERY_BATCH ? (size_t)(end - first) : QUERY_BATCH;
        if (batch.in_block && to->data->only)
            choose(to->data, &batch, selected);
        if (!batch.count)
            continue;
        if (query_data_is_stopped(to->data) || !to->take(to, &batch))
            return false;
    }
    return true;
}

bool source_send(const struct source *source, uint64_t unit, struct query_step *first,
                 struct query_cost *cost)
{
    if (!source->is_events) {
        uint64_t row = unit * QUERY_BATCH;
        uint64_t end = source->rows - row < QUERY_BATCH ? source->rows : row + QUERY_BATCH;
        cost->rows += end - row;
        return send(first, (struct query_batch){0}, row, end);
    }
    const struct archive_blocks *blocks = &source->data->archive->blocks;
    size_t block = (size_t)unit;
    cost->blocks++;
    if (!may_have(first, block)) {
        cost->skipped++;
        return !query_data_is_stopped(source->data);
    }
    if (!archive_event_reader_get(query_data_scanner(source->data), block, 0))
        return !query_data_is_stopped(source->data); /* a damaged block is skipped */
    cost->rows += blocks->events[block];
    struct query_batch batch = {.in_block = true, .block = block};
    return send(first, batch, blocks->first[block], blocks->first[block] + blocks->events[block]);
}

void source_show(const struct source *source, uint64_t unit)
{
    progress_show(source->progress, unit, source->units);
}
