/* sealed_acts.c: reads the acts of a lane from the tables of a sealed archive. */
#include "archive/events/events.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

struct sealed_acts {
    const struct archive *archive;
    struct event_reader *reader;
    uint64_t from, to;
    const uint64_t *only;  /* bit set by row of events: the only acts wanted; NULL: all */
    uint64_t only_rows;    /* number of bits */
    const uint32_t *nodes; /* by row of nodes: what stands for it; NULL: itself */
    size_t next, end;      /* blocks of the lane that were not read yet */
    const struct archive_event_block *block; /* the current block; NULL: none */
    uint32_t at;                             /* row in it */
    uint32_t seen[EVENT_VALUES];             /* number of its values that belong to earlier rows */
};

struct sealed_acts *archive_sealed_acts_new(const struct archive *archive, uint32_t lane,
                                            uint64_t from, uint64_t to)
{
    struct sealed_acts *acts = memory_zeroed(1, sizeof *acts);
    const struct archive_events_view *view = &archive->events->view;
    archive = view->from ? view->from : archive;
    *acts = (struct sealed_acts){.archive = archive, .from = from, .to = to};
    if (view->from) {
        acts->nodes = view->nodes;
        archive_sealed_acts_only(acts, view->bits, view->rows);
    }
    acts->reader = archive_event_reader_new(archive);
    archive_event_blocks_of_lane(archive, lane, &acts->next, &acts->end);
    archive_events_prepare(archive);
    return acts;
}

void archive_sealed_acts_free(struct sealed_acts *acts)
{
    if (acts)
        archive_event_reader_free(acts->reader);
    free(acts);
}

uint64_t archive_sealed_acts_row(const struct sealed_acts *acts)
{
    assert(acts->block && acts->at > 0);
    return acts->block->first + acts->at - 1;
}

void archive_sealed_acts_only(struct sealed_acts *acts, const uint64_t *bits, uint64_t rows)
{
    acts->only = bits;
    acts->only_rows = rows;
}

static bool is_wanted(const struct sealed_acts *acts, uint64_t row)
{
    return !acts->only || (row < acts->only_rows && acts->only[row / 64] >> row % 64 & 1);
}

/* True if any act of a block is wanted. */
static bool has_wanted(const struct sealed_acts *acts, size_t block)
{
    uint64_t row = acts->archive->blocks.first[block];
    uint64_t end = row + acts->archive->blocks.events[block];
    if (acts->only && end > acts->only_rows)
        end = acts->only_rows;
    while (acts->only && row < end) {
        if (row % 64 == 0 && end - row >= 64 && !acts->only[row / 64])
            row += 64;
        else if (is_wanted(acts, row++))
            return true;
    }
    return !acts->only;
}

/* Goes to the lane's next block that may touch the time wanted and is not damaged. False if there
 * is none. */
static bool next_block(struct sealed_acts *acts)
{
    acts->block = NULL;
    while (!acts->block) {
        size_t found = archive_event_blocks_touching(acts->archive, acts->next, acts->end,
                                                     acts->from, acts->to);
        if (found == acts->end)
            return false;
        acts->next = found + 1;
        if (!has_wanted(acts, found))
            continue;
        acts->block = archive_event_reader_get(acts->reader, found, EVENT_WANT_ALL);
    }
    acts->at = 0;
    for (int i = 0; i < EVENT_VALUES; i++)
        acts->seen[i] = 0;
    return true;
}

static void take_value(const struct archive *archive, enum archive_event_value what, uint64_t value,
                       struct archive_act *act)
{
    switch (what) {
    case EVENT_FLAGS:
        act->flags = (uint32_t)value;
        break;
    case EVENT_TRIPS:
        act->trips = value;
        break;
    case EVENT_BYTES:
        act->bytes = value;
        break;
    case EVENT_FILE:
        act->file = value < archive->regions.rows ? (uint32_t)value : 0;
        break;
    case EVENT_ACTIVITY:
        act->activity = (uint32_t)value;
        break;
    case EVENT_HOLDER:
        act->holder = (uint32_t)value;
        break;
    case EVENT_HELD:
        act->held = value;
        break;
    case EVENT_AFTER:
        if (act->after_count < ARCHIVE_AFTER)
            act->after[act->after_count++] = (uint32_t)value;
        break;
    case EVENT_SOURCE:
        act->source = value < archive->places.rows ? (uint32_t)value : ARCHIVE_NONE;
        act->told |= ARCHIVE_TOLD_SOURCE;
        break;
    case EVENT_TARGET:
        act->target = value < archive->places.rows ? (uint32_t)value : ARCHIVE_NONE;
        act->told |= ARCHIVE_TOLD_TARGET;
        break;
    case EVENT_TAG:
        act->tag = (uint32_t)value;
        act->told |= ARCHIVE_TOLD_TAG;
        break;
    case EVENT_COMMUNICATOR:
        act->communicator = (uint32_t)value;
        if (value < archive->communicators.rows)
            act->told |= ARCHIVE_TOLD_COMMUNICATOR;
        break;
    default:
        break;
    }
}

static void take_values(struct sealed_acts *acts, struct archive_act *act)
{
    for (int what = 1; what < EVENT_VALUES; what++) {
        const struct archive_event_values *values = &acts->block->values[what];
        uint32_t *seen = &acts->seen[what];
        while (*seen < values->count && values->row[*seen] < acts->at)
            ++*seen; /* of acts that are not wanted */
        for (; *seen < values->count && values->row[*seen] == acts->at; ++*seen)
            take_value(acts->archive, (enum archive_event_value)what, values->value[*seen], act);
    }
}

/* Makes an act from its columns and, for properties without a value, from its node. */
static struct archive_act begin_act(const struct sealed_acts *acts)
{
    const struct archive_event_block *block = acts->block;
    const struct archive_nodes *nodes = &acts->archive->nodes;
    uint32_t node = archive_event_block_node(block, acts->at);
    uint64_t start = block->base + block->start[acts->at];
    bool same = nodes->trips_min[node] == nodes->trips_max[node];
    return (struct archive_act){
        .start = start,
        .end = start + archive_event_block_duration(block, acts->at),
        .node = node,
        .trips = same ? nodes->trips_min[node] : ARCHIVE_UNKNOWN,
        .file = acts->archive->events->only_file[node],
        .activity = ARCHIVE_NONE,
        .holder = ARCHIVE_NONE,
    };
}

bool archive_sealed_acts_next(struct sealed_acts *acts, struct archive_act *act)
{
    while ((acts->block && acts->at < acts->block->count) || next_block(acts)) {
        if (!is_wanted(acts, acts->block->first + acts->at)) {
            acts->at++;
            continue;
        }
        *act = begin_act(acts);
        if (acts->archive->blocks.has[acts->block->number])
            take_values(acts, act);
        acts->at++;
        if (act->flags & (ARCHIVE_ACT_ABORTED | ARCHIVE_ACT_UNFINISHED))
            act->trips = ARCHIVE_UNKNOWN;
        if (acts->nodes)
            act->node = acts->nodes[act->node];
        if (archive_event_touches(act->start, act->end, acts->from, acts->to))
            return true;
    }
    return false;
}
