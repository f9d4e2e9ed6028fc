/* clocks_correct.c: shifts the times of an archive so that no operation ends before it can. */
#include "archive/time/clocks_order.h"

#include "archive/messages/messages.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

struct correcting {
    const struct archive *archive;
    struct order *order;
    bool begun;
    uint32_t instance; /* collective operation of the current parts */
};

static bool clocks_differ(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->lines[i].knot_count)
            return true;
    }
    return false;
}

static void add_message(void *to, const struct archive_message_row *row)
{
    struct correcting *correcting = to;
    if (row->send == ARCHIVE_NONE || row->receive == ARCHIVE_NONE || row->source == ARCHIVE_NONE ||
        row->target == ARCHIVE_NONE || row->source == row->target)
        return;
    order_begin(correcting->order);
    order_gives(correcting->order, row->source, row->send_start);
    order_takes(correcting->order, row->target, row->receive_start, row->receive_end);
}

/* True if the kind of a collective operation tells which parts must begin before which can end.
 * Where everybody may have data for some of the others only, it does not. */
static bool is_certain(const struct archive *archive, uint32_t node, uint32_t communicator,
                       uint32_t kind)
{
    const char *name = archive_text(archive, archive->regions.name[archive->nodes.region[node]]);
    return kind >= ARCHIVE_COLLECTIVE_BARRIER && kind <= ARCHIVE_COLLECTIVE_1_TO_N &&
           !archive->communicators.remote_size[communicator] && !strcasestr(name, "alltoallv") &&
           !strcasestr(name, "alltoallw");
}

static void add_part(void *to, const struct archive_message_log *log,
                     const struct archive_message_part_row *row)
{
    struct correcting *correcting = to;
    const struct archive *archive = correcting->archive;
    const struct archive_message_part *part = &row->part;
    const struct archive_message_span *span = &part->span;
    uint32_t communicator = span->act.communicator;
    if (span->act.node == ARCHIVE_NONE)
        return;
    uint32_t kind = archive_collectives_kind(archive, span->act.node);
    uint32_t place = archive->communicators.place[communicator];
    bool is_root = archive_message_place(log, communicator, part->root) == place;
    bool all = kind == ARCHIVE_COLLECTIVE_BARRIER;
    if (!is_certain(archive, span->act.node, communicator, kind))
        return;
    if (!correcting->begun || correcting->instance != row->instance)
        order_begin(correcting->order);
    correcting->begun = true;
    correcting->instance = row->instance;
    if (all || (part->given && (kind != ARCHIVE_COLLECTIVE_1_TO_N || is_root)))
        order_gives(correcting->order, place, span->act.start);
    bool takes = all || (part->taken && (kind != ARCHIVE_COLLECTIVE_N_TO_1 || is_root));
    if (takes && span->has_other)
        order_takes(correcting->order, place, span->other_start, span->other_end);
    else if (takes && !archive_message_only_begins(archive, span->act.node))
        order_takes(correcting->order, place, span->act.start, span->act.end);
}

static void renew(const struct archive *archive, uint32_t place, uint64_t *moment)
{
    if (*moment && *moment != ARCHIVE_UNKNOWN)
        *moment = number_add(*moment, archive_clock_line_moved(&archive->lines[place], *moment));
}

static void renew_samples(struct archive *archive)
{
    struct archive_table *table = &archive->sample_table;
    const struct archive_table_column *lane = archive_table_find(table, "lane");
    const struct archive_table_column *columns[] = {archive_table_find(table, "from"),
                                                    archive_table_find(table, "to")};
    for (size_t i = 0; lane && i < table->rows; i++) {
        uint32_t place = archive->lanes.place[((const uint32_t *)lane->data)[i]];
        for (int j = 0; j < 2; j++)
            renew(archive, place, (uint64_t *)columns[j]->data + i);
    }
}

/* Shifts the times in tables. Those of acts and messages are shifted when they are read from the
 * logs. */
static void renew_tables(struct archive *archive)
{
    struct archive_places *places = &archive->places;
    struct archive_lanes *lanes = &archive->lanes;
    struct archive_communicators *communicators = &archive->communicators;
    for (uint32_t i = 0; i < places->rows; i++) {
        uint64_t before = places->start[i];
        renew(archive, i, &places->start[i]);
        renew(archive, i, &places->end[i]);
        renew(archive, i, &places->heard[i]);
        places->real_start[i] += places->start[i] - before;
    }
    for (size_t i = 0; i < lanes->rows; i++) {
        renew(archive, lanes->place[i], &lanes->start[i]);
        renew(archive, lanes->place[i], &lanes->end[i]);
        renew(archive, lanes->place[i], &lanes->dropped_from[i]);
        renew(archive, lanes->place[i], &lanes->dropped_to[i]);
        renew(archive, lanes->place[i], &lanes->filtered_from[i]);
        renew(archive, lanes->place[i], &lanes->filtered_to[i]);
    }
    for (size_t i = 0; i < communicators->rows; i++) {
        renew(archive, communicators->place[i], &communicators->made[i]);
        renew(archive, communicators->place[i], &communicators->freed[i]);
    }
    for (size_t i = 0; i < archive->objects.rows; i++)
        renew(archive, archive->objects.place[i], &archive->objects.since[i]);
    for (size_t i = 0; i < archive->waits.rows; i++)
        renew(archive, lanes->place[archive->waits.lane[i]], &archive->waits.since[i]);
    renew_samples(archive);
}

/* Gives the lines to the logs, also those of ranks that had none before because they have rank 0's
 * clock. */
static void tell_logs(struct archive *archive)
{
    for (size_t i = 0; i < archive->events->count; i++) {
        struct archive_event_log *log = &archive->events->logs[i];
        if (archive->lines[log->place].move_count)
            log->moments.line = &archive->lines[log->place];
    }
}

void archive_clocks_correct(struct archive *archive)
{
    struct error error = {0};
    if (!clocks_differ(archive))
        return;
    struct order_found *found = memory_zeroed(archive->places.rows + 1, sizeof *found);
    struct correcting correcting = {.archive = archive, .order = order_new(archive->places.rows)};
    const struct archive_message_sink sink = {add_message, add_part, &correcting};
    bool known = archive_messages_find(archive, NULL, &sink, &error);
    if (known)
        order_correct(correcting.order, archive->lines, found);
    bool moved = false;
    for (size_t i = 0; i < archive->places.rows; i++) {
        archive->places.early[i] = known ? found[i].early : ARCHIVE_UNKNOWN;
        archive->places.moved[i] = found[i].most;
        moved |= found[i].most != 0;
    }
    if (moved) {
        renew_tables(archive);
        tell_logs(archive);
    }
    free(found);
    order_free(correcting.order);
}
