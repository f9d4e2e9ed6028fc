/* state.c: see state.h */
#include "script/run/state.h"

#include "script/run/open_file.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

uint64_t run_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void run_end_soon(struct run *run, uint32_t task)
{
    run->ended =
        memory_grow(run->ended, &run->ended_room, run->ended_count + 1, sizeof *run->ended);
    run->ended[run->ended_count++] = task;
}

/* True if a task will still write or read. */
static bool is_to_come(const struct run *run, uint32_t task)
{
    enum script_state state = run->shown[task].state;
    return state < SCRIPT_DONE;
}

/* All texts of a stream as one file. */
static int text_file(const char **texts)
{
    int fd = memfd_create("triptych-text", MFD_CLOEXEC);
    FILE *out = fd >= 0 ? fdopen(dup(fd), "w") : NULL;
    for (; out && *texts; texts++)
        fputs(*texts, out);
    if (out && fclose(out) == 0 && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static void fail_stream(struct run *run, const struct script_stream *stream, const char *what)
{
    if (!run->trouble.text[0])
        error_errno(&run->trouble, "%s:%u: the stream %s: %s", stream->file, stream->line,
                    stream->name, what);
}

/* Opens a file of a stream; the run cannot go on without it. */
static int open_named(struct run *run, const struct script_stream *stream, const char *path,
                      int flags)
{
    struct error error = {0};
    int fd = script_open_file(path, flags, &error);
    if (fd < 0 && !run->trouble.text[0])
        error_set(&run->trouble, "%s:%u: the stream %s: %s", stream->file, stream->line,
                  stream->name, error.text);
    return fd;
}

/* Begins the files and texts that flow into a stream. */
static void add_sources(struct run *run, const struct script_stream *stream, struct flow *flow)
{
    if (stream->texts) {
        int fd = text_file(stream->texts);
        if (fd >= 0)
            script_flow_write(run->hub, flow, SCRIPT_NONE, fd, true);
        else
            fail_stream(run, stream, "cannot keep a text");
    }
    for (const char **file = stream->from; file && *file; file++) {
        int fd = open_named(run, stream, *file, O_RDONLY);
        if (fd >= 0)
            script_flow_write(run->hub, flow, SCRIPT_NONE, fd, true);
    }
}

static void add_files(struct run *run, const struct script_stream *stream, struct flow *flow)
{
    for (const char **file = stream->to; file && *file; file++) {
        int fd = open_named(run, stream, *file, O_WRONLY | O_CREAT | O_TRUNC);
        if (fd >= 0)
            script_flow_to_file(run->hub, flow, fd, false);
    }
}

static size_t list_size(const char **list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    return count;
}

/* The lines of tasks whose output is connected to nothing. */
static struct flow *open_output(struct run *run)
{
    const struct script_flow_about about = {.name = "output", .number = SCRIPT_NONE};
    struct flow *flow = script_flow_new(run->hub, &about);
    unsigned writers = 0;
    for (uint32_t i = 0; i < run->graph->task_count; i++)
        writers += run->graph->tasks[i].out.kind == SCRIPT_END_DEFAULT && is_to_come(run, i);
    script_flow_to_file(run->hub, flow, STDOUT_FILENO, true);
    script_flow_expect(run->hub, flow, writers + run->is_open);
    return flow;
}

/* True if a reader may be started again, so that all of the stream must be kept. */
static bool is_repeated(const struct run *run, const struct script_stream *stream)
{
    for (size_t i = 0; i < stream->readers.count; i++) {
        if (run->graph->tasks[stream->readers.list[i]].retries)
            return true;
    }
    return false;
}

struct script_flow_about run_flow_about(const struct run *run, uint32_t number)
{
    const struct script_stream *stream = &run->graph->streams[number];
    size_t sources = list_size(stream->from) + (stream->texts != NULL);
    return (struct script_flow_about){
        .name = stream->name,
        .number = number,
        .record = stream->record,
        .raw = stream->writers.count + sources == 1,
        .store = stream->store == 1 || (stream->store < 0 && run->journal && !stream->cyclic) ||
                 is_repeated(run, stream),
        .unbounded = stream->cyclic,
    };
}

uint32_t run_count_to_come(const struct run *run, const struct script_numbers *tasks)
{
    uint32_t count = 0;
    for (size_t i = 0; i < tasks->count; i++)
        count += is_to_come(run, tasks->list[i]);
    return count;
}

const struct run_stream *run_stream(const struct run *run, uint32_t number)
{
    return number == SCRIPT_NONE ? &run->output : &run->streams[number];
}

struct flow *run_flow(struct run *run, uint32_t number)
{
    struct run_stream *state = number == SCRIPT_NONE ? &run->output : &run->streams[number];
    if (state->flow)
        return state->flow;
    if (number == SCRIPT_NONE)
        return state->flow = open_output(run);
    const struct script_stream *stream = &run->graph->streams[number];
    const struct script_flow_about about = run_flow_about(run, number);
    struct flow *flow = state->flow = script_flow_new(run->hub, &about);
    unsigned writers = (unsigned)list_size(stream->from) + (stream->texts != NULL) +
                       run_count_to_come(run, &stream->writers);
    for (size_t i = 0; i < stream->readers.count; i++) {
        uint32_t task = stream->readers.list[i];
        if (is_to_come(run, task))
            run->tasks[task].reader =
                script_flow_reader(flow, task, run->graph->tasks[task].retries > 0);
    }
    struct error error;
    if (run->preloaded && run->preloaded[number] &&
        !script_flow_continue(flow, run->preloaded[number], &error))
        run->trouble = error;
    add_files(run, stream, flow);
    script_flow_expect(run->hub, flow, writers);
    add_sources(run, stream, flow);
    return flow;
}
