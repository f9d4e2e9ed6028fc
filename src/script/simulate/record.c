/* record.c: see record.h */
#include "script/simulate/record.h"
#include "archive/write/place.h"
#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdlib.h>

/* Archives count ns, and 0 and 1 mean something else. */
static uint64_t ns(double seconds)
{
    return 1000 + (uint64_t)(seconds * 1e9 + 0.5);
}

/* A task in the order of machines, cores and starts. */
struct visit {
    uint64_t start, end;
    uint32_t machine, core, task;
};

static int compare_visits(const void *a, const void *b)
{
    const struct visit *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->task > y->task) - (x->task < y->task);
}

/* Gives each task of a machine the first core that is free at its start. A task that needs several
 * is shown on one. */
static void choose_cores(struct visit *visits, uint32_t count, uint32_t cores)
{
    uint64_t *ends = memory_zeroed(cores + (size_t)1, sizeof *ends);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t core = 0;
        while (core + 1 < cores && ends[core] > visits[i].start)
            core++;
        if (visits[i].start < ends[core])
            visits[i].start = ends[core]; /* by rounding */
        if (visits[i].end < visits[i].start)
            visits[i].end = visits[i].start;
        visits[i].core = core;
        ends[core] = visits[i].end;
    }
    free(ends);
}

/* What is written of one machine. */
struct record {
    const struct script_graph *graph;
    const struct script_simulate_result *result;
    struct raw_write *place;
    struct interned *names;
    uint32_t *regions; /* by name */
    size_t region_room;
};

static uint32_t region_of(struct record *record, uint32_t number)
{
    const struct script_task *task = &record->graph->tasks[number];
    uint32_t before = interned_count(record->names);
    uint32_t name = interned_add_text(record->names, task->name);
    record->regions = memory_grow(record->regions, &record->region_room, name + (size_t)1,
                                  sizeof *record->regions);
    if (name == before) {
        const struct archive_raw_write_region region = {.kind = TRI_KIND_ROUTINE,
                                                        .line = task->line,
                                                        .end_line = task->line,
                                                        .name = task->name,
                                                        .file = task->file};
        record->regions[name] = archive_raw_write_region(record->place, &region);
    }
    return record->regions[name];
}

static bool write_core(struct record *record, const struct visit *visits, uint32_t count,
                       struct error *error)
{
    char *name = memory_printf("core %u", visits->core);
    const struct archive_raw_write_lane_about about = {.number = visits->core,
                                                       .name = name,
                                                       .tid = visits->core + 1,
                                                       .start = ns(0),
                                                       .pool = true,
                                                       .activity = visits->core,
                                                       .parent = ARCHIVE_NONE};
    struct raw_write_lane *lane = archive_raw_write_lane_open(record->place, &about, error);
    free(name);
    if (!lane)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t region = region_of(record, visits[i].task);
        archive_raw_write_enter(lane, archive_raw_write_node(lane, RAW_WRITE_ROOT, region),
                                visits[i].start);
        archive_raw_write_leave(lane, visits[i].end, false);
    }
    return archive_raw_write_lane_close(lane, ns(record->result->plan.makespan), error);
}

static bool write_machine(struct record *record, const char *archive, uint32_t number,
                          struct visit *visits, uint32_t count, struct error *error)
{
    const struct script_simulate_machine *machine = &record->result->machines[visits->machine];
    const struct archive_raw_write_about about = {.number = number,
                                                  .parent = ARCHIVE_NONE,
                                                  .state = FORMAT_PLACE_EXITED,
                                                  .start = ns(0),
                                                  .end = ns(record->result->plan.makespan),
                                                  .host = machine->name,
                                                  .program = record->graph->file,
                                                  .command = "simulated"};
    choose_cores(visits, count, machine->cores);
    qsort(visits, count, sizeof *visits, compare_visits);
    record->place = archive_raw_write_open(archive, &about, error);
    if (!record->place)
        return false;
    record->names = interned_new();
    bool good = true;
    for (uint32_t i = 0, end; good && i < count; i = end) {
        for (end = i; end < count && visits[end].core == visits[i].core; end++)
            continue;
        good = write_core(record, &visits[i], end - i, error);
    }
    interned_free(record->names);
    struct error other;
    return archive_raw_write_close(record->place, good ? error : &other) && good;
}

bool script_simulate_record(const char *archive, const struct script_graph *graph,
                            const struct script_simulate_result *result, struct error *error)
{
    struct record record = {.graph = graph, .result = result};
    uint32_t count = result->plan.task_count, places = 0;
    struct visit *visits = memory_zeroed(count + (size_t)1, sizeof *visits);
    for (uint32_t t = 0; t < count; t++) {
        const struct script_schedule_slot *slot = &result->plan.slots[t];
        visits[t] = (struct visit){ns(slot->start), ns(slot->end), slot->machine, 0, t};
    }
    qsort(visits, count, sizeof *visits, compare_visits);
    bool good = true;
    for (uint32_t i = 0, end; good && i < count; i = end, places++) {
        for (end = i; end < count && visits[end].machine == visits[i].machine; end++)
            continue;
        good = write_machine(&record, archive, places, &visits[i], end - i, error);
    }
    free(record.regions);
    free(visits);
    return good;
}
