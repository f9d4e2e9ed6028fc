/* remote.c: see remote.h
 *
 * A pipe between one writer and one reader is made by the agent that runs both. Other streams are
 * kept by the agent with which they begin (home.h), or here, in the hub of the master: then an
 * agent connects the standard input and output of a task to it. */
#include "script/run/remote.h"

#include "script/agents/fleet.h"
#include "script/agents/order.h"
#include "script/run/array.h"
#include "script/run/bare.h"
#include "script/run/command.h"
#include "script/run/home.h"
#include "script/run/home_news.h"
#include "script/run/placement.h"
#include "script/run/plan.h"
#include "script/run/ready.h"
#include "util/memory.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOSSES = 3 }; /* agents that a task may lose before it is given up */

static struct flow *flow_of(struct run *run, const struct script_end *end)
{
    return run_flow(run, end->kind == SCRIPT_END_STREAM ? end->stream : SCRIPT_NONE);
}

/* True if a task runs on an agent in this attempt. */
static bool is_running(const struct run *run, uint32_t task, uint32_t agent, uint32_t attempt)
{
    return task < run->graph->task_count && run->shown[task].state == SCRIPT_RUNNING &&
           run->tasks[task].pid > 0 && run->tasks[task].agent == agent &&
           run->shown[task].attempts == attempt;
}

/* Gives the hub an output of a task. */
static bool connect_output(struct run *run, uint32_t number, bool errors, int fd)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    const struct script_end *end = errors ? &task->err : &task->out;
    struct flow_writer **writer = errors ? &state->err : &state->out;
    int *held = errors ? &state->held_err : &state->held_out;
    if (*writer || *held >= 0)
        return false;
    if (task->retries) {
        *held = fd;
        return true;
    }
    *writer = script_flow_write(run->hub, flow_of(run, end), number, fd, false);
    state->untaken++;
    return true;
}

static bool offered(void *owner, const struct script_agents_purpose *purpose, int fd)
{
    struct run *run = owner;
    if (!is_running(run, purpose->task, purpose->agent, purpose->attempt))
        return false;
    struct run_task *state = &run->tasks[purpose->task];
    if (!(state->links & 1u << purpose->role))
        return false;
    state->links &= (uint8_t) ~(1u << purpose->role);
    if (purpose->role != AGENTS_INPUT)
        return connect_output(run, purpose->task, purpose->role == AGENTS_ERRORS, fd);
    if (!state->reader)
        return false;
    script_flow_read(run->hub, state->reader, fd);
    return true;
}

static void ended(void *owner, const struct script_agents_exit *how)
{
    struct run *run = owner;
    if (!is_running(run, how->task, how->agent, how->attempt))
        return;
    struct run_task *state = &run->tasks[how->task];
    struct script_task_run *shown = &run->shown[how->task];
    const struct script_task *task = &run->graph->tasks[how->task];
    shown->status = how->status;
    shown->end = run_now();
    shown->memory = how->memory;
    shown->cpu = (double)how->cpu / 1e9;
    state->pid = 0;
    state->totals[0] = how->bytes[0];
    state->totals[1] = how->bytes[1];
    if (state->out)
        script_flow_writer_total(state->out, how->bytes[0]);
    if (state->err)
        script_flow_writer_total(state->err, how->bytes[1]);
    if (how->status == -1)
        fprintf(stderr, "triptych script: %s:%u: %s: %s\n", task->file, task->line, task->name,
                how->why);
    run_end_soon(run, how->task);
}

static void news(void *owner, uint32_t agent, const struct script_agents_news *said)
{
    home_news(owner, agent, said);
}

static void lost(void *owner, uint32_t agent)
{
    struct run *run = owner;
    unsigned count = 0;
    for (uint32_t i = 0; i < run->slot_count; i++) {
        uint32_t task = run->slots[i];
        if (task == SCRIPT_NONE || run->tasks[task].pid <= 0 || run->tasks[task].agent != agent)
            continue;
        run->tasks[task].pid = 0;
        run->tasks[task].lost = true;
        run->shown[task].status = SIGKILL;
        run->shown[task].end = run_now();
        run_end_soon(run, task);
        count++;
    }
    fprintf(stderr, "triptych script: agent %u on %s is lost, with %u running task%s\n", agent + 1,
            script_agents_fleet_host(run->options->fleet, agent), count, count == 1 ? "" : "s");
    home_agent_lost(run, agent);
    plan_lost(run);
}

bool remote_begin(struct run *run, struct error *error)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    const struct script_agents_fleet_listener listener = {
        .owner = run, .offered = offered, .ended = ended, .news = news, .lost = lost};
    uint32_t count = script_agents_fleet_count(fleet);
    script_agents_fleet_listen(fleet, &listener);
    run->agent_free = memory_zeroed(count, sizeof *run->agent_free);
    run->agent_memory = memory_zeroed(count, sizeof *run->agent_memory);
    for (uint32_t i = 0; i < count; i++) {
        run->agent_free[i] = script_agents_fleet_cores(fleet, i);
        run->agent_memory[i] = placement_memory(run, i);
    }
    return home_begin(run, error) &&
           script_hub_watch(run->hub, script_agents_fleet_descriptor(fleet), error);
}

void remote_end(struct run *run)
{
    const struct script_agents_fleet_listener none = {0};
    if (run->options->fleet)
        script_agents_fleet_listen(run->options->fleet, &none);
    free(run->agent_free);
    free(run->agent_memory);
}

void remote_step(struct run *run)
{
    if (!script_agents_fleet_step(run->options->fleet) && !run->trouble.text[0])
        error_set(&run->trouble, "all agents are lost; --resume continues the run");
}

void remote_signal(struct run *run, uint32_t task, int number)
{
    struct buffer message = {0};
    if (array_takes(run, task)) {
        array_stop(run, task);
        return;
    }
    if (!run->options->fleet) {
        kill(-run->tasks[task].pid, number);
        return;
    }
    script_agents_signal_add(&message, task, number);
    script_agents_fleet_send(run->options->fleet, run->tasks[task].agent, &message);
    buffer_free(&message);
}

/* Says where an output of a task goes. */
static void order_output(struct run *run, uint32_t number, const struct script_end *end,
                         struct script_agents_end *order)
{
    const struct script_task *task = &run->graph->tasks[number];
    order->kind = task->retries ? AGENTS_END_HELD : AGENTS_END_LINK;
    if (end->kind == SCRIPT_END_FILE || end->kind == SCRIPT_END_APPEND) {
        order->kind = end->kind == SCRIPT_END_FILE ? AGENTS_END_FILE : AGENTS_END_APPEND;
        order->file = (char *)end->file;
    } else if (end->kind == SCRIPT_END_STREAM) {
        const struct script_stream *stream = &run->graph->streams[end->stream];
        order->stream = end->stream;
        if (!stream->readers.count && !stream->to && stream->store != 1) {
            order->kind = AGENTS_END_NULL; /* nobody reads it */
        } else if (end == &task->out && bare_is_possible(run, number, end->stream)) {
            order->kind = AGENTS_END_PIPE;
            run->streams[end->stream].bare_remote = true;
            run->streams[end->stream].bare_writer = number;
        } else {
            home_order(run, number, end == &task->out ? HOME_OUTPUT : HOME_ERRORS, order);
        }
    }
}

static void order_input(struct run *run, uint32_t number, struct script_agents_end *order)
{
    const struct script_end *end = &run->graph->tasks[number].in;
    order->kind = AGENTS_END_NULL;
    if (end->kind == SCRIPT_END_FILE) {
        order->kind = AGENTS_END_FILE;
        order->file = (char *)end->file;
    } else if (end->kind == SCRIPT_END_STREAM) {
        bool is_bare = run->streams[end->stream].bare_remote;
        order->kind = is_bare ? AGENTS_END_PIPE : AGENTS_END_LINK;
        order->stream = end->stream;
        run->streams[end->stream].bare_remote = false;
        if (!is_bare)
            home_order(run, number, HOME_INPUT, order);
    }
}

void remote_start(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    struct script_agents_order order = {.task = number,
                                        .attempt = run->shown[number].attempts + 1,
                                        .memory = placement_limit(run, number),
                                        .ranks = task->places > 0,
                                        .folder = (char *)task->folder,
                                        .environment = (char **)task->environment};
    struct task_command made;
    struct buffer message = {0};
    order.words = (char **)task_command_words(&made, run, number);
    state->away = 0;
    order_input(run, number, &order.ends[0]);
    order_output(run, number, &task->out, &order.ends[1]);
    order.ends[2].kind = AGENTS_END_INHERIT;
    if (task->err.kind != SCRIPT_END_DEFAULT)
        order_output(run, number, &task->err, &order.ends[2]);
    state->links = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (order.ends[i].kind == AGENTS_END_LINK || order.ends[i].kind == AGENTS_END_HELD)
            state->links |= (uint8_t)(1u << (AGENTS_INPUT + i));
    }
    if (order.ends[0].kind == AGENTS_END_LINK)
        run_flow(run, task->in.stream);
    state->pid = INT_MAX; /* it is the agent's; never signalled from here */
    state->lost = false;
    script_agents_order_add(&message, &order);
    script_agents_fleet_send(run->options->fleet, state->agent, &message);
    buffer_free(&message);
    task_command_free(&made);
}

/* Takes back that the output of another attempt is expected. */
static void absent(struct run *run, const struct script_end *end)
{
    if (home_has(run, end))
        home_absent(run, end);
    else
        script_flow_absent(run->hub, flow_of(run, end));
}

/* Lets a stream wait for the output of another attempt. */
static void expect_again(struct run *run, const struct script_end *end, struct flow_writer *writer)
{
    if (!writer)
        return; /* it was never connected, and is still expected */
    script_flow_expect(run->hub, flow_of(run, end), 1);
    script_flow_writer_ended(run->hub, writer, false);
}

static bool is_piped(const struct run *run, uint32_t number)
{
    const struct script_end *out = &run->graph->tasks[number].out;
    return out->kind == SCRIPT_END_STREAM && run->streams[out->stream].bare_writer == number;
}

static void start_again(struct run *run, uint32_t number)
{
    run->tasks[number].repeating = false;
    run->shown[number].state = SCRIPT_WAITING;
    ready_check(run, number);
}

bool remote_repeat(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    if (!state->lost || run->stopping || task->retries || ++state->losses > LOSSES ||
        task->in.kind == SCRIPT_END_STREAM || task->out.kind == SCRIPT_END_APPEND ||
        task->err.kind == SCRIPT_END_APPEND || is_piped(run, number) ||
        home_is_lost(run, &task->out) || home_is_lost(run, &task->err))
        return false;
    run->shown[number].state = SCRIPT_ENDED;
    state->repeating = true;
    state->again[0] = state->out || (state->away & 1u << HOME_OUTPUT);
    state->again[1] = state->err || (state->away & 1u << HOME_ERRORS);
    home_expect_again(run, number, HOME_OUTPUT);
    home_expect_again(run, number, HOME_ERRORS);
    expect_again(run, &task->out, state->out);
    expect_again(run, &task->err, state->err);
    if (!state->untaken)
        start_again(run, number);
    return true;
}

bool remote_repeat_taken(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    if (!state->repeating)
        return false;
    if (!run->shown[number].written && !run->stopping) {
        start_again(run, number);
        return true;
    }
    state->repeating = false;
    if (state->again[0])
        absent(run, &task->out);
    if (state->again[1])
        absent(run, &task->err);
    fprintf(stderr,
            "triptych script: %s:%u: %s (task %u) failed: its agent was lost after part of its "
            "output had been passed on\n",
            task->file, task->line, task->name, number + 1);
    return false;
}
