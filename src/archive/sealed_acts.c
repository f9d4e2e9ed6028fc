/* sealed_acts.c: the acts of a lane from the tables of a sealed archive. */
#include "archive/events.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct sealed_acts {
    const struct archive *archive;
    uint32_t lane;
    uint64_t from, to;
    const uint32_t *start, *duration;
    const void *node;
    bool wide; /* node.u32 */
    const uint16_t *row;
    const uint8_t *what;
    const uint32_t *value;
    size_t block;             /* the current one */
    uint64_t at, end;         /* rows of events */
    uint64_t next, value_end; /* rows of event_values */
};

static const void *column(const struct table *table, const char *name, enum table_type type)
{
    const struct table_column *found = table_find(table, name);
    return found && found->type == type ? found->data : NULL;
}

bool events_check(const struct archive *archive, struct error *error)
{
    const struct archive_blocks *blocks = &archive->blocks;
    const struct table *events = &archive->event_table, *values = &archive->value_table;
    if (!blocks->rows)
        return true;
    bool has_nodes = column(events, "node", TABLE_U16) || column(events, "node", TABLE_U32);
    if (!column(events, "start", TABLE_U32) || !column(events, "duration", TABLE_U32) || !has_nodes)
        return error_set(error, "the table events is damaged: a column is missing");
    if (!column(values, "row", TABLE_U16) || !column(values, "what", TABLE_U8) ||
        !column(values, "value", TABLE_U32))
        return error_set(error, "the table event_values is damaged: a column is missing");
    for (size_t i = 0; i < blocks->rows; i++) {
        bool last = i + 1 == blocks->rows;
        uint64_t end = last ? events->rows : blocks->first[i + 1];
        uint64_t value_end = last ? values->rows : blocks->values[i + 1];
        if (blocks->first[i] > end || end > events->rows || end - blocks->first[i] > 65536 ||
            blocks->values[i] > value_end || value_end > values->rows ||
            (!last && blocks->lane[i] > blocks->lane[i + 1]))
            return error_set(error, "the table event_blocks is damaged: row %zu", i);
    }
    return true;
}

static void begin_block(struct sealed_acts *acts, size_t block)
{
    const struct archive_blocks *blocks = &acts->archive->blocks;
    bool last = block + 1 == blocks->rows;
    acts->block = block;
    acts->at = blocks->first[block];
    acts->end = last ? acts->archive->event_table.rows : blocks->first[block + 1];
    acts->next = blocks->values[block];
    acts->value_end = last ? acts->archive->value_table.rows : blocks->values[block + 1];
}

static size_t first_block(const struct archive_blocks *blocks, uint32_t lane)
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

/* The lane's next block that has something of the time wanted. */
static bool find_block(struct sealed_acts *acts, size_t block)
{
    const struct archive_blocks *blocks = &acts->archive->blocks;
    for (; block < blocks->rows && blocks->lane[block] == acts->lane; block++) {
        if (event_touches(blocks->base[block], blocks->end[block], acts->from, acts->to)) {
            begin_block(acts, block);
            return true;
        }
    }
    acts->block = blocks->rows;
    return false;
}

struct sealed_acts *sealed_acts_new(const struct archive *archive, uint32_t lane, uint64_t from,
                                    uint64_t to)
{
    const struct table *events = &archive->event_table, *values = &archive->value_table;
    struct sealed_acts *acts = memory_zeroed(1, sizeof *acts);
    *acts = (struct sealed_acts){.archive = archive, .lane = lane, .from = from, .to = to};
    acts->start = column(events, "start", TABLE_U32);
    acts->duration = column(events, "duration", TABLE_U32);
    acts->node = column(events, "node", TABLE_U16);
    if (!acts->node) {
        acts->wide = true;
        acts->node = column(events, "node", TABLE_U32);
    }
    acts->row = column(values, "row", TABLE_U16);
    acts->what = column(values, "what", TABLE_U8);
    acts->value = column(values, "value", TABLE_U32);
    events_prepare(archive);
    find_block(acts, first_block(&archive->blocks, lane));
    return acts;
}

void sealed_acts_free(struct sealed_acts *acts)
{
    free(acts);
}

uint64_t sealed_acts_row(const struct sealed_acts *acts)
{
    return acts->at - 1;
}

static void take_value(const struct sealed_acts *acts, uint64_t row, struct archive_act *act)
{
    uint32_t what = acts->what[row] & ~(uint32_t)EVENT_UPPER;
    uint64_t value = acts->value[row];
    bool upper = acts->what[row] & EVENT_UPPER;
    if (upper)
        value <<= 32;
    switch (what) {
    case EVENT_FLAGS:
        act->flags = (uint32_t)value;
        break;
    case EVENT_LENGTH:
        act->end = (upper ? act->end : act->start) + value;
        break;
    case EVENT_TRIPS:
        act->trips = upper ? act->trips | value : value;
        break;
    case EVENT_BYTES:
        act->bytes |= value;
        break;
    case EVENT_FILE:
        act->file = value < acts->archive->regions.rows ? (uint32_t)value : 0;
        break;
    case EVENT_ACTIVITY:
        act->activity = (uint32_t)value;
        break;
    case EVENT_HOLDER:
        act->holder = (uint32_t)value;
        break;
    case EVENT_HELD:
        act->held |= value;
        break;
    case EVENT_AFTER:
        if (act->after_count < ARCHIVE_AFTER)
            act->after[act->after_count++] = (uint32_t)value;
        break;
    default:
        break; /* of a newer version */
    }
}

static void take_values(struct sealed_acts *acts, uint64_t row, struct archive_act *act)
{
    while (acts->next < acts->value_end && acts->row[acts->next] < row)
        acts->next++;
    for (; acts->next < acts->value_end && acts->row[acts->next] == row; acts->next++)
        take_value(acts, acts->next, act);
}

/* The node tells what has no value of its own. False: there is no such node on this lane. */
static bool begin_act(const struct sealed_acts *acts, struct archive_act *act)
{
    const struct archive *archive = acts->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t start = archive->blocks.base[acts->block] + acts->start[acts->at];
    uint32_t node = acts->wide ? ((const uint32_t *)acts->node)[acts->at]
                               : ((const uint16_t *)acts->node)[acts->at];
    if (node >= nodes->rows || nodes->lane[node] != acts->lane)
        return false;
    *act = (struct archive_act){
        .start = start,
        .end = start + acts->duration[acts->at],
        .node = node,
        .trips = nodes->trips_min[node] == nodes->trips_max[node] ? nodes->trips_min[node]
                                                                  : ARCHIVE_UNKNOWN,
        .file = archive->events->only_file[node],
        .activity = ARCHIVE_NONE,
        .holder = ARCHIVE_NONE,
    };
    return true;
}

bool sealed_acts_next(struct sealed_acts *acts, struct archive_act *act)
{
    const struct archive_blocks *blocks = &acts->archive->blocks;
    while (acts->block < blocks->rows) {
        if (acts->at == acts->end) {
            find_block(acts, acts->block + 1);
            continue;
        }
        bool good = begin_act(acts, act);
        if (good)
            take_values(acts, acts->at - blocks->first[acts->block], act);
        else
            acts->archive->events->damaged++;
        acts->at++;
        if (act->flags & (ARCHIVE_ACT_LEFT | ARCHIVE_ACT_OPEN))
            act->trips = ARCHIVE_UNKNOWN;
        if (good && event_touches(act->start, act->end, acts->from, acts->to))
            return true;
    }
    return false;
}
