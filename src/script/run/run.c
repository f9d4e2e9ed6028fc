/* run.c: see run.h */
#include "script/run/run.h"

#include "script/agents/fleet.h"
#include "script/journal/journal.h"
#include "script/run/array.h"
#include "script/run/end.h"
#include "script/run/more.h"
#include "script/run/plan.h"
#include "script/run/progress.h"
#include "script/run/ready.h"
#include "script/run/reap.h"
#include "script/run/remote.h"
#include "script/run/setup.h"
#include "script/run/start.h"
#include "script/run/stopping.h"
#include "util/memory.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { LOOK = 100 }; /* ms between looks at the clock */

static void taken(void *owner, uint32_t task, bool dropped)
{
    end_taken(owner, task, dropped);
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
    if (run->options->more && fd == run->options->more->fd) {
        more_hear(run);
        return;
    }
    if (fd != run->signals) {
        remote_step(run);
        return;
    }
    while (read(fd, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            reap_all(run);
        else
            stopping_take(run, (int)info.ssi_signo);
    }
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
    setup_start(run, 0, 0);
    for (;;) {
        more_step(run);
        start_ready(run);
        end_settle(run);
        more_step(run); /* the script may wait for tasks that could not start */
        if (run->stopping ? !run->running
                          : !run->left && !run->is_open && script_hub_is_idle(run->hub))
            break;
        if (run->trouble.text[0]) {
            run->stopping = true;
            run->stop_deadline = run_now();
        }
        int wait = more_wait(run, stopping_watch(run));
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

void script_run_result_free(struct script_run_result *result)
{
    for (uint32_t i = 0; i < result->node_count; i++)
        free(result->nodes[i].host);
    free(result->nodes);
    free(result->tasks);
    *result = (struct script_run_result){0};
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
            .cores = fleet ? script_agents_fleet_cores(fleet, i) : run->options->cores,
            .link =
                run->options->links ? run->options->links[i] : (struct script_schedule_link){0}};
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
    const struct script_hub_listener listener = {&run, taken, crowded, readable};
    bool good = setup_begin(&run, &listener, error) && stopping_begin(&run, &before, error) &&
                more_begin(&run, error);
    if (good)
        loop(&run);
    count_all(&run);
    if (good && run.trouble.text[0]) {
        *error = run.trouble;
        good = false;
    }
    setup_end(&run);
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGPIPE, SIG_DFL);
    return good;
}
