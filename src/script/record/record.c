/* record.c: see record.h */
#include "script/record/record.h"

#include "archive/write/place.h"
#include "format/communicator.h"
#include "format/place.h"
#include "script/record/messages.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMED = 8 }; /* archives of measured tasks that are named for one region */

/* A region in the place that is being written. */
struct record_region {
    uint32_t place, number; /* of that place; number 0: not made there */
};

/* Everything that is written of one run. */
struct record {
    const struct script_graph *graph;
    const struct script_run_result *result;
    struct record_visits visits;
    struct record_ends ends;
    char here[PATH_MAX];                  /* current folder */
    uint32_t *kinds;                      /* by task: tasks with the same name and line are one */
    char **notes;                         /* by kind: names archives of measured tasks, or NULL */
    struct record_region *regions;        /* by kind */
    struct record_region *writes, *reads; /* by stream: regions of sending and receiving */
    /* Of the place that is being written: */
    struct raw_write *place;
    uint32_t number, communicator;
    bool has_agents;
    uint32_t kind_count;
};

/* Lists archives of measured tasks, which are named in the region of their tasks. */
static void find_notes(struct record *record, const char *folder)
{
    struct buffer *texts = memory_zeroed(record->kind_count + (size_t)1, sizeof *texts);
    uint32_t *counts = memory_zeroed(record->kind_count + (size_t)1, sizeof *counts);
    record->notes = memory_zeroed(record->kind_count + (size_t)1, sizeof *record->notes);
    for (uint32_t i = 0; i < record->graph->task_count; i++) {
        uint32_t kind = record->kinds[i];
        if (!record->graph->tasks[i].measure || !record->result->tasks[i].attempts)
            continue;
        if (!counts[kind]++)
            buffer_printf(&texts[kind], "measured by itself: %s/measured/%u.tri", folder, i);
        else if (counts[kind] <= NAMED)
            buffer_printf(&texts[kind], ", %u.tri", i);
    }
    for (uint32_t kind = 0; kind < record->kind_count; kind++) {
        if (counts[kind] > NAMED)
            buffer_printf(&texts[kind], ", and %u more", counts[kind] - NAMED);
        record->notes[kind] = texts[kind].text;
    }
    free(texts);
    free(counts);
}

/* Tasks with the same name and line are visits of one region. */
static void find_kinds(struct record *record)
{
    struct interned *known = interned_new();
    if (!getcwd(record->here, sizeof record->here))
        record->here[0] = '\0';
    record->kinds = memory_zeroed(record->graph->task_count + 1, sizeof *record->kinds);
    for (size_t i = 0; i < record->graph->task_count; i++) {
        const struct script_task *task = &record->graph->tasks[i];
        char *key = memory_printf("%u %s\n%s", task->line, task->name, task->file);
        record->kinds[i] = interned_add_text(known, key);
        free(key);
    }
    record->kind_count = interned_count(known);
    record->regions = memory_zeroed(record->kind_count + (size_t)1, sizeof *record->regions);
    interned_free(known);
}

/* Returns the number of a region in the place, made if it is not there. */
static uint32_t region_number(const struct record *record, struct record_region *known,
                              const struct archive_raw_write_region *region)
{
    if (!known->number || known->place != record->number)
        *known =
            (struct record_region){record->number, archive_raw_write_region(record->place, region)};
    return known->number;
}

static uint32_t task_region(const struct record *record, uint32_t number)
{
    const struct script_task *task = &record->graph->tasks[number];
    uint32_t kind = record->kinds[number];
    const struct archive_raw_write_region region = {.kind = TRI_KIND_ROUTINE,
                                                    .line = task->line,
                                                    .end_line = task->line,
                                                    .name = task->name,
                                                    .file = task->file,
                                                    .dir = record->here,
                                                    .note = record->notes[kind]};
    return region_number(record, &record->regions[kind], &region);
}

static uint32_t stream_region(const struct record *record, uint32_t number, bool sends)
{
    const struct script_stream *stream = &record->graph->streams[number];
    char *name = memory_printf("%s %s", sends ? "write" : "read", stream->name);
    const struct archive_raw_write_region region = {.kind = TRI_KIND_COMM,
                                                    .flags = sends ? TRI_WRITES : TRI_READS,
                                                    .line = stream->line,
                                                    .end_line = stream->line,
                                                    .name = name,
                                                    .file = stream->file,
                                                    .dir = record->here};
    uint32_t made =
        region_number(record, sends ? &record->writes[number] : &record->reads[number], &region);
    free(name);
    return made;
}

/* Writes one end of a message, inside the visit of its task. */
static void write_end(const struct record *record, struct raw_write_lane *lane, uint32_t parent,
                      const struct record_end *end)
{
    uint32_t region = stream_region(record, end->stream, end->sends);
    uint64_t order = format_order(record->communicator, end->order);
    archive_raw_write_enter(lane, archive_raw_write_node(lane, parent, region), end->time);
    archive_raw_write_value(lane, end->sends ? FORMAT_VALUE_SENT : FORMAT_VALUE_RECEIVED, order);
    archive_raw_write_value(lane, end->sends ? FORMAT_VALUE_TO : FORMAT_VALUE_FROM,
                            format_address(end->peer, (int32_t)end->stream));
    archive_raw_write_value(lane, end->sends ? FORMAT_VALUE_SIZE : FORMAT_VALUE_GOT, end->bytes);
    archive_raw_write_leave(lane, end->time, false);
}

/* Returns the first end of a task in the ordered list. */
static size_t first_end(const struct record_ends *ends, uint32_t task)
{
    size_t low = 0, high = ends->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ends->list[middle].task < task)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void write_task(const struct record *record, struct raw_write_lane *lane, uint32_t task)
{
    const struct script_task_run *run = &record->result->tasks[task];
    uint32_t node = archive_raw_write_node(lane, RAW_WRITE_ROOT, task_region(record, task));
    archive_raw_write_enter(lane, node, run->start);
    for (size_t i = first_end(&record->ends, task);
         i < record->ends.count && record->ends.list[i].task == task; i++)
        write_end(record, lane, node, &record->ends.list[i]);
    archive_raw_write_leave(lane, run->end, run->state != SCRIPT_DONE);
}

/* Writes a core with its tasks; there may be none. */
static bool write_lane(const struct record *record, uint32_t number,
                       const struct record_visit *visits, size_t count, struct error *error)
{
    char *name = memory_printf("core %u", number);
    const struct archive_raw_write_lane_about about = {
        .number = number,
        .name = name,
        .tid = (record->has_agents ? 1 : (uint64_t)getpid()) + number,
        .start = record->result->start,
        .pool = true,
        .activity = number,
        .parent = ARCHIVE_NONE,
    };
    struct raw_write_lane *lane = archive_raw_write_lane_open(record->place, &about, error);
    free(name);
    if (!lane)
        return false;
    for (size_t i = 0; i < count; i++)
        write_task(record, lane, visits[i].task);
    return archive_raw_write_lane_close(lane, record->result->end, error);
}

static struct raw_write *open_place(const struct record *record, const char *archive,
                                    struct error *error)
{
    char *command = memory_printf("triptych script %s", record->graph->file);
    const struct archive_raw_write_about about = {
        .number = record->number,
        .pid = record->has_agents ? 0 : (uint32_t)getpid(),
        .parent_pid = record->has_agents ? 0 : (uint32_t)getppid(),
        .parent = ARCHIVE_NONE,
        .state = FORMAT_PLACE_EXITED,
        .rank = record->ends.count ? record->number : 0,
        .ranks = record->ends.count ? record->visits.place_count : 0,
        .job = 1,
        .start = record->result->start,
        .end = record->result->end,
        .real_start = record->result->real_start,
        .host = record->visits.hosts[record->number],
        .program = record->graph->file,
        .command = command,
    };
    struct raw_write *place = archive_raw_write_open(archive, &about, error);
    free(command);
    return place;
}

/* Says that all places exchange messages. */
static uint32_t write_world(const struct record *record)
{
    uint32_t count = record->visits.place_count, *all = NULL;
    if (!record->ends.count)
        return 0;
    if (!record->number) { /* the first one lists them */
        all = memory_zeroed(count, sizeof *all);
        for (uint32_t i = 0; i < count; i++)
            all[i] = i;
    }
    const struct archive_raw_write_communicator world = {.kind = FORMAT_COMMUNICATOR_INTRA,
                                                         .rank = record->number,
                                                         .size = count,
                                                         .members = all,
                                                         .made = record->result->start};
    uint32_t number = archive_raw_write_communicator(record->place, &world);
    free(all);
    return number;
}

/* Writes a node with its cores. *at is the next visit. */
static bool write_place(struct record *record, const char *archive, size_t *at, struct error *error)
{
    const struct record_visits *visits = &record->visits;
    record->place = open_place(record, archive, error);
    if (!record->place)
        return false;
    record->communicator = write_world(record);
    bool good = true;
    uint32_t lane = 0;
    do {
        size_t first = *at;
        while (*at < visits->count && visits->list[*at].place == record->number &&
               visits->list[*at].lane == lane)
            ++*at;
        good = write_lane(record, lane++, visits->list + first, *at - first, error);
    } while (good && *at < visits->count && visits->list[*at].place == record->number);
    struct error other;
    return archive_raw_write_close(record->place, good ? error : &other) && good;
}

bool script_record(const char *archive, const struct script_record_run *run, struct error *error)
{
    const struct script_graph *graph = run->graph;
    struct record record = {
        .graph = graph, .result = run->result, .has_agents = run->fleet != NULL};
    record_visits_find(&record.visits, graph, run->result, run->fleet);
    record_ends_find(&record.ends, graph, run->result, &record.visits);
    find_kinds(&record);
    find_notes(&record, run->folder);
    record.writes = memory_zeroed(graph->stream_count + 1, sizeof *record.writes);
    record.reads = memory_zeroed(graph->stream_count + 1, sizeof *record.reads);
    bool good = true;
    for (size_t at = 0; good && record.number < record.visits.place_count; record.number++)
        good = write_place(&record, archive, &at, error);
    record_visits_free(&record.visits);
    for (uint32_t kind = 0; kind < record.kind_count; kind++)
        free(record.notes[kind]);
    free(record.notes);
    free(record.ends.list);
    free(record.kinds);
    free(record.regions);
    free(record.writes);
    free(record.reads);
    return good;
}
