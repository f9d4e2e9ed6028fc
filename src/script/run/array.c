/* array.c: see array.h
 *
 * What a task writes waits in a file until it has ended well, as with retries, and is then taken.
 */
#include "script/run/array.h"

#include "script/agents/batch.h"
#include "script/agents/order.h"
#include "script/run/command.h"
#include "script/run/placement.h"
#include "util/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RESULT_MOST = 65536 }; /* bytes */

static char *path_of(const struct run *run, uint32_t task, const char *end)
{
    return memory_printf("%s/array/%u.%u.%s", run->options->folder, task,
                         run->shown[task].attempts + (run->tasks[task].pid <= 0), end);
}

static void gone(void *owner, uint32_t number, const char *why)
{
    struct run *run = owner;
    const struct script_task *task = &run->graph->tasks[number];
    if (run->tasks[number].pid <= 0)
        return;
    run->tasks[number].pid = 0;
    run->shown[number].status = -1;
    run->shown[number].end = run_now();
    fprintf(stderr, "triptych script: %s:%u: %s (task %u) failed: %s\n", task->file, task->line,
            task->name, number + 1, why);
    run_end_soon(run, number);
}

bool array_begin(struct run *run, struct error *error)
{
    char *folder = memory_printf("%s/array", run->options->folder);
    char *ended = memory_printf("%s/ended", folder);
    const struct script_agents_batch_options options = {.folder = folder,
                                                        .program = run->options->array_program,
                                                        .tasks = (uint32_t)run->graph->task_count,
                                                        .rate = run->options->array_rate,
                                                        .owner = run,
                                                        .gone = gone};
    bool good = mkdir(folder, 0777) == 0 && mkdir(ended, 0777) == 0;
    if (!good)
        error_errno(error, "cannot make %s", ended);
    run->array_folder = folder;
    run->array = good ? script_agents_batch_new(&options, error) : NULL;
    free(ended);
    return run->array != NULL;
}

void array_end(struct run *run)
{
    script_agents_batch_free(run->array);
    free(run->array_folder);
}

bool array_takes(const struct run *run, uint32_t task)
{
    return run->array && run->graph->tasks[task].in.kind != SCRIPT_END_STREAM;
}

/* Says where an output goes: to where the script says if that is a file, else to a file of the run.
 */
static void order_output(const struct script_end *end, char *path, struct script_agents_end *order)
{
    order->kind = end->kind == SCRIPT_END_APPEND ? AGENTS_END_APPEND : AGENTS_END_FILE;
    bool is_file = end->kind == SCRIPT_END_FILE || end->kind == SCRIPT_END_APPEND;
    order->file = is_file ? (char *)end->file : path;
}

static bool write_order(const char *path, const struct script_agents_order *order,
                        struct error *error)
{
    struct buffer message = {0};
    script_agents_order_add(&message, order);
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(message.text, message.used, 1, file) == 1;
    good = (!file || fclose(file) == 0) && good;
    buffer_free(&message);
    return good || error_errno(error, "cannot write %s", path);
}

bool array_start(struct run *run, uint32_t number, struct error *error)
{
    const struct script_task *task = &run->graph->tasks[number];
    uint32_t attempt = run->shown[number].attempts + 1;
    char *out = path_of(run, number, "out"), *err = path_of(run, number, "err"),
         *path = path_of(run, number, "order");
    struct script_agents_order order = {.task = number,
                                        .attempt = attempt,
                                        .memory = placement_limit(run, number),
                                        .ranks = task->places > 0,
                                        .folder = (char *)task->folder,
                                        .environment = (char **)task->environment};
    const struct script_agents_batch_request request = {.task = number,
                                                        .attempt = attempt,
                                                        .cores = task->places ? 1 : task->cores,
                                                        .ranks = task->places,
                                                        .memory = order.memory,
                                                        .seconds = task->seconds *
                                                                   pow(task->grow, attempt - 1)};
    struct task_command made;
    order.words = (char **)task_command_words(&made, run, number);
    if (task->in.kind == SCRIPT_END_FILE) {
        order.ends[0].kind = AGENTS_END_FILE;
        order.ends[0].file = (char *)task->in.file;
    }
    order_output(&task->out, out, &order.ends[1]);
    order_output(&task->err, err, &order.ends[2]);
    bool good = write_order(path, &order, error);
    if (good)
        script_agents_batch_add(run->array, &request);
    run->tasks[number].pid = INT_MAX; /* never signalled from here */
    task_command_free(&made);
    free(out);
    free(err);
    free(path);
    return good;
}

/* Opens an output that the task may not have written; -1: there is none. */
static int open_output(struct run *run, uint32_t task, const char *end)
{
    char *path = path_of(run, task, end);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    unlink(path);
    free(path);
    return fd;
}

/* Shows what a task wrote to its standard error. */
static void show_errors(int fd)
{
    char bytes[4096];
    ssize_t size;
    while (fd >= 0 && (size = read(fd, bytes, sizeof bytes)) > 0)
        fwrite(bytes, 1, (size_t)size, stderr);
    if (fd >= 0)
        close(fd);
}

/* Takes what a task has written. */
static void take_outputs(struct run *run, uint32_t number)
{
    const struct script_task *task = &run->graph->tasks[number];
    struct run_task *state = &run->tasks[number];
    bool to_file = task->out.kind == SCRIPT_END_FILE || task->out.kind == SCRIPT_END_APPEND;
    if (!to_file)
        state->held_out = open_output(run, number, "out");
    if (task->err.kind == SCRIPT_END_STREAM)
        state->held_err = open_output(run, number, "err");
    else if (task->err.kind == SCRIPT_END_DEFAULT)
        show_errors(open_output(run, number, "err"));
    char *order = path_of(run, number, "order");
    unlink(order);
    free(order);
}

/* Returns a time of another node on the clock of the run. */
static uint64_t own_time(const struct run *run, uint64_t real, uint64_t least)
{
    uint64_t most = run_now();
    if (real < run->result->real_start)
        return least;
    uint64_t time = real - run->result->real_start + run->result->start;
    return time < least ? least : time > most ? most : time;
}

/* Takes the result of a task that has ended. */
static void take_result(struct run *run, const char *bytes, size_t size)
{
    struct script_agents_batch_end end;
    struct script_agents_message message;
    if (size < sizeof end)
        return;
    memcpy(&end, bytes, sizeof end);
    if (script_agents_message_find(bytes + sizeof end, size - sizeof end, RESULT_MOST, &message) <=
            0 ||
        message.type != AGENTS_EXIT)
        return;
    uint32_t number = script_agents_message_get_number(&message);
    uint32_t attempt = script_agents_message_get_number(&message);
    if (number >= run->graph->task_count || run->tasks[number].pid <= 0 ||
        run->shown[number].attempts != attempt)
        return;
    const struct script_task *task = &run->graph->tasks[number];
    struct script_task_run *shown = &run->shown[number];
    shown->status = (int32_t)script_agents_message_get_number(&message);
    shown->cpu = (double)script_agents_message_get_long(&message) / 1e9;
    shown->memory = script_agents_message_get_long(&message);
    script_agents_message_get_long(&message);
    script_agents_message_get_long(&message);
    char *why = script_agents_message_get_text(&message);
    if (shown->status == -1)
        fprintf(stderr, "triptych script: %s:%u: %s: %s\n", task->file, task->line, task->name,
                why);
    free(why);
    shown->start = own_time(run, end.start, shown->start);
    shown->end = own_time(run, end.end, shown->start);
    shown->timed_out = end.timed_out != 0;
    take_outputs(run, number);
    run->tasks[number].pid = 0;
    script_agents_batch_ended(run->array, number);
    run_end_soon(run, number);
}

static void take_file(struct run *run, int folder, const char *name)
{
    static char bytes[RESULT_MOST];
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, bytes, sizeof bytes) : 0;
    if (fd >= 0)
        close(fd);
    unlinkat(folder, name, 0);
    if (size > 0)
        take_result(run, bytes, (size_t)size);
}

void array_step(struct run *run)
{
    char *path = memory_printf("%s/ended", run->array_folder);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] != '.')
            take_file(run, dirfd(folder), entry->d_name);
    }
    if (folder)
        closedir(folder);
    else if (!run->trouble.text[0])
        error_errno(&run->trouble, "cannot read %s", path);
    free(path);
    if (!run->stopping)
        script_agents_batch_step(run->array);
}

void array_stop(struct run *run, uint32_t task)
{
    script_agents_batch_cancel(run->array, task);
    run->tasks[task].pid = 0;
    run->shown[task].status = SIGTERM;
    run->shown[task].end = run_now();
    run_end_soon(run, task);
}
