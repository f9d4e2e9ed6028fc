/* runs.c: see runs.h. Tasks nest, so the task around an event is only known after all earlier
 * events of its lane. One pass over all events stores the tasks around the first event of each
 * block; after that, a thread can process any block by itself. */
#include "query/data/runs.h"

#include "archive/events/events.h"
#include "query/data/reader.h"
#include "util/memory.h"

#include <assert.h>
#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

/* The tasks around the first event of each block. */
struct query_runs {
    struct event_task *tasks; /* of all blocks, one after the other */
    size_t count, room;
    size_t *first; /* by block: index of its first task; one extra */
};

void query_runs_free(struct query_runs *runs)
{
    if (!runs)
        return;
    free(runs->tasks);
    free(runs->first);
    free(runs);
}

static bool has_tasks(const struct archive *archive)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->regions.kind[archive->nodes.region[i]] == TRI_KIND_TASK)
            return true;
    }
    return false;
}

/* Passes all events of a block through `runs`. `numbers`, if not NULL, gets the activity of
 * each. */
static void go_by(const struct archive_event_block *block, struct archive_event_runs *runs,
                  uint32_t *numbers)
{
    const struct archive_event_values *about = &block->values[EVENT_ACTIVITY];
    uint32_t next = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t start = block->base + block->start[i];
        struct archive_act act = {.start = start,
                                  .end = start + archive_event_block_duration(block, i),
                                  .node = archive_event_block_node(block, i),
                                  .activity = ARCHIVE_NONE};
        for (; next < about->count && about->row[next] == i; next++)
            act.activity = (uint32_t)about->value[next];
        archive_event_runs_act(runs, &act);
        if (numbers)
            numbers[i] = act.runs;
    }
}

enum { WANTED = EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE };

static void find(struct query_data *data)
{
    const struct archive *archive = data->archive;
    const struct archive_blocks *blocks = &archive->blocks;
    struct archive_event_runs now = {0};
    query_data_find_activities(data); /* parents are known through them */
    if (!has_tasks(archive))
        return;
    struct query_runs *runs = data->runs = memory_zeroed(1, sizeof *runs);
    struct event_reader *reader = archive_event_reader_new(archive);
    runs->first = memory_zeroed(blocks->rows + 1, sizeof *runs->first);
    for (size_t i = 0; i < blocks->rows; i++) {
        if (!i || blocks->lane[i] != blocks->lane[i - 1])
            archive_event_runs_begin(&now, archive, blocks->lane[i]);
        runs->tasks =
            memory_grow(runs->tasks, &runs->room, runs->count + now.count + 1, sizeof *now.tasks);
        if (now.count)
            memcpy(runs->tasks + runs->count, now.tasks, now.count * sizeof *now.tasks);
        runs->first[i] = runs->count;
        runs->count += now.count;
        const struct archive_event_block *block =
            archive_event_reader_get(reader, i, WANTED | EVENT_WANT(EVENT_ACTIVITY));
        if (block)
            go_by(block, &now, NULL);
    }
    runs->first[blocks->rows] = runs->count;
    archive_event_reader_free(reader);
    archive_event_runs_free(&now);
}

/* Finds the activity of each event of one block, for the calling thread. */
static void find_in_block(struct query_data *data, size_t number, struct query_seen *seen)
{
    assert(number < data->archive->blocks.rows);
    const struct query_runs *runs = data->runs;
    const struct archive_event_block *block = archive_event_reader_get(
        query_data_runner(data), number, WANTED | EVENT_WANT(EVENT_ACTIVITY));
    struct archive_event_runs now = {0};
    size_t count = runs->first[number + 1] - runs->first[number];
    archive_event_runs_begin(&now, data->archive, data->archive->blocks.lane[number]);
    now.tasks = memory_grow(NULL, &now.room, count + 1, sizeof *now.tasks);
    if (count)
        memcpy(now.tasks, runs->tasks + runs->first[number], count * sizeof *now.tasks);
    now.count = count;
    memset(seen->runs, 0, sizeof seen->runs);
    if (block)
        go_by(block, &now, seen->runs);
    seen->block = number;
    archive_event_runs_free(&now);
}

uint32_t query_data_runs(struct query_data *data, size_t block, uint32_t row)
{
    query_data_once(data, &data->known.runs, find);
    if (!data->runs)
        return data->archive->lanes.activity[data->archive->blocks.lane[block]];
    struct query_seen *seen = query_data_seen(data);
    if (seen->block != block)
        find_in_block(data, block, seen);
    return seen->runs[row];
}
