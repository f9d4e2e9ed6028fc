/* jobs.c: see jobs.h */
#include "script/agents/agent/jobs.h"

#include "script/agents/agent/relay.h"
#include "script/run/environment.h"
#include "script/run/open_file.h"
#include "script/run/spawn.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FLOW_PIPE = 1 << 18 }; /* bytes */

/* The descriptors of a task that is being started; -1: none. */
struct ends {
    int task[3];      /* its input, output and error */
    int agent[3];     /* the other ends of pipes, and files that hold its output */
    int links[3];     /* connections to the master */
    bool inherits[3]; /* task[i] is the agent's own */
};

bool jobs_begin(struct jobs *jobs, int silence, struct error *error)
{
    getrlimit(RLIMIT_NOFILE, &jobs->files);
    struct rlimit limit = jobs->files;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    jobs->list = memory_zeroed(JOBS_MOST, sizeof *jobs->list);
    return script_guard_start(&jobs->guard, JOBS_MOST, silence, error);
}

static void add_exit(struct jobs *jobs, uint32_t task, uint32_t attempt, int status,
                     const struct rusage *used, const uint64_t bytes[2], const char *why)
{
    size_t start = script_agents_message_begin(&jobs->out, AGENTS_EXIT);
    uint64_t seconds = (uint64_t)(used->ru_utime.tv_sec + used->ru_stime.tv_sec);
    uint64_t micros = (uint64_t)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
    script_agents_message_number(&jobs->out, task);
    script_agents_message_number(&jobs->out, attempt);
    script_agents_message_number(&jobs->out, (uint32_t)status);
    script_agents_message_long(&jobs->out, seconds * 1000000000u + micros * 1000u);
    script_agents_message_long(&jobs->out, (uint64_t)used->ru_maxrss * 1024);
    script_agents_message_long(&jobs->out, bytes[0]);
    script_agents_message_long(&jobs->out, bytes[1]);
    script_agents_message_text(&jobs->out, why);
    script_agents_message_finish(&jobs->out, start);
}

/* Connects to the master, or to the agent that keeps the stream. */
static bool open_link(struct jobs *jobs, const struct script_agents_order *order, int end, int *fd,
                      struct error *error)
{
    struct script_agents_purpose purpose = jobs->self;
    char host[AGENTS_HOST_MOST + 1], port[8];
    bool is_peer = order->ends[end].kind == AGENTS_END_PEER;
    if (is_peer && sscanf(order->ends[end].file, "%64s %7s", host, port) != 2)
        return error_set(error, "there is no address of the agent that keeps its stream");
    purpose.stream = order->ends[end].stream;
    purpose.role = (enum script_agents_role)(AGENTS_INPUT + end);
    purpose.task = order->task;
    purpose.attempt = order->attempt;
    *fd = script_agents_connect(is_peer ? host : jobs->host, is_peer ? port : jobs->port,
                                jobs->secret, &purpose, &jobs->patience, error);
    if (*fd >= 0)
        script_agents_keep_alive(*fd, jobs->limit);
    return *fd >= 0;
}

/* Makes a pipe; `end` is the one of the task. */
static bool open_pipe(int end, int *task, int *agent, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe");
    *task = ends[end ? 1 : 0];
    *agent = ends[end ? 0 : 1];
    return true;
}

static bool open_held(int *task, int *agent, struct error *error)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    *agent = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    *task = *agent >= 0 ? dup(*agent) : -1;
    return *task >= 0 || error_errno(error, "cannot make a file in %s", folder);
}

static bool open_file(const struct script_agents_order *order, int end, int *fd,
                      struct error *error)
{
    const struct script_agents_end *about = &order->ends[end];
    int how = about->kind == AGENTS_END_APPEND ? O_APPEND : O_TRUNC;
    char *path = *order->folder && about->file[0] != '/'
                     ? memory_printf("%s/%s", order->folder, about->file)
                     : memory_string(about->file);
    *fd = script_open_file(path, end ? O_WRONLY | O_CREAT | how : O_RDONLY, error);
    free(path);
    return *fd >= 0;
}

/* Takes the reading end of a pipe that an earlier task writes. */
static bool take_pipe(struct jobs *jobs, uint32_t stream, int *fd, struct error *error)
{
    for (size_t i = 0; i < jobs->pipe_count; i++) {
        if (jobs->pipes[i].stream != stream)
            continue;
        *fd = jobs->pipes[i].fd;
        jobs->pipes[i] = jobs->pipes[--jobs->pipe_count];
        return true;
    }
    return error_set(error, "the pipe from its writer is not there");
}

static bool open_pipe_between(struct jobs *jobs, uint32_t stream, int end, int *task,
                              struct error *error)
{
    int other = -1;
    if (!end)
        return take_pipe(jobs, stream, task, error);
    if (!open_pipe(end, task, &other, error))
        return false;
    fcntl(*task, F_SETPIPE_SZ, 1 << 20);
    jobs->pipes =
        memory_grow(jobs->pipes, &jobs->pipe_room, jobs->pipe_count + 1, sizeof *jobs->pipes);
    jobs->pipes[jobs->pipe_count++] = (struct job_pipe){stream, other};
    return true;
}

static bool open_end(struct jobs *jobs, const struct script_agents_order *order, int end,
                     struct ends *ends, struct error *error)
{
    int *task = &ends->task[end], *agent = &ends->agent[end], *link = &ends->links[end];
    switch (order->ends[end].kind) {
    case AGENTS_END_INHERIT:
        ends->inherits[end] = true;
        *task = end;
        return true;
    case AGENTS_END_FLOW:
        if (!open_pipe(end, task, agent, error))
            return false;
        fcntl(*agent, F_SETPIPE_SZ, FLOW_PIPE);
        return true;
    case AGENTS_END_LINK:
    case AGENTS_END_PEER:
        return open_link(jobs, order, end, link, error) && open_pipe(end, task, agent, error);
    case AGENTS_END_HELD:
        return open_link(jobs, order, end, link, error) && open_held(task, agent, error);
    case AGENTS_END_FILE:
    case AGENTS_END_APPEND:
        return open_file(order, end, task, error);
    case AGENTS_END_PIPE:
        return open_pipe_between(jobs, order->ends[end].stream, end, task, error);
    default:
        *task = open("/dev/null", O_RDWR | O_CLOEXEC);
        return *task >= 0 || error_errno(error, "cannot open /dev/null");
    }
}

static void close_list(const int fds[3])
{
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
}

static void close_task_ends(struct ends *ends)
{
    for (int i = 0; i < 3; i++) {
        if (ends->inherits[i])
            ends->task[i] = -1;
    }
    close_list(ends->task);
}

static pid_t launch(struct jobs *jobs, const struct script_agents_order *order,
                    const struct ends *ends, struct error *error)
{
    struct script_spawn_command command = {
        .path = script_programs_find(&jobs->programs, order->words[0], error),
        .words = order->words,
        .folder = *order->folder ? order->folder : NULL,
        .in = ends->task[0],
        .out = ends->task[1],
        .err = ends->task[2],
        .files = jobs->files,
        .memory = order->memory,
    };
    if (!command.path)
        return -1;
    char **environment = script_environment_change((const char **)order->environment, order->ranks);
    command.environment = environment;
    pid_t pid = script_spawn_process(&command, error);
    free(environment);
    return pid;
}

static struct relay *add_relay(struct jobs *jobs, int from, int to, bool held)
{
    if (from < 0 || to < 0)
        return NULL;
    struct relay *relay = relay_new(from, to);
    relay->paused = held;
    relay->next = jobs->relays;
    jobs->relays = relay;
    jobs->relay_count++;
    return relay;
}

static struct job *find_free(struct jobs *jobs)
{
    for (size_t i = 0; i < JOBS_MOST; i++) {
        if (!jobs->list[i].used)
            return &jobs->list[i];
    }
    return NULL;
}

void jobs_start(struct jobs *jobs, const struct script_agents_order *order)
{
    struct ends ends = {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}, {false}};
    struct error error = {0};
    struct job *job = find_free(jobs);
    bool good = job || error_set(&error, "its agent runs too many tasks");
    for (int i = 0; good && i < 3; i++)
        good = open_end(jobs, order, i, &ends, &error);
    pid_t pid = good ? launch(jobs, order, &ends, &error) : -1;
    close_task_ends(&ends);
    if (!job || pid < 0) {
        const uint64_t none[2] = {0};
        close_list(ends.agent);
        close_list(ends.links);
        add_exit(jobs, order->task, order->attempt, -1, &(struct rusage){0}, none, error.text);
        return;
    }
    *job = (struct job){.used = true, .task = order->task, .attempt = order->attempt, .pid = pid};
    atomic_store(&jobs->guard.groups[job - jobs->list], pid);
    for (int i = 0; i < 3; i++) {
        if (order->ends[i].kind == AGENTS_END_FLOW &&
            !flows_connect(&jobs->flows, order->ends[i].stream, order->task, i, ends.agent[i],
                           false))
            close(ends.agent[i]); /* the stream has failed, and the master knows */
    }
    job->in = add_relay(jobs, ends.links[0], ends.agent[0], false);
    for (int i = 0; i < 2; i++)
        job->out[i] = add_relay(jobs, ends.agent[i + 1], ends.links[i + 1],
                                order->ends[i + 1].kind == AGENTS_END_HELD);
}

void jobs_signal(struct jobs *jobs, uint32_t task, int number)
{
    for (size_t i = 0; i < JOBS_MOST; i++) {
        if (jobs->list[i].used && jobs->list[i].task == task)
            kill(-jobs->list[i].pid, number);
    }
}

/* Lets the relays of a task end with what it has written, which is counted. */
static void end_relays(struct job *job, bool good, uint64_t bytes[2])
{
    if (job->in) {
        relay_close(job->in);
        job->in->owned = false;
    }
    for (int i = 0; i < 2; i++) {
        struct relay *relay = job->out[i];
        if (!relay)
            continue;
        if (relay->paused && !good)
            relay_close(relay);
        bytes[i] = relay_finish(relay);
        relay->paused = relay->owned = false;
    }
}

static void end_job(struct jobs *jobs, struct job *job, int status, const struct rusage *used)
{
    uint64_t bytes[2] = {0};
    end_relays(job, status == 0, bytes);
    add_exit(jobs, job->task, job->attempt, status, used, bytes, NULL);
    atomic_store(&jobs->guard.groups[job - jobs->list], 0);
    *job = (struct job){0};
}

static struct job *job_of(struct jobs *jobs, pid_t pid)
{
    for (size_t i = 0; i < JOBS_MOST; i++) {
        if (jobs->list[i].used && jobs->list[i].pid == pid)
            return &jobs->list[i];
    }
    return NULL;
}

void jobs_reap(struct jobs *jobs)
{
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid)
            return;
        struct job *job = job_of(jobs, info.si_pid);
        struct rusage used = {0};
        int status = 0;
        if (job)
            kill(-info.si_pid, SIGKILL); /* what its main process has left behind */
        if (wait4(info.si_pid, &status, 0, &used) > 0 && job)
            end_job(jobs, job, status, &used);
    }
}

void jobs_kill(struct jobs *jobs)
{
    for (size_t i = 0; i < JOBS_MOST; i++) {
        if (jobs->list[i].used)
            kill(-jobs->list[i].pid, SIGKILL);
    }
}

/* Kills tasks whose input was cut off: its end would look like a complete one. */
static void check_inputs(struct jobs *jobs)
{
    for (size_t i = 0; i < JOBS_MOST; i++) {
        if (jobs->list[i].used && jobs->list[i].in && jobs->list[i].in->broken)
            kill(-jobs->list[i].pid, SIGKILL);
    }
}

void jobs_pump(struct jobs *jobs)
{
    bool broken = false;
    for (struct relay **at = &jobs->relays; *at;) {
        struct relay *relay = *at;
        relay_pump(relay);
        broken |= relay->broken;
        if (relay->owned || relay->to >= 0) {
            at = &relay->next;
            continue;
        }
        *at = relay->next;
        jobs->relay_count--;
        free(relay);
    }
    if (broken)
        check_inputs(jobs);
}

size_t jobs_ask(const struct jobs *jobs, struct pollfd *asked)
{
    size_t count = 0;
    for (const struct relay *relay = jobs->relays; relay; relay = relay->next)
        count += relay_asks(relay, &asked[count]);
    return count;
}
