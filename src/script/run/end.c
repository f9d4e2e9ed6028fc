/* end.c: see end.h */
#include "script/run/end.h"

#include "script/journal/journal.h"
#include "script/run/home.h"
#include "script/run/needs.h"
#include "script/run/own_time.h"
#include "script/run/placement.h"
#include "script/run/plan.h"
#include "script/run/ready.h"
#include "script/run/remote.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* True if its writing into a stream that nobody reads any more ended it, as in a shell. */
static bool is_unheard(const struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    int status = run->shown[number].status;
    bool piped = status != -1 && ((WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) ||
                                  (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGPIPE));
    if (!piped)
        return false;
    uint32_t stream = task->out.kind == SCRIPT_END_STREAM ? task->out.stream : SCRIPT_NONE;
    const struct run_stream *state = run_stream(run, stream);
    return (state->flow && script_flow_is_deaf(state->flow)) || state->bare_writer == number ||
           (state->home != SCRIPT_NONE && !state->home_lost);
}

static bool ended_well(const struct run *run, uint32_t number)
{
    return !run->tasks[number].cut && (run->shown[number].status == 0 || is_unheard(run, number));
}

static void say_failure(const struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    const struct script_task_run *shown = &run->shown[number];
    char why[80];
    if (shown->status == -1)
        return; /* said when it could not be started */
    if (run->tasks[number].lost)
        snprintf(why, sizeof why, "its agent was lost");
    else if (run->tasks[number].cut)
        snprintf(why, sizeof why, "the agent that kept its stream was lost");
    else if (shown->timed_out)
        snprintf(why, sizeof why, "stopped after %.4g s, its time limit",
                 (double)(shown->end - shown->start) / 1e9);
    else if (WIFSIGNALED(shown->status))
        snprintf(why, sizeof why, "killed by signal %d (%s)", WTERMSIG(shown->status),
                 strsignal(WTERMSIG(shown->status)));
    else
        snprintf(why, sizeof why, "exit status %d", WEXITSTATUS(shown->status));
    fprintf(stderr, "triptych script: %s:%u: %s (task %u) failed: %s%s\n", task->file, task->line,
            task->name, number + 1, why,
            shown->attempts <= task->retries && !run->stopping ? "; it is tried again" : "");
}

/* A writer will not write: its stream ends without it. */
static void leave_stream(struct run *run, const struct script_end *end)
{
    bool piped = end->kind == SCRIPT_END_STREAM || end->kind == SCRIPT_END_DEFAULT;
    uint32_t stream = end->kind == SCRIPT_END_STREAM ? end->stream : SCRIPT_NONE;
    if (home_has(run, end))
        home_absent(run, end);
    else if (piped && run_stream(run, stream)->flow)
        script_flow_absent(run->hub, run_stream(run, stream)->flow);
}

static void drop_held(int *held)
{
    if (*held >= 0)
        close(*held);
    *held = -1;
}

/* Ends one output of a task. */
static void end_output(struct run *run, uint32_t number, const struct script_end *end,
                       struct flow_writer **writer, int *held, bool good)
{
    uint32_t stream = end->kind == SCRIPT_END_STREAM ? end->stream : SCRIPT_NONE;
    if (*writer) {
        script_flow_writer_ended(run->hub, *writer, good);
    } else if (*held >= 0 && good) {
        lseek(*held, 0, SEEK_SET); /* a connection has no position */
        bool is_link = run->options->fleet != NULL;
        *writer = script_flow_write(run->hub, run_flow(run, stream), number, *held, !is_link);
        if (is_link) {
            bool errors = end == &run->graph->tasks[number].err;
            script_flow_writer_total(*writer, run->tasks[number].totals[errors]);
            script_flow_writer_ended(run->hub, *writer, true);
        }
        *held = -1;
        run->tasks[number].untaken++;
    } else {
        leave_stream(run, end);
    }
    drop_held(held);
}

static void end_outputs(struct run *run, uint32_t number, bool good)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    if (!home_writer_ended(run, number, HOME_OUTPUT, good))
        end_output(run, number, &task->out, &state->out, &state->held_out, good);
    if (task->err.kind == SCRIPT_END_STREAM && !home_writer_ended(run, number, HOME_ERRORS, good))
        end_output(run, number, &task->err, &state->err, &state->held_err, good);
}

static void end_input(struct run *run, uint32_t number, bool for_good)
{
    if (run->tasks[number].reader)
        script_flow_reader_ended(run->hub, run->tasks[number].reader, for_good);
    if (for_good)
        run->tasks[number].reader = NULL;
}

/* A reader did not end well: a later run needs all of its input. */
static void note_unheard(struct run *run, const struct script_task *task)
{
    if (task->in.kind == SCRIPT_END_STREAM)
        run->streams[task->in.stream].unheard = true;
}

static void count_state(struct run *run, uint32_t number, enum script_state state)
{
    run->shown[number].state = state;
    run->left--;
    plan_settled(run, number);
}

/* A task that has not started is not run: something that it needs failed, or it is not needed. */
static void skip(struct run *run, uint32_t number, bool unneeded)
{
    if (run->shown[number].state > SCRIPT_READY)
        return;
    run->tasks[number].unneeded = unneeded;
    count_state(run, number, SCRIPT_SKIPPED);
    run_end_soon(run, number);
}

/* The readers of a stream will not get everything. */
static void break_stream(struct run *run, const struct script_end *end)
{
    if (end->kind != SCRIPT_END_STREAM)
        return;
    const struct script_numbers *readers = &run->graph->streams[end->stream].readers;
    run->streams[end->stream].broken = true;
    for (size_t i = 0; i < readers->count; i++) {
        run->shown[readers->list[i]].tainted = true;
        skip(run, readers->list[i], false);
    }
}

static void follow(struct run *run, uint32_t number, bool good)
{
    const struct script_task *task = &run->graph->tasks[number];
    bool unneeded = run->tasks[number].unneeded;
    if (!good && !unneeded) {
        break_stream(run, &task->out);
        break_stream(run, &task->err);
    }
    for (struct needs_walk walk = needs_begin(run, number); walk.task != SCRIPT_NONE;
         needs_step(run, &walk)) {
        uint32_t next = walk.task;
        if (next == task->instead_of ? good : !good) {
            skip(run, next, unneeded || next == task->instead_of);
        } else if (run->shown[next].state <= SCRIPT_READY) {
            run->tasks[next].waits--;
            ready_check(run, next);
        }
    }
}

/* Stops everything. */
static void stop(struct run *run)
{
    run->stopping = true;
    run->stop_deadline = run_now();
}

/* True if all readers of a stream have ended. */
static bool is_deaf(const struct run *run, uint32_t number)
{
    const struct script_numbers *readers = &run->graph->streams[number].readers;
    if (run->streams[number].home == SCRIPT_NONE)
        return run->streams[number].flow && script_flow_is_deaf(run->streams[number].flow);
    for (size_t i = 0; i < readers->count; i++) {
        if (run->shown[readers->list[i]].state < SCRIPT_ENDED)
            return false;
    }
    return true;
}

/* True if not all of an output was kept, because its readers ended, and one of them not well. */
static bool is_unkept(const struct run *run, const struct script_end *end)
{
    return end->kind == SCRIPT_END_STREAM && run->streams[end->stream].unheard &&
           is_deaf(run, end->stream);
}

/* The task has ended for good, and its output is taken. */
static void settle(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    bool good = ended_well(run, number);
    bool ignored = !good && task->on_failure == SCRIPT_FAILURE_IGNORE && !run->stopping;
    bool complete = true;
    if (task->in.kind == SCRIPT_END_STREAM)
        shown->tainted |= run->streams[task->in.stream].broken;
    shown->tainted |= is_unkept(run, &task->out) || is_unkept(run, &task->err);
    if (good && run->journal && !shown->tainted)
        complete = script_journal_done(run->journal, number, shown, &run->trouble);
    if (!complete)
        stop(run);
    count_state(run, number,
                good || ignored ? SCRIPT_DONE
                : run->stopping ? SCRIPT_SKIPPED
                                : SCRIPT_FAILED);
    if (good && shown->tainted) {
        break_stream(run, &task->out);
        break_stream(run, &task->err);
    }
    follow(run, number, good || ignored);
    if (!good && task->on_failure == SCRIPT_FAILURE_STOP)
        stop(run);
}

/* Handles the end of a task's process. */
static void end_task(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    struct run_task *state = &run->tasks[number];
    bool good = ended_well(run, number);
    atomic_store(&run->guard.groups[shown->slot], 0);
    run->slots[shown->slot] = SCRIPT_NONE;
    run->running--;
    placement_give(run, number);
    shown->own = script_run_own_seconds(run->graph, run->shown, number);
    plan_ended(run, number, good);
    if (!good && remote_repeat(run, number))
        return;
    if (!good && !run->stopping)
        say_failure(run, number);
    if (!good && shown->attempts <= task->retries && !run->stopping) {
        drop_held(&state->held_out);
        drop_held(&state->held_err);
        end_input(run, number, false);
        shown->state = SCRIPT_WAITING;
        ready_check(run, number);
        return;
    }
    shown->state = SCRIPT_ENDED;
    if (!good)
        note_unheard(run, task);
    if (!home_reader_ended(run, number))
        end_input(run, number, true);
    end_outputs(run, number, good);
    ready_count_writer(run, number);
    if (!state->untaken)
        settle(run, number);
}

void end_settle(struct run *run)
{
    while (run->ended_count) {
        uint32_t number = run->ended[--run->ended_count];
        if (run->shown[number].state == SCRIPT_SKIPPED) {
            const struct script_task *task = &run->graph->tasks[number];
            note_unheard(run, task);
            home_reader_absent(run, number);
            end_input(run, number, true);
            leave_stream(run, &task->out);
            if (task->err.kind == SCRIPT_END_STREAM)
                leave_stream(run, &task->err);
            follow(run, number, false);
            ready_count_writer(run, number);
        } else {
            end_task(run, number);
        }
    }
}

/* Notes what the hub has taken of an output: it frees the writer soon. */
static void note_taken(struct run *run, uint32_t number, struct flow_writer **writer, int which)
{
    struct run_task *state = &run->tasks[number];
    const struct script_end *out = &run->graph->tasks[number].out;
    if (!*writer || !script_flow_is_taken(*writer))
        return;
    state->taken_bytes[which] = script_flow_written(*writer);
    state->cut |= script_flow_is_cut(*writer);
    *writer = NULL;
    if (which)
        return;
    run->shown[number].is_counted = true;
    if (out->kind != SCRIPT_END_STREAM)
        return;
    struct flow *flow = run->streams[out->stream].flow;
    state->taken_kept = script_flow_is_stored(flow);
    if (state->taken_kept && !script_flow_sync(flow, &run->trouble))
        stop(run);
}

void end_taken(struct run *run, uint32_t number, bool dropped)
{
    struct run_task *state = &run->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    if (dropped && !run->stopping)
        fprintf(stderr,
                "triptych script: %s:%u: %s (task %u) ended within a %s, which is dropped\n",
                run->graph->tasks[number].file, run->graph->tasks[number].line,
                run->graph->tasks[number].name, number + 1,
                run->graph->tasks[number].out.kind == SCRIPT_END_STREAM &&
                        run->graph->streams[run->graph->tasks[number].out.stream].record
                    ? "record"
                    : "line");
    note_taken(run, number, &state->out, 0);
    note_taken(run, number, &state->err, 1);
    if (--state->untaken)
        return;
    shown->written = state->taken_bytes[0] + state->taken_bytes[1];
    shown->is_stored = state->taken_kept && run->graph->tasks[number].err.kind != SCRIPT_END_STREAM;
    shown->stored = shown->is_stored ? state->taken_bytes[0] : 0;
    if (remote_repeat_taken(run, number))
        return;
    if (state->cut && !run->stopping)
        fprintf(stderr,
                "triptych script: %s:%u: %s (task %u) failed: part of its output, or of its input, "
                "is lost\n",
                run->graph->tasks[number].file, run->graph->tasks[number].line,
                run->graph->tasks[number].name, number + 1);
    if (shown->state == SCRIPT_ENDED)
        settle(run, number);
}

void end_without(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    fprintf(stderr,
            "triptych script: %s:%u: %s (task %u) failed: the agent that kept its input was lost\n",
            task->file, task->line, task->name, number + 1);
    run->tasks[number].cut = true;
    run->shown[number].state = SCRIPT_ENDED;
    leave_stream(run, &task->out);
    if (task->err.kind == SCRIPT_END_STREAM)
        leave_stream(run, &task->err);
    ready_count_writer(run, number);
    settle(run, number);
}

void end_skip(struct run *run, uint32_t number)
{
    skip(run, number, false);
}

void end_keep(struct run *run, uint32_t number)
{
    if (run->shown[number].state > SCRIPT_READY)
        return;
    count_state(run, number, SCRIPT_KEPT);
    follow(run, number, true);
    ready_count_writer(run, number);
}
