/* blocks.c: finds blocks of a sealed archive's acts; see blocks.h. */
#include "archive/events/events.h"

#include "archive/events/column_codec.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool check_block(const struct archive_blocks *blocks, size_t i)
{
    uint64_t first = i ? blocks->first[i - 1] + blocks->events[i - 1] : 0;
    bool same = i && blocks->lane[i - 1] == blocks->lane[i];
    return blocks->first[i] == first && blocks->events[i] && blocks->events[i] <= EVENT_BLOCK &&
           blocks->base[i] <= blocks->last[i] && blocks->last[i] <= blocks->end[i] &&
           (!i || blocks->lane[i - 1] <= blocks->lane[i]) &&
           (!same || blocks->last[i - 1] <= blocks->base[i]);
}

/* Makes the index of latest ends that archive_event_blocks_touching needs. */
static void prepare(const struct archive *archive)
{
    struct archive_events *events = archive->events;
    const uint64_t *below = archive->blocks.end;
    size_t rows = archive->blocks.rows;
    free(events->bad);
    for (int i = 0; i < EVENT_LEVELS; i++)
        free(events->ends[i]);
    memset(events->ends, 0, sizeof events->ends);
    events->damaged = 0;
    events->bad = memory_zeroed(rows + 1, sizeof *events->bad);
    for (int level = 0; level < EVENT_LEVELS && rows > 1; level++) {
        size_t count = (rows + EVENT_FAN - 1) / EVENT_FAN;
        uint64_t *ends = memory_zeroed(count, sizeof *ends);
        for (size_t i = 0; i < rows; i++)
            ends[i / EVENT_FAN] = below[i] > ends[i / EVENT_FAN] ? below[i] : ends[i / EVENT_FAN];
        below = events->ends[level] = ends;
        rows = count;
    }
}

bool archive_events_check(struct archive *archive, struct error *error)
{
    const struct archive_blocks *blocks = &archive->blocks;
    if (archive->parts.rows / EVENT_COLUMNS != blocks->rows || archive->parts.rows % EVENT_COLUMNS)
        return error_set(error, "the table event_parts is damaged: it has %zu rows for %zu blocks",
                         archive->parts.rows, blocks->rows);
    for (size_t i = 0; i < blocks->rows; i++) {
        if (!check_block(blocks, i))
            return error_set(error, "the table event_blocks is damaged: row %zu", i);
    }
    prepare(archive);
    archive->event_table.rows = (size_t)archive_event_blocks_rows(archive);
    return true;
}

void archive_event_blocks_damage(const struct archive *archive, size_t block)
{
    assert(block < archive->blocks.rows);
    struct archive_events *events = archive->events;
    if (!(__atomic_fetch_or(&events->bad[block], 1, __ATOMIC_RELAXED) & 1))
        __atomic_fetch_add(&events->damaged, archive->blocks.events[block], __ATOMIC_RELAXED);
}

uint64_t archive_event_blocks_rows(const struct archive *archive)
{
    const struct archive_blocks *blocks = &archive->blocks;
    size_t last = blocks->rows - 1;
    return blocks->rows ? blocks->first[last] + blocks->events[last] : 0;
}

size_t archive_event_blocks_find(const struct archive *archive, uint64_t row)
{
    const struct archive_blocks *blocks = &archive->blocks;
    size_t low = 0, high = blocks->rows;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (blocks->first[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static size_t first_of_lane(const struct archive_blocks *blocks, uint64_t lane)
{
    size_t low = 0, high = blocks->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocks->lane[middle] < lane)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void archive_event_blocks_of_lane(const struct archive *archive, uint32_t lane, size_t *first,
                                  size_t *end)
{
    *first = first_of_lane(&archive->blocks, lane);
    *end = first_of_lane(&archive->blocks, (uint64_t)lane + 1);
}

/* Returns the first block before `limit` that ends at this time or later (an act without duration
 * may end at it); `limit` if there is none. */
static size_t ends_from(const struct archive *archive, size_t block, size_t limit, uint64_t moment)
{
    uint64_t *const *ends = archive->events->ends;
    while (block < limit) {
        size_t step = 1;
        for (int level = 0;
             level < EVENT_LEVELS && ends[level] && block % (step * EVENT_FAN) == 0 &&
             ends[level][block / (step * EVENT_FAN)] < moment;
             level++)
            step *= EVENT_FAN;
        if (step == 1 && archive->blocks.end[block] >= moment)
            return block;
        block += step;
    }
    return limit;
}

size_t archive_event_blocks_touching(const struct archive *archive, size_t block, size_t block_end,
                                     uint64_t from, uint64_t to)
{
    assert(block <= block_end && block_end <= archive->blocks.rows);
    const uint64_t *base = archive->blocks.base;
    size_t low = block, high = block_end;
    while (low < high) { /* finds the first block that begins at `from` or later */
        size_t middle = low + (high - low) / 2;
        if (base[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    size_t found = ends_from(archive, block, low, from);
    return found < block_end && base[found] < to ? found : block_end;
}
