/* seal.c: writes acts as tables: lane by lane, in order of their start, in bounded memory. */
#include "archive/events/events.h"

#include "archive/time/cycle_table.h"
#include "archive/time/pyramid.h"

struct writer {
    struct archive *archive;
    struct event_writer *events;
    struct activities *activities; /* NULL: the table is there already */
    struct progress *progress;
    struct cycle_writer *cycles;    /* NULL: lanes have no common clock */
    struct pyramid_writer *pyramid; /* the same */
};

static void put_values(struct writer *writer, const struct archive_act *act)
{
    const struct archive_nodes *nodes = &writer->archive->nodes;
    struct event_writer *to = writer->events;
    bool ended = !(act->flags & (ARCHIVE_ACT_ABORTED | ARCHIVE_ACT_UNFINISHED));
    bool same = nodes->trips_min[act->node] == nodes->trips_max[act->node] &&
                act->trips == nodes->trips_min[act->node];
    if (act->flags)
        archive_event_writer_value(to, EVENT_FLAGS, act->flags);
    if (ended && !same && act->trips != ARCHIVE_UNKNOWN)
        archive_event_writer_value(to, EVENT_TRIPS, act->trips);
    if (act->bytes)
        archive_event_writer_value(to, EVENT_BYTES, act->bytes);
    if (act->file != writer->archive->events->only_file[act->node])
        archive_event_writer_value(to, EVENT_FILE, act->file);
    if (act->activity != ARCHIVE_NONE)
        archive_event_writer_value(to, EVENT_ACTIVITY, act->activity);
    if (act->holder != ARCHIVE_NONE)
        archive_event_writer_value(to, EVENT_HOLDER, act->holder);
    if (act->held)
        archive_event_writer_value(to, EVENT_HELD, act->held);
    for (uint32_t i = 0; i < act->after_count; i++)
        archive_event_writer_value(to, EVENT_AFTER, act->after[i]);
    if (act->told & ARCHIVE_TOLD_SOURCE)
        archive_event_writer_value(to, EVENT_SOURCE, act->source);
    if (act->told & ARCHIVE_TOLD_TARGET)
        archive_event_writer_value(to, EVENT_TARGET, act->target);
    if (act->told & ARCHIVE_TOLD_TAG)
        archive_event_writer_value(to, EVENT_TAG, act->tag);
    if (act->told & ARCHIVE_TOLD_COMMUNICATOR)
        archive_event_writer_value(to, EVENT_COMMUNICATOR, act->communicator);
}

static void put_lane(struct writer *writer, const struct archive_events_from *from, uint32_t lane)
{
    struct archive_act act;
    if (!from->begin(from->from, lane))
        return;
    if (writer->activities)
        activities_add_lane(writer->activities, lane);
    if (writer->cycles)
        archive_spread_begin(archive_cycle_writer_spread(writer->cycles), lane);
    if (writer->pyramid)
        archive_pyramid_writer_begin(writer->pyramid, lane);
    while (from->next(from->from, &act)) {
        if (archive_event_writer_rows(writer->events) % 65536 == 0) {
            progress_show(writer->progress, from->done(from->from), from->all);
            if (from->stop && atomic_load(from->stop))
                break;
        }
        archive_event_writer_act(writer->events, lane, act.start, act.end, act.node);
        put_values(writer, &act);
        if (writer->activities)
            activities_add_act(writer->activities, &act);
        if (writer->cycles)
            archive_spread_act(archive_cycle_writer_spread(writer->cycles), &act);
        if (writer->pyramid)
            archive_pyramid_writer_act(writer->pyramid, &act);
    }
    if (writer->cycles)
        archive_spread_end(archive_cycle_writer_spread(writer->cycles));
    if (writer->pyramid)
        archive_pyramid_writer_end(writer->pyramid);
}

bool archive_events_write(struct archive *archive, const char *folder,
                          const struct archive_events_from *from, struct progress *progress,
                          struct error *error)
{
    struct writer writer = {.archive = archive, .progress = progress};
    archive_events_prepare(archive);
    writer.events = archive_event_writer_open(archive, folder, error);
    if (!writer.events)
        return false;
    if (!from->held || !archive->activities.rows)
        writer.activities = activities_begin(archive, ACTIVITIES_SEALED);
    bool good =
        archive_cycle_writer_open(archive, folder, &writer.cycles, error) &&
        (from->held || archive_pyramid_writer_open(archive, folder, &writer.pyramid, error));
    for (uint32_t lane = 0; good && lane < archive->lanes.rows; lane++)
        put_lane(&writer, from, lane);
    if (writer.activities)
        activities_end(writer.activities);
    if (good && from->stop && atomic_load(from->stop))
        good = error_set(error, "reading the events of %s was stopped", archive->path);
    if (!good && writer.activities)
        activities_forget(archive); /* incomplete tables would mislead */
    struct error other;
    good &= archive_cycle_writer_close(writer.cycles, good ? error : &other);
    good &= archive_pyramid_writer_close(writer.pyramid, good ? error : &other);
    return archive_event_writer_close(writer.events, good ? error : &other) && good;
}

/* The acts of an archive's own logs, as a source. */
struct logs {
    const struct archive *archive;
    struct archive_event_log *log;
    struct raw_acts *acts;
    uint64_t done; /* pieces of the logs before the current one */
};

static bool begin_lane(void *from, uint32_t lane)
{
    struct logs *logs = from;
    struct archive_event_log *log = archive_events_of_lane(logs->archive, lane);
    if (log != logs->log && logs->log)
        logs->done += logs->log->header.pieces;
    archive_raw_acts_free(logs->acts);
    logs->log = log;
    logs->acts = log ? archive_raw_acts_new(logs->archive, log, lane, 0, UINT64_MAX) : NULL;
    return log;
}

static bool next_act(void *from, struct archive_act *act)
{
    const struct logs *logs = from;
    return archive_raw_acts_next(logs->acts, act);
}

static size_t done_so_far(void *from)
{
    const struct logs *logs = from;
    return logs->done + archive_raw_acts_piece(logs->acts);
}

bool archive_events_write_logs(struct archive *archive, const char *folder, const atomic_bool *stop,
                               bool held, struct progress *progress, struct error *error)
{
    struct archive_events *events = archive->events;
    struct logs logs = {.archive = archive};
    struct archive_events_from from = {begin_lane, next_act, done_so_far, &logs, 0, stop, held};
    for (size_t i = 0; i < events->count; i++)
        from.all += events->logs[i].header.pieces;
    bool good = archive_events_write(archive, folder, &from, progress, error);
    archive_raw_acts_free(logs.acts);
    return good;
}

bool archive_events_seal(struct archive *archive, const char *folder, struct progress *progress,
                         struct error *error)
{
    const struct archive_events *events = archive->events;
    if (!events->count)
        return archive_find_activities(archive, error); /* the threads, which need no log */
    if (!archive_events_write_logs(archive, folder, NULL, false, progress, error))
        return false;
    for (size_t i = 0; i < events->count; i++) {
        const struct archive_event_log *log = &events->logs[i];
        if (log->damaged)
            return error_set(error,
                             "%s is not sealed, to lose nothing more of it: place %u has "
                             "damaged records of events: %llu",
                             archive->path, log->place_number, (unsigned long long)log->damaged);
    }
    return true;
}
