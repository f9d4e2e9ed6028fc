/* start.c: see start.h */
#include "script/run/start.h"

#include "script/journal/journal.h"
#include "script/run/array.h"
#include "script/run/bare.h"
#include "script/run/command.h"
#include "script/run/open_file.h"
#include "script/run/placement.h"
#include "script/run/plan.h"
#include "script/run/ready.h"
#include "script/run/remote.h"
#include "script/run/spawn.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIPE_SIZE = 1 << 20 };

/* The descriptors of a task that is being started; -1: none. */
struct ends {
    int in, out, err;       /* for the task */
    int feed;               /* writing end of its input, for the hub */
    int from_out, from_err; /* reading ends of its outputs, for the hub */
};

static bool make_pipe(int *read_end, int *write_end, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe");
    *read_end = ends[0];
    *write_end = ends[1];
    return true;
}

static bool open_file(const struct script_task *task, const char *file, int flags, int *fd,
                      struct error *error)
{
    char *path = task->folder && file[0] != '/' ? memory_printf("%s/%s", task->folder, file)
                                                : memory_string(file);
    *fd = script_open_file(path, flags, error);
    free(path);
    return *fd >= 0;
}

static bool open_input(struct run *run, uint32_t number, struct ends *ends, struct error *error)
{
    const struct script_task *task = &run->graph->tasks[number];
    ends->in = run->null;
    if (task->in.kind == SCRIPT_END_FILE)
        return open_file(task, task->in.file, O_RDONLY, &ends->in, error);
    if (task->in.kind != SCRIPT_END_STREAM)
        return true;
    struct run_stream *stream = &run->streams[task->in.stream];
    if (stream->bare >= 0) {
        ends->in = stream->bare;
        stream->bare = -1;
        return true;
    }
    run_flow(run, task->in.stream);
    if (!make_pipe(&ends->in, &ends->feed, error))
        return false;
    fcntl(ends->feed, F_SETPIPE_SZ, PIPE_SIZE / 4);
    return true;
}

/* Opens one output: `to` is for the task, `from` for the hub, `held` keeps it until it ends
 * well. */
static bool open_output(struct run *run, uint32_t number, const struct script_end *end, int *to,
                        int *from, int *held, struct error *error)
{
    const struct script_task *task = &run->graph->tasks[number];
    if (end->kind == SCRIPT_END_FILE || end->kind == SCRIPT_END_APPEND) {
        int how = end->kind == SCRIPT_END_FILE ? O_TRUNC : O_APPEND;
        return open_file(task, end->file, O_WRONLY | O_CREAT | how, to, error);
    }
    uint32_t stream = end->kind == SCRIPT_END_STREAM ? end->stream : SCRIPT_NONE;
    if (task->retries) {
        *held = open(run->options->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        *to = *held >= 0 ? dup(*held) : -1;
        return *to >= 0 || error_errno(error, "cannot make a file in %s", run->options->folder);
    }
    if (end->kind == SCRIPT_END_STREAM) {
        const struct script_stream *about = &run->graph->streams[stream];
        if (!about->readers.count && !about->to && about->store != 1) { /* nobody reads it */
            *to = run->null;
            return true;
        }
        if (bare_is_possible(run, number, stream)) {
            if (!make_pipe(&run->streams[stream].bare, to, error))
                return false;
            fcntl(*to, F_SETPIPE_SZ, PIPE_SIZE);
            run->streams[stream].bare_writer = number;
            return true;
        }
    }
    run_flow(run, stream);
    if (!make_pipe(from, to, error))
        return false;
    if (end->kind == SCRIPT_END_STREAM)
        fcntl(*to, F_SETPIPE_SZ, PIPE_SIZE / 4);
    return true;
}

static void close_end(const struct run *run, int fd)
{
    if (fd > STDERR_FILENO && fd != run->null)
        close(fd);
}

/* Closes what the task has now, or all of it. */
static void close_ends(const struct run *run, const struct ends *ends, bool all)
{
    close_end(run, ends->in);
    close_end(run, ends->out);
    close_end(run, ends->err);
    if (!all)
        return;
    close_end(run, ends->feed);
    close_end(run, ends->from_out);
    close_end(run, ends->from_err);
}

static bool open_ends(struct run *run, uint32_t number, struct ends *ends, struct error *error)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    *ends = (struct ends){-1, -1, -1, -1, -1, -1};
    state->held_out = state->held_err = -1;
    ends->err = STDERR_FILENO;
    return open_input(run, number, ends, error) &&
           open_output(run, number, &task->out, &ends->out, &ends->from_out, &state->held_out,
                       error) &&
           (task->err.kind == SCRIPT_END_DEFAULT ||
            open_output(run, number, &task->err, &ends->err, &ends->from_err, &state->held_err,
                        error));
}

static struct flow *flow_of(struct run *run, const struct script_end *end)
{
    return run_flow(run, end->kind == SCRIPT_END_STREAM ? end->stream : SCRIPT_NONE);
}

/* Gives the hub its ends. */
static void connect(struct run *run, uint32_t number, const struct ends *ends)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    if (ends->from_out >= 0) {
        state->out =
            script_flow_write(run->hub, flow_of(run, &task->out), number, ends->from_out, false);
        state->untaken++;
    }
    if (ends->from_err >= 0) {
        state->err =
            script_flow_write(run->hub, flow_of(run, &task->err), number, ends->from_err, false);
        state->untaken++;
    }
    if (ends->feed >= 0)
        script_flow_read(run->hub, state->reader, ends->feed);
}

static void take_slot(struct run *run, uint32_t number)
{
    uint32_t slot = 0;
    while (run->slots[slot] != SCRIPT_NONE)
        slot++;
    run->slots[slot] = number;
    run->shown[number].slot = slot;
    run->running++;
    placement_take(run, number);
}

static pid_t launch(struct run *run, uint32_t number, const struct ends *ends, struct error *error)
{
    struct script_spawn_command command = {.in = ends->in, .out = ends->out, .err = ends->err};
    struct task_command made;
    pid_t pid = -1;
    if (task_command_make(&made, run, number, &command, error))
        pid = script_spawn_process(&command, error);
    task_command_free(&made);
    return pid;
}

/* Starts the process of a task here. */
static void start_here(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    struct ends ends;
    struct error error = {0};
    bool good = open_ends(run, number, &ends, &error);
    state->pid = good ? launch(run, number, &ends, &error) : -1;
    take_slot(run, number);
    if (state->pid > 0) {
        atomic_store(&run->guard.groups[shown->slot], state->pid);
        connect(run, number, &ends);
        close_ends(run, &ends, false);
    } else {
        fprintf(stderr, "triptych script: %s:%u: %s: %s\n", task->file, task->line, task->name,
                error.text);
        close_ends(run, &ends, true);
        shown->status = -1;
        run_end_soon(run, number);
    }
}

/* Has a task run in a job array. */
static void submit(struct run *run, uint32_t number)
{
    bool good = array_start(run, number, &run->trouble);
    take_slot(run, number);
    if (good)
        return;
    run->tasks[number].pid = 0;
    run->shown[number].status = -1;
    run_end_soon(run, number);
}

/* Starts one task. */
static void start_one(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    if (run->journal && !shown->attempts)
        script_journal_begin(run->journal, number);
    shown->state = SCRIPT_RUNNING;
    shown->start = shown->end = run_now();
    shown->timed_out = false;
    shown->agent = state->agent;
    plan_started(run, number);
    state->killed = 0;
    state->taken_bytes[0] = state->taken_bytes[1] = 0;
    state->taken_kept = false;
    if (run->options->fleet) {
        remote_start(run, number);
        take_slot(run, number);
    } else if (array_takes(run, number)) {
        submit(run, number);
    } else {
        start_here(run, number);
    }
    double limit = task->seconds;
    for (uint32_t i = 0; i < shown->attempts; i++)
        limit *= task->grow;
    state->deadline =
        limit > 0 && !array_takes(run, number) ? shown->start + (uint64_t)(limit * 1e9) : 0;
    if (!task->retries)
        ready_count_writer(run, number);
    shown->attempts++;
}

/* Returns an agent with enough room for a task, else that with the most free cores. */
static uint32_t start_agent(const struct run *run, uint32_t task)
{
    if (run->plan)
        return plan_agent(run, task);
    uint32_t agent = placement_agent(run, placement_of(run, task));
    return agent == SCRIPT_NONE ? placement_any_agent(run) : agent;
}

void start_task(struct run *run, uint32_t task)
{
    if (run->options->fleet)
        run->tasks[task].agent = start_agent(run, task);
    for (;;) {
        start_one(run, task);
        const struct script_task *about = &run->graph->tasks[task];
        if (about->out.kind != SCRIPT_END_STREAM)
            return;
        const struct run_stream *stream = &run->streams[about->out.stream];
        if (stream->bare < 0 && !stream->bare_remote)
            return;
        uint32_t reader = run->graph->streams[about->out.stream].readers.list[0];
        run->tasks[reader].agent = run->tasks[task].agent; /* it has the pipe's end */
        task = reader;
    }
}
