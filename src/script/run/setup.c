/* setup.c: see setup.h */
#include "script/run/setup.h"

#include "script/agents/fleet.h"
#include "script/run/array.h"
#include "script/run/end.h"
#include "script/run/needs.h"
#include "script/run/placement.h"
#include "script/run/plan.h"
#include "script/run/priority.h"
#include "script/run/ready.h"
#include "script/run/remote.h"
#include "util/memory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CROWD = 1024, /* readers that may run because too much waits for them */
    OPEN = 4096,  /* tasks that may run at a time if it is not known which there will be */
    FILES = 6,    /* that a running task needs open here, with its share of the streams' */
    SPARE = 32,   /* that the command itself needs open */
};

void setup_grow(struct run *run)
{
    const struct script_graph *graph = run->graph;
    size_t tasks = run->task_count, streams = run->stream_count;
    run->tasks =
        memory_grow(run->tasks, &run->task_room, graph->task_count + 1, sizeof *run->tasks);
    run->shown =
        memory_grow(run->shown, &run->shown_room, graph->task_count + 1, sizeof *run->shown);
    run->result->tasks = run->shown;
    run->streams =
        memory_grow(run->streams, &run->stream_room, graph->stream_count + 1, sizeof *run->streams);
    memset(run->tasks + tasks, 0, (graph->task_count - tasks) * sizeof *run->tasks);
    memset(run->shown + tasks, 0, (graph->task_count - tasks) * sizeof *run->shown);
    for (size_t i = tasks; i < graph->task_count; i++)
        run->tasks[i].held_out = run->tasks[i].held_err = -1;
    for (size_t i = streams; i < graph->stream_count; i++) {
        const struct script_stream *stream = &graph->streams[i];
        run->streams[i] =
            (struct run_stream){.bare = -1, .bare_writer = SCRIPT_NONE, .home = SCRIPT_NONE};
        for (size_t j = 0; j < stream->writers.count; j++)
            run->streams[i].unstarted +=
                !stream->cyclic || graph->rings[stream->writers.list[j]] == SCRIPT_NONE;
    }
    run->left += graph->task_count - tasks;
    run->task_count = (uint32_t)graph->task_count;
    run->stream_count = (uint32_t)graph->stream_count;
}

/* Finds what an earlier run has done of the tasks and streams from a number on. */
static bool find_earlier(struct run *run, size_t tasks, size_t streams, struct error *error)
{
    const struct script_run_earlier *earlier = run->options->earlier;
    if (!earlier)
        return true;
    run->kept =
        memory_grow(run->kept, &run->kept_room, run->task_count + (size_t)1, sizeof *run->kept);
    run->preloaded = memory_grow(run->preloaded, &run->preloaded_room,
                                 run->stream_count + (size_t)1, sizeof *run->preloaded);
    memset(run->kept + tasks, 0, (run->task_count + 1 - tasks) * sizeof *run->kept);
    memset(run->preloaded + streams, 0, (run->stream_count + 1 - streams) * sizeof *run->preloaded);
    return earlier->find(earlier->owner, run->kept, run->preloaded, error);
}

/* Decides how many tasks may run at a time: on cores, in cycles of streams, and readers without a
 * core of their own; no more than there can be open files for. */
static bool count_slots(struct run *run, struct error *error)
{
    const struct script_graph *graph = run->graph;
    uint64_t files = run->files.rlim_max > UINT32_MAX ? UINT32_MAX : run->files.rlim_max;
    uint64_t most = files > SPARE + 2 * FILES ? (files - SPARE) / FILES : 2;
    uint64_t rings = 0, readers = 0, cores = run->options->cores;
    if (run->options->fleet)
        cores = placement_cores(run);
    for (size_t i = 0; i < graph->task_count; i++) {
        rings += graph->rings && graph->rings[i] != SCRIPT_NONE;
        readers += graph->tasks[i].in.kind == SCRIPT_END_STREAM && readers < CROWD;
    }
    if (rings && rings + 1 > most)
        return error_set(error,
                         "%" PRIu64 " tasks in cycles of streams must run together; the limit of "
                         "open files, %" PRIu64 " (ulimit -Hn), allows %" PRIu64,
                         rings, files, most - 1);
    if (cores > most - rings)
        cores = most - rings;
    if (readers > most - rings - cores)
        readers = most - rings - cores;
    if (run->options->more)
        readers = most - rings - cores < OPEN ? most - rings - cores : OPEN;
    run->free_cores = (uint32_t)cores;
    run->slot_count = (uint32_t)(cores + rings + readers) + 1;
    return true;
}

bool setup_begin(struct run *run, const struct script_hub_listener *listener, struct error *error)
{
    if (!count_slots(run, error))
        return false;
    run->slots = memory_zeroed(run->slot_count, sizeof *run->slots);
    memset(run->slots, 0xff, run->slot_count * sizeof *run->slots);
    run->free_memory = placement_memory(run, 0);
    run->output = (struct run_stream){.bare = -1, .bare_writer = SCRIPT_NONE, .home = SCRIPT_NONE};
    setup_grow(run);
    if (!find_earlier(run, 0, 0, error))
        return false;
    needs_make(run);
    run->priorities = priority_ranks(run->graph, run->successors, run->successor_start);
    run->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    char *streams = memory_printf("%s/streams", run->options->folder);
    run->hub = script_hub_new(streams, listener, error);
    free(streams);
    bool good = run->hub && run->null >= 0 &&
                script_guard_start(&run->guard, run->slot_count, -1, error) &&
                (!run->options->fleet || remote_begin(run, error)) &&
                (!run->options->array_program || array_begin(run, error));
    if (good)
        plan_begin(run);
    return good;
}

static bool is_any_left(const struct run *run, const struct script_numbers *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        if (run->shown[tasks->list[i]].state < SCRIPT_DONE)
            return true;
    }
    return false;
}

/* Begins the streams that no task will write or read, but files are, or the script. */
static void open_plain_streams(struct run *run, uint32_t first)
{
    for (uint32_t i = first; i < run->graph->stream_count; i++) {
        const struct script_stream *stream = &run->graph->streams[i];
        if ((stream->to || stream->script) && !is_any_left(run, &stream->writers) &&
            !is_any_left(run, &stream->readers))
            run_flow(run, i);
    }
}

void setup_end(struct run *run)
{
    plan_end(run);
    script_hub_free(run->hub);
    script_guard_end(&run->guard);
    script_programs_free(&run->programs);
    if (run->null >= 0)
        close(run->null);
    if (run->signals >= 0)
        close(run->signals);
    for (size_t i = 0; run->streams && i < run->stream_count; i++) {
        if (run->streams[i].bare >= 0)
            close(run->streams[i].bare);
    }
    free(run->tasks);
    free(run->streams);
    free(run->slots);
    free(run->ended);
    free(run->ready.heap);
    free(run->priorities);
    needs_free(run);
    free(run->kept);
    free(run->preloaded);
    remote_end(run);
    array_end(run);
}

/* Tasks that are made later come by their own cost. */
static void add_priorities(struct run *run, uint32_t first)
{
    if (!run->priorities)
        return;
    if (!run->priority_room)
        run->priority_room = first;
    run->priorities = memory_grow(run->priorities, &run->priority_room, run->task_count + (size_t)1,
                                  sizeof *run->priorities);
    for (uint32_t i = first; i < run->task_count; i++)
        run->priorities[i] = run->graph->tasks[i].cost;
}

/* Tasks that need one that has failed are not run. */
static void skip_unable(struct run *run, uint32_t first)
{
    for (uint32_t i = first; i < run->task_count; i++) {
        const struct script_task *task = &run->graph->tasks[i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            if (run->shown[task->after[j]].state > SCRIPT_KEPT)
                end_skip(run, i);
        }
    }
}

void setup_start(struct run *run, uint32_t first_task, uint32_t first_stream)
{
    for (uint32_t i = first_task; run->kept && i < run->task_count; i++) {
        if (run->kept[i])
            end_keep(run, i);
    }
    skip_unable(run, first_task);
    end_settle(run);
    open_plain_streams(run, first_stream);
    for (uint32_t i = first_task; i < run->task_count; i++)
        ready_check(run, i);
}

bool setup_more(struct run *run, struct error *error)
{
    uint32_t tasks = run->task_count, streams = run->stream_count, printing = 0;
    setup_grow(run);
    needs_add(run, tasks);
    add_priorities(run, tasks);
    if (!find_earlier(run, tasks, streams, error))
        return false;
    for (uint32_t i = tasks; i < run->task_count; i++)
        printing += run->graph->tasks[i].out.kind == SCRIPT_END_DEFAULT;
    if (run->output.flow)
        script_flow_expect(run->hub, run->output.flow, printing);
    plan_more(run);
    ready_again(run);
    setup_start(run, tasks, streams);
    return true;
}
