/* objects.c: reads the objects that threads of a process wait for, their holders, and the lanes
 * that wait. */
#include "archive/raw/raw.h"

#include "archive/table/schema.h"
#include "format/event.h"
#include "format/object.h"
#include "format/profile.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>

/* The innermost open visits of a lane, as rows of nodes; 0: none. */
struct stand {
    uint32_t task, wait;
};

/* Reads the records behind the header, which the caller frees; sets their number. NULL if there are
 * none. */
static struct format_object *read_records(const struct archive_raw_reader *reader,
                                          struct archive_raw_place *place, size_t *count)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_objects_header header = {0};
    *count = 0;
    snprintf(path, sizeof path, "places/%u/objects", place->record.number);
    if (!archive_folder_open(reader->folder, path, &file))
        return NULL; /* no collector was active */
    size_t size = archive_folder_read(&file, 0, &header, sizeof header);
    struct format_object *records = NULL;
    if (size == sizeof header && header.magic == FORMAT_OBJECTS_MAGIC &&
        format_is_readable(header.version)) {
        uint64_t used = file.size / sizeof *records;
        if (header.used < used)
            used = header.used;
        if (used > FORMAT_OBJECTS) {
            place->bad_files++; /* no process writes more than that */
            used = FORMAT_OBJECTS;
        }
        size_t want = used ? (size_t)used - 1 : 0;
        records = memory_zeroed(want + 1, sizeof *records);
        *count = archive_folder_read(&file, sizeof header, records, want * sizeof *records) /
                 sizeof *records;
    } else if (size == sizeof header && header.magic) {
        place->bad_files++;
    }
    archive_folder_close(&file);
    return records;
}

static uint64_t moment_of(const struct archive_raw_place *place, uint64_t tick)
{
    if (!tick || place->record.clock == FORMAT_CLOCK_CPU) /* each lane has a clock of its own */
        return 0;
    return archive_ticks_time(&place->moments, tick);
}

static void add_object(struct archive_raw_reader *reader, struct archive_raw_place *place,
                       const struct format_object *raw)
{
    struct archive_objects *all = &reader->archive->objects;
    size_t row = all->rows;
    uint32_t region = raw->region < place->region_count ? place->rows[raw->region] : ARCHIVE_NONE;
    archive_schema_set_rows(reader->archive, SCHEMA_OBJECTS, row + 1);
    all->place[row] = (uint32_t)(place - reader->places);
    all->kind[row] = raw->kind;
    all->region[row] = region == ARCHIVE_NONE ? 0 : region;
    all->holder[row] = raw->holder ? raw->holder - 1 : ARCHIVE_NONE;
    all->readers[row] = raw->readers;
    all->waiting[row] = raw->waiting;
    all->needed[row] = raw->needed;
    all->since[row] = raw->holder ? moment_of(place, raw->since) : 0;
    all->got[row] = raw->got;
    all->waited[row] = raw->waited;
}

/* Adds the objects to the table. Returns a map from (upper half, lower half of the id) to the row
 * of the newest object with that id, preferably one that is not gone. */
static struct pairs add_objects(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                const struct format_object *records, size_t count)
{
    struct pairs rows = {0};
    size_t first = reader->archive->objects.rows;
    uint32_t *row_of = memory_zeroed(count + 1, sizeof *row_of);
    archive_schema_add_rows(reader->archive, SCHEMA_OBJECTS, count);
    archive_schema_set_rows(reader->archive, SCHEMA_OBJECTS, first);
    for (size_t i = 0; i < count; i++) {
        row_of[i] = (uint32_t)reader->archive->objects.rows;
        if (records[i].id)
            add_object(reader, place, &records[i]);
    }
    for (int gone = 0; gone < 2; gone++) {
        for (size_t i = count; i-- > 0;) {
            if (records[i].id && (records[i].kind == FORMAT_OBJECT_GONE) == gone)
                pairs_add(&rows, (uint32_t)(records[i].id >> 32), (uint32_t)records[i].id,
                          row_of[i]);
        }
    }
    free(row_of);
    return rows;
}

/* Finds the innermost open visits of each lane. They are on one call path, and a child's row is
 * larger than its parent's. */
static struct stand *find_stands(const struct archive *archive,
                                 const struct archive_raw_place *place)
{
    const struct archive_nodes *nodes = &archive->nodes;
    struct stand *stands =
        memory_zeroed(archive->lanes.rows - place->first_lane + 1, sizeof *stands);
    for (size_t i = place->first_node; i < nodes->rows; i++) {
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        struct stand *stand = &stands[nodes->lane[i] - place->first_lane];
        if (!nodes->unfinished[i])
            continue;
        if (kind == TRI_KIND_TASK)
            stand->task = (uint32_t)i;
        if (format_may_wait(kind))
            stand->wait = (uint32_t)i;
    }
    return stands;
}

/* True if a lane still waits for the object, now that the object's holder has been read. The lane
 * of a running process may have got it meanwhile. */
static bool still_waits(const struct archive_raw_reader *reader,
                        const struct archive_raw_place *place, const struct archive_raw_wait *wait)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_lane lane = {0};
    if (!place->alive)
        return true;
    snprintf(path, sizeof path, "places/%u/profile-%u", place->record.number, wait->file);
    if (!archive_folder_open(reader->folder, path, &file))
        return false;
    archive_folder_read(&file, wait->record * (uint64_t)FORMAT_RECORD_SIZE, &lane, sizeof lane);
    archive_folder_close(&file);
    return lane.waits_for == wait->object && lane.state != FORMAT_LANE_ENDED;
}

static void add_wait(struct archive *archive, const struct archive_raw_place *place,
                     const struct archive_raw_wait *raw, uint32_t object, uint32_t node)
{
    size_t row = archive->waits.rows;
    archive_schema_add_rows(archive, SCHEMA_WAITS, 1);
    struct archive_waits *all = &archive->waits;
    bool timed = node && archive->nodes.timed[node] && place->record.clock != FORMAT_CLOCK_CPU;
    all->lane[row] = raw->lane;
    all->object[row] = object;
    all->node[row] = node ? node : ARCHIVE_NONE;
    all->since[row] =
        timed ? number_minus(archive->lanes.end[raw->lane], archive->nodes.unfinished_time[node])
              : 0;
}

/* Sets the activity, object and holder of an open act: its log has no values yet. */
static void tell_open_act(const struct archive *archive, uint32_t lane, uint32_t node,
                          uint32_t activity, uint32_t object)
{
    struct archive_event_log *log = archive_events_of_lane(archive, lane);
    for (size_t i = 0; log && i < log->open_count; i++) {
        struct archive_event_act *act = &log->open[i];
        if (act->node != node)
            continue;
        act->activity = activity;
        if (object != ARCHIVE_NONE) {
            act->file = archive->objects.region[object];
            act->holder = archive->objects.holder[object];
        }
    }
}

void archive_raw_read_objects(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct archive *archive = reader->archive;
    size_t count;
    struct format_object *records = read_records(reader, place, &count);
    struct pairs rows = {0};
    if (count)
        rows = add_objects(reader, place, records, count);
    free(records);
    struct stand *stands = find_stands(archive, place);
    for (size_t i = place->first_lane; i < archive->lanes.rows; i++) {
        uint32_t task = stands[i - place->first_lane].task;
        if (task)
            tell_open_act(archive, (uint32_t)i, task, archive->lanes.runs[i], ARCHIVE_NONE);
    }
    for (size_t i = 0; i < place->wait_count; i++) {
        const struct archive_raw_wait *wait = &place->waits[i];
        uint32_t node = stands[wait->lane - place->first_lane].wait;
        uint32_t object = pairs_find(&rows, (uint32_t)(wait->object >> 32), (uint32_t)wait->object);
        if (!still_waits(reader, place, wait))
            continue;
        add_wait(archive, place, wait, object == PAIRS_NONE ? ARCHIVE_NONE : object, node);
        if (node)
            tell_open_act(archive, wait->lane, node, ARCHIVE_NONE,
                          object == PAIRS_NONE ? ARCHIVE_NONE : object);
    }
    free(stands);
    pairs_free(&rows);
}
