/* home.c: see home.h */
#include "script/run/home.h"

#include "util/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

bool home_begin(struct run *run, struct error *error)
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return error_errno(error, "there are no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(run->token + 2 * i, 3, "%02x", bytes[i]);
    char *path = memory_printf("%s/streams/token", run->options->folder);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = file >= 0 && write(file, run->token, strlen(run->token)) == 32;
    if (!good)
        error_errno(error, "cannot write %s", path);
    if (file >= 0)
        close(file);
    free(path);
    return good;
}

const struct script_end *home_end(const struct run *run, uint32_t task, int which)
{
    const struct script_task *about = &run->graph->tasks[task];
    return which == HOME_INPUT ? &about->in : which == HOME_OUTPUT ? &about->out : &about->err;
}

bool home_has(const struct run *run, const struct script_end *end)
{
    return end->kind == SCRIPT_END_STREAM && run->streams[end->stream].home != SCRIPT_NONE;
}

static bool has_retries(const struct run *run, const struct script_numbers *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        if (run->graph->tasks[tasks->list[i]].retries)
            return true;
    }
    return false;
}

/* True if an agent may keep a stream that has not begun. */
static bool is_possible(const struct run *run, uint32_t number)
{
    const struct script_stream *stream = &run->graph->streams[number];
    return !run->streams[number].flow && !run->streams[number].home_lost && !stream->from &&
           !stream->to && !stream->texts && stream->readers.count && stream->store != 1 &&
           !(run->preloaded && run->preloaded[number]) && !has_retries(run, &stream->writers) &&
           !has_retries(run, &stream->readers);
}

static void send_to(struct run *run, uint32_t agent, struct buffer *message)
{
    script_agents_fleet_send(run->options->fleet, agent, message);
    buffer_free(message);
}

static void send_change(struct run *run, const struct script_agents_change *change)
{
    struct buffer message = {0};
    script_agents_change_add(&message, change);
    send_to(run, run->streams[change->stream].home, &message);
}

/* Has an agent keep a stream. */
static void begin(struct run *run, uint32_t number, uint32_t agent)
{
    const struct script_stream *stream = &run->graph->streams[number];
    struct script_flow_about about = run_flow_about(run, number);
    struct buffer message = {0};
    struct script_agents_flow flow = {.stream = number,
                                      .record = about.record,
                                      .raw = about.raw,
                                      .store = about.store,
                                      .unbounded = about.unbounded,
                                      .name = (char *)about.name,
                                      .folder = memory_printf("%s/streams", run->options->folder),
                                      .token = run->token,
                                      .writers = run_count_to_come(run, &stream->writers)};
    char *absolute = realpath(flow.folder, NULL);
    flow.readers = memory_zeroed(stream->readers.count + 1, sizeof *flow.readers);
    for (size_t i = 0; i < stream->readers.count; i++) {
        uint32_t task = stream->readers.list[i];
        if (run->shown[task].state < SCRIPT_DONE)
            flow.readers[flow.reader_count++] = task;
    }
    char *named = flow.folder;
    flow.folder = absolute ? absolute : named;
    script_agents_flow_add(&message, &flow);
    run->streams[number].home = agent;
    send_to(run, agent, &message);
    free(flow.readers);
    free(absolute);
    free(named);
}

bool home_order(struct run *run, uint32_t task, int which, struct script_agents_end *order)
{
    const struct script_end *end = home_end(run, task, which);
    struct run_task *state = &run->tasks[task];
    if (end->kind != SCRIPT_END_STREAM)
        return false;
    if (!home_has(run, end)) {
        if (!is_possible(run, end->stream))
            return false;
        begin(run, end->stream, state->agent);
    }
    if (run->streams[end->stream].home_lost) {
        order->kind = AGENTS_END_NULL; /* its readers have failed */
        return true;
    }
    uint32_t home = run->streams[end->stream].home;
    order->stream = end->stream;
    order->kind = home == state->agent ? AGENTS_END_FLOW : AGENTS_END_PEER;
    if (home != state->agent)
        order->file = (char *)script_agents_fleet_address(run->options->fleet, home);
    state->away |= (uint8_t)(1u << which);
    if (which != HOME_INPUT)
        state->untaken++;
    return true;
}

bool home_writer_ended(struct run *run, uint32_t task, int which, bool good)
{
    struct run_task *state = &run->tasks[task];
    if (!(state->away & 1u << which))
        return false;
    uint32_t stream = home_end(run, task, which)->stream;
    if (run->streams[stream].home_lost) {
        state->away &= (uint8_t) ~(1u << which);
        state->cut = true;
        state->untaken--;
        return true;
    }
    const struct script_agents_change change = {.kind = AGENTS_CHANGE_WRITER_ENDED,
                                                .stream = stream,
                                                .task = task,
                                                .errors = which == HOME_ERRORS,
                                                .good = good,
                                                .total = state->totals[which - 1]};
    send_change(run, &change);
    return true;
}

bool home_reader_ended(struct run *run, uint32_t task)
{
    struct run_task *state = &run->tasks[task];
    if (!(state->away & 1u << HOME_INPUT))
        return false;
    uint32_t stream = home_end(run, task, HOME_INPUT)->stream;
    if (run->streams[stream].home_lost) {
        state->away &= (uint8_t) ~(1u << HOME_INPUT);
        state->cut = true;
        return true;
    }
    const struct script_agents_change change = {
        .kind = AGENTS_CHANGE_READER_ENDED, .stream = stream, .task = task};
    state->untaken++;
    send_change(run, &change);
    return true;
}

void home_absent(struct run *run, const struct script_end *end)
{
    const struct script_agents_change change = {.kind = AGENTS_CHANGE_ABSENT,
                                                .stream = end->stream};
    if (!run->streams[end->stream].home_lost)
        send_change(run, &change);
}

void home_reader_absent(struct run *run, uint32_t task)
{
    const struct script_end *end = home_end(run, task, HOME_INPUT);
    const struct script_agents_change change = {
        .kind = AGENTS_CHANGE_READER_ENDED, .stream = end->stream, .task = task};
    if (home_has(run, end) && !run->streams[end->stream].home_lost)
        send_change(run, &change); /* the answer is not waited for */
}

bool home_is_lost(const struct run *run, const struct script_end *end)
{
    return home_has(run, end) && run->streams[end->stream].home_lost;
}

void home_expect_again(struct run *run, uint32_t task, int which)
{
    struct run_task *state = &run->tasks[task];
    const struct script_end *end = home_end(run, task, which);
    const struct script_agents_change change = {.kind = AGENTS_CHANGE_EXPECT,
                                                .stream = end->stream};
    if (!(state->away & 1u << which))
        return;
    send_change(run, &change);
    home_writer_ended(run, task, which, false);
}
