/* run.c: see run.h */
#include "script/run/run.h"

#include "script/agents/fleet.h"
#include "script/journal/journal.h"
#include "script/run/array.h"
#include "script/run/end.h"
#include "script/run/placement.h"
#include "script/run/plan.h"
#include "script/run/priority.h"
#include "script/run/progress.h"
#include "script/run/ready.h"
#include "script/run/remote.h"
#include "script/run/start.h"
#include "script/run/state.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum {
    GRACE = 5,    /* s between SIGTERM and SIGKILL */
    LOOK = 100,   /* ms between looks at the clock */
    CROWD = 1024, /* readers that may run because too much waits for them */
    FILES = 6,    /* that a running task needs open here, with its share of the streams' */
    SPARE = 32,   /* that the command itself needs open */
};

static const int watched[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void taken(void *owner, uint32_t task, bool dropped)
{
    end_taken(owner, task, dropped);
}

/* Notes a signal that stops the run; the second one kills at once. */
static void take_stop(struct run *run, int number)
{
    uint64_t now = run_now();
    if (run->stopping && run->result->signal) {
        for (uint32_t i = 0; i < run->slot_count; i++) {
            if (run->slots[i] != SCRIPT_NONE && run->tasks[run->slots[i]].pid > 0)
                remote_signal(run, run->slots[i], SIGKILL);
        }
    }
    run->result->signal = number;
    run->stopping = true;
    run->stop_deadline = now;
}

static void crowded(void *owner, uint32_t number)
{
    struct run *run = owner;
    run->streams[number].crowded = true;
    if (run->plan)
        ready_force_readers(run, number);
}

static void readable(void *owner, int fd)
{
    struct run *run = owner;
    struct signalfd_siginfo info;
    if (fd != run->signals) {
        remote_step(run);
        return;
    }
    while (read(fd, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            end_reap(run);
        else
            take_stop(run, (int)info.ssi_signo);
    }
}

/* Ends tasks whose time is over: SIGTERM first, SIGKILL later. Returns ms until the next look. */
static int watch_time(struct run *run)
{
    uint64_t now = run_now();
    int wait = -1;
    for (uint32_t i = 0; i < run->slot_count && run->running; i++) {
        uint32_t task = run->slots[i];
        if (task == SCRIPT_NONE || run->tasks[task].pid <= 0)
            continue;
        struct run_task *state = &run->tasks[task];
        if (run->stopping && !state->killed)
            state->deadline = run->stop_deadline;
        if (!state->deadline)
            continue;
        if (now >= state->deadline && state->killed < 2) {
            remote_signal(run, task, state->killed ? SIGKILL : SIGTERM);
            run->shown[task].timed_out |= !run->stopping;
            state->killed++;
            state->deadline = now + (uint64_t)GRACE * 1000000000u;
        }
        uint64_t left = (state->deadline - now) / 1000000 + 1;
        if (wait < 0 || left < (uint64_t)wait)
            wait = left > 1000 ? 1000 : (int)left;
    }
    return wait;
}

/* Returns how long to wait if agents are to be looked after, in ms. */
static int remote_wait(const struct run *run, int wait)
{
    int most = script_agents_fleet_is_behind(run->options->fleet) ? 10 : 1000;
    return wait < 0 || wait > most ? most : wait;
}

static void start_ready(struct run *run)
{
    while (!run->stopping && !run->trouble.text[0]) {
        uint32_t task = ready_next(run);
        if (task == SCRIPT_NONE)
            return;
        start_task(run, task);
        end_settle(run);
    }
}

/* Counts who waits for whom, and lists who follows whom. */
static void count_waits(struct run *run)
{
    const struct script_graph *graph = run->graph;
    size_t count = graph->task_count;
    run->successor_start = memory_zeroed(count + 2, sizeof *run->successor_start);
    uint32_t *starts = run->successor_start + 1;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < graph->tasks[i].after_count; j++)
            starts[graph->tasks[i].after[j]]++;
        run->tasks[i].waits = graph->tasks[i].after_count;
        starts[i] += graph->tasks[i].instead_of != SCRIPT_NONE;
    }
    for (size_t i = 1; i <= count; i++)
        run->successor_start[i] += run->successor_start[i - 1];
    run->successors = memory_zeroed(run->successor_start[count] + 1, sizeof *run->successors);
    uint32_t *at = memory_zeroed(count + 1, sizeof *at);
    for (uint32_t i = 0; i < count; i++) {
        const struct script_task *task = &graph->tasks[i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            uint32_t before = task->after[j];
            run->successors[run->successor_start[before] + at[before]++] = i;
        }
        if (task->instead_of != SCRIPT_NONE) {
            run->successors[run->successor_start[i] + at[i]++] = task->instead_of;
            run->tasks[task->instead_of].waits++;
        }
    }
    free(at);
}

static void count_writers(struct run *run)
{
    const struct script_graph *graph = run->graph;
    for (size_t i = 0; i <= graph->stream_count; i++)
        run->streams[i] =
            (struct run_stream){.bare = -1, .bare_writer = SCRIPT_NONE, .home = SCRIPT_NONE};
    for (size_t i = 0; i < graph->stream_count; i++) {
        const struct script_stream *stream = &graph->streams[i];
        for (size_t j = 0; j < stream->writers.count; j++)
            run->streams[i].unstarted +=
                !stream->cyclic || graph->rings[stream->writers.list[j]] == SCRIPT_NONE;
    }
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
    run->free_cores = (uint32_t)cores;
    run->slot_count = (uint32_t)(cores + rings + readers) + 1;
    return true;
}

/* Makes everything that the run needs. */
static bool prepare(struct run *run, struct error *error)
{
    const struct script_graph *graph = run->graph;
    size_t count = graph->task_count;
    if (!count_slots(run, error))
        return false;
    run->tasks = memory_zeroed(count + 1, sizeof *run->tasks);
    run->shown = run->result->tasks = memory_zeroed(count + 1, sizeof *run->shown);
    run->streams = memory_zeroed(graph->stream_count + 1, sizeof *run->streams);
    run->slots = memory_zeroed(run->slot_count, sizeof *run->slots);
    memset(run->slots, 0xff, run->slot_count * sizeof *run->slots);
    for (size_t i = 0; i < count; i++)
        run->tasks[i].held_out = run->tasks[i].held_err = -1;
    run->free_memory = (int64_t)run->options->memory;
    run->left = count;
    count_waits(run);
    count_writers(run);
    run->priorities = priority_ranks(graph, run->successors, run->successor_start);
    run->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    char *streams = memory_printf("%s/streams", run->options->folder);
    const struct script_hub_listener listener = {run, taken, crowded, readable};
    run->hub = script_hub_new(streams, &listener, error);
    free(streams);
    bool good = run->hub && run->null >= 0 &&
                script_guard_start(&run->guard, run->slot_count, -1, error) &&
                (!run->options->fleet || remote_begin(run, error)) &&
                (!run->options->array_program || array_begin(run, error));
    if (good)
        plan_begin(run);
    return good;
}

static bool watch_signals(struct run *run, sigset_t *before, struct error *error)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
        sigaddset(&set, watched[i]);
    sigprocmask(SIG_BLOCK, &set, before);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    run->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return run->signals >= 0 ? script_hub_watch(run->hub, run->signals, error)
                             : error_errno(error, "cannot wait for signals");
}

static bool is_any_left(const struct run *run, const struct script_numbers *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        if (run->shown[tasks->list[i]].state < SCRIPT_DONE)
            return true;
    }
    return false;
}

/* Begins the streams that no task will write or read, but files are. */
static void open_plain_streams(struct run *run)
{
    for (uint32_t i = 0; i < run->graph->stream_count; i++) {
        const struct script_stream *stream = &run->graph->streams[i];
        if (stream->to && !is_any_left(run, &stream->writers) &&
            !is_any_left(run, &stream->readers))
            run_flow(run, i);
    }
}

static void step(struct run *run, int wait)
{
    struct error error = {0};
    if (run->options->fleet)
        remote_step(run);
    if (run->array)
        array_step(run);
    if (!script_hub_step(run->hub, wait, &error) && !run->trouble.text[0])
        run->trouble = error;
    end_settle(run);
}

static void loop(struct run *run)
{
    struct live live;
    live_begin(&live, run);
    for (uint32_t i = 0; run->options->kept && i < run->graph->task_count; i++) {
        if (run->options->kept[i])
            end_keep(run, i);
    }
    end_settle(run);
    open_plain_streams(run);
    for (uint32_t i = 0; i < run->graph->task_count; i++)
        ready_check(run, i);
    for (;;) {
        start_ready(run);
        end_settle(run);
        if (run->stopping ? !run->running : !run->left && script_hub_is_idle(run->hub))
            break;
        if (run->trouble.text[0]) {
            run->stopping = true;
            run->stop_deadline = run_now();
        }
        int wait = watch_time(run);
        if (live.wanted && (wait < 0 || wait > LOOK))
            wait = LOOK;
        if (run->array && (wait < 0 || wait > LOOK))
            wait = LOOK;
        if (run->options->fleet)
            wait = remote_wait(run, wait);
        wait = plan_wait(run, wait);
        step(run, run->ready.count && !run->running ? 0 : wait);
        if (script_hub_has_work(run->hub)) /* what ended tasks wrote: others may wait for them */
            step(run, 0);
        live_show(&live, run);
    }
    live_clear(&live);
}

/* Describes the nodes that tasks run on. */
static void list_nodes(struct run *run)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    struct script_run_result *result = run->result;
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host - 1);
    result->node_count = fleet ? script_agents_fleet_count(fleet) : 1;
    result->nodes = memory_zeroed(result->node_count + (size_t)1, sizeof *result->nodes);
    for (uint32_t i = 0; i < result->node_count; i++)
        result->nodes[i] = (struct script_run_node){
            .host = memory_string(fleet ? script_agents_fleet_host(fleet, i) : host),
            .cores = fleet ? script_agents_fleet_cores(fleet, i) : run->options->cores};
}

void script_run_result_free(struct script_run_result *result)
{
    for (uint32_t i = 0; i < result->node_count; i++)
        free(result->nodes[i].host);
    free(result->nodes);
    free(result->tasks);
    *result = (struct script_run_result){0};
}

/* Stopped before they were started. */
static void count_all(struct run *run)
{
    struct script_run_result *result = run->result;
    for (size_t i = 0; run->shown && i < run->graph->task_count; i++) {
        if (run->shown[i].attempts && run->shown[i].slot >= result->slots)
            result->slots = run->shown[i].slot + 1;
        result->counts[run->shown[i].state]++;
    }
    result->end = run_now();
}

static void clean(struct run *run)
{
    plan_end(run);
    script_hub_free(run->hub);
    script_guard_end(&run->guard);
    script_programs_free(&run->programs);
    if (run->null >= 0)
        close(run->null);
    if (run->signals >= 0)
        close(run->signals);
    for (size_t i = 0; run->streams && i <= run->graph->stream_count; i++) {
        if (run->streams[i].bare >= 0)
            close(run->streams[i].bare);
    }
    free(run->tasks);
    free(run->streams);
    free(run->slots);
    free(run->ended);
    free(run->ready.heap);
    free(run->priorities);
    free(run->successors);
    free(run->successor_start);
    remote_end(run);
    array_end(run);
}

/* Allows as many pipes as the system lets this user have; tasks get the usual limit. */
static void allow_files(struct run *run)
{
    getrlimit(RLIMIT_NOFILE, &run->files);
    struct rlimit limit = run->files;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

bool script_run(struct script_graph *graph, const struct script_run_options *options,
                struct script_journal *journal, struct script_run_result *result,
                struct error *error)
{
    struct run run = {.graph = graph,
                      .options = options,
                      .result = result,
                      .journal = journal,
                      .null = -1,
                      .signals = -1};
    struct timespec real;
    sigset_t before;
    *result = (struct script_run_result){.start = run_now()};
    clock_gettime(CLOCK_REALTIME, &real);
    result->real_start = (uint64_t)real.tv_sec * 1000000000u + (uint64_t)real.tv_nsec;
    sigprocmask(SIG_BLOCK, NULL, &before);
    allow_files(&run);
    list_nodes(&run);
    bool good = prepare(&run, error) && watch_signals(&run, &before, error);
    if (good)
        loop(&run);
    count_all(&run);
    if (good && run.trouble.text[0]) {
        *error = run.trouble;
        good = false;
    }
    clean(&run);
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGPIPE, SIG_DFL);
    return good;
}
