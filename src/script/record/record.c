/* record.c: see record.h */
#include "script/record/record.h"

#include "archive/write/place.h"
#include "format/communicator.h"
#include "format/place.h"
#include "script/record/messages.h"
#include "util/interned.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Everything that is written of one run. */
struct record {
    const struct script_graph *graph;
    const struct script_run_result *result;
    struct raw_write *place;
    char here[PATH_MAX];      /* current folder */
    uint32_t *regions;        /* by task */
    uint32_t *writes, *reads; /* by stream: regions of sending and receiving; 0: not yet made */
    uint32_t communicator;
    struct record_ends ends;
    uint32_t *order; /* tasks that have run, by slot and start */
    size_t count;
};

/* Tasks with the same name and line are visits of one region. */
static void make_regions(struct record *record)
{
    struct interned *known = interned_new();
    uint32_t *numbers = NULL;
    size_t room = 0;
    if (!getcwd(record->here, sizeof record->here))
        record->here[0] = '\0';
    for (size_t i = 0; i < record->graph->task_count; i++) {
        const struct script_task *task = &record->graph->tasks[i];
        char *key = memory_printf("%u %s\n%s", task->line, task->name, task->file);
        uint32_t before = interned_count(known), number = interned_add_text(known, key);
        free(key);
        numbers = memory_grow(numbers, &room, (size_t)number + 1, sizeof *numbers);
        if (number == before) {
            const struct archive_raw_write_region region = {.kind = TRI_KIND_ROUTINE,
                                                            .line = task->line,
                                                            .end_line = task->line,
                                                            .name = task->name,
                                                            .file = task->file,
                                                            .dir = record->here};
            numbers[number] = archive_raw_write_region(record->place, &region);
        }
        record->regions[i] = numbers[number];
    }
    free(numbers);
    interned_free(known);
}

static uint32_t stream_region(struct record *record, uint32_t number, bool sends)
{
    const struct script_stream *stream = &record->graph->streams[number];
    uint32_t *known = sends ? &record->writes[number] : &record->reads[number];
    if (!*known) {
        char *name = memory_printf("%s %s", sends ? "write" : "read", stream->name);
        const struct archive_raw_write_region region = {.kind = TRI_KIND_COMM,
                                                        .flags = sends ? TRI_WRITES : TRI_READS,
                                                        .line = stream->line,
                                                        .end_line = stream->line,
                                                        .name = name,
                                                        .file = stream->file,
                                                        .dir = record->here};
        *known = archive_raw_write_region(record->place, &region);
        free(name);
    }
    return *known;
}

/* Writes one end of a message, inside the visit of its task. */
static void write_end(struct record *record, struct raw_write_lane *lane, uint32_t parent,
                      const struct record_end *end)
{
    uint32_t region = stream_region(record, end->stream, end->sends);
    uint64_t order = format_order(record->communicator, end->order);
    archive_raw_write_enter(lane, archive_raw_write_node(lane, parent, region), end->time);
    archive_raw_write_value(lane, end->sends ? FORMAT_VALUE_SENT : FORMAT_VALUE_RECEIVED, order);
    archive_raw_write_value(lane, end->sends ? FORMAT_VALUE_TO : FORMAT_VALUE_FROM,
                            format_address(0, (int32_t)end->stream));
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

static void write_task(struct record *record, struct raw_write_lane *lane, uint32_t task)
{
    const struct script_task_run *run = &record->result->tasks[task];
    uint32_t node = archive_raw_write_node(lane, RAW_WRITE_ROOT, record->regions[task]);
    archive_raw_write_enter(lane, node, run->start);
    for (size_t i = first_end(&record->ends, task);
         i < record->ends.count && record->ends.list[i].task == task; i++)
        write_end(record, lane, node, &record->ends.list[i]);
    archive_raw_write_leave(lane, run->end, run->state != SCRIPT_DONE);
}

/* Writes the tasks of one core. *at is the next task in order. */
static bool write_lane(struct record *record, uint32_t slot, size_t *at, struct error *error)
{
    char *name = memory_printf("core %u", slot);
    const struct archive_raw_write_lane_about about = {
        .number = slot,
        .name = name,
        .tid = (uint64_t)getpid() + slot,
        .start = record->result->start,
        .pool = true,
        .activity = slot,
        .parent = ARCHIVE_NONE,
    };
    struct raw_write_lane *lane = archive_raw_write_lane_open(record->place, &about, error);
    free(name);
    if (!lane)
        return false;
    for (; *at < record->count && record->result->tasks[record->order[*at]].slot == slot; ++*at)
        write_task(record, lane, record->order[*at]);
    return archive_raw_write_lane_close(lane, record->result->end, error);
}

static const struct script_task_run *sorted; /* for qsort */

static int by_slot(const void *a, const void *b)
{
    const struct script_task_run *left = &sorted[*(const uint32_t *)a],
                                 *right = &sorted[*(const uint32_t *)b];
    if (left->slot != right->slot)
        return left->slot < right->slot ? -1 : 1;
    return left->start < right->start ? -1 : left->start > right->start;
}

static void order_tasks(struct record *record)
{
    record->order = memory_zeroed(record->graph->task_count + 1, sizeof *record->order);
    for (uint32_t i = 0; i < record->graph->task_count; i++) {
        if (record->result->tasks[i].attempts)
            record->order[record->count++] = i;
    }
    sorted = record->result->tasks;
    qsort(record->order, record->count, sizeof *record->order, by_slot);
}

static struct raw_write *open_place(const struct record *record, const char *archive,
                                    struct error *error)
{
    char host[65] = "";
    gethostname(host, sizeof host - 1);
    char *command = memory_printf("triptych script %s", record->graph->file);
    const struct archive_raw_write_about about = {
        .pid = (uint32_t)getpid(),
        .parent_pid = (uint32_t)getppid(),
        .parent = ARCHIVE_NONE,
        .state = FORMAT_PLACE_EXITED,
        .ranks = record->ends.count ? 1 : 0,
        .job = 1,
        .start = record->result->start,
        .end = record->result->end,
        .real_start = record->result->real_start,
        .host = host,
        .program = record->graph->file,
        .command = command,
    };
    struct raw_write *place = archive_raw_write_open(archive, &about, error);
    free(command);
    return place;
}

static bool write_place(struct record *record, struct error *error)
{
    static const uint32_t itself = 0;
    const struct archive_raw_write_communicator world = {.kind = FORMAT_COMMUNICATOR_INTRA,
                                                         .size = 1,
                                                         .members = &itself,
                                                         .made = record->result->start};
    bool good = true;
    size_t at = 0;
    if (record->ends.count)
        record->communicator = archive_raw_write_communicator(record->place, &world);
    make_regions(record);
    for (uint32_t slot = 0; good && slot < record->result->slots; slot++)
        good = write_lane(record, slot, &at, error);
    struct error other;
    return archive_raw_write_close(record->place, good ? error : &other) && good;
}

bool script_record(const char *archive, const struct script_graph *graph,
                   const struct script_run_result *result, struct error *error)
{
    struct record record = {.graph = graph, .result = result};
    record_ends_find(&record.ends, graph, result);
    order_tasks(&record);
    record.regions = memory_zeroed(graph->task_count + 1, sizeof *record.regions);
    record.writes = memory_zeroed(graph->stream_count + 1, sizeof *record.writes);
    record.reads = memory_zeroed(graph->stream_count + 1, sizeof *record.reads);
    record.place = open_place(&record, archive, error);
    bool good = record.place && write_place(&record, error);
    free(record.ends.list);
    free(record.order);
    free(record.regions);
    free(record.writes);
    free(record.reads);
    return good;
}
