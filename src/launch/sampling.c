/* sampling.c: see sampling.h */
#include "launch/sampling.h"

#include "archive/live/sampler.h"
#include "util/duration.h"

#include <string.h>
#include <sys/resource.h>

/* Raises the limit of open files of this process: each process and thread has files. The command,
 * which runs already, keeps its own limit. */
static void allow_many_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void look(struct launch_timer *timer, pid_t child)
{
    (void)child;
    timer->next = launch_now() + archive_sampler_look(timer->context);
}

static void look_first(struct launch_timer *timer, pid_t child)
{
    allow_many_files();
    timer->run = look;
    look(timer, child);
}

static const uint64_t finding_interval = 10000000; /* ns */

static void find(struct launch_timer *timer, pid_t child)
{
    (void)child;
    archive_sampler_find_processes(timer->context);
    timer->next = launch_now() + finding_interval;
}

static size_t processes(void *context, struct pollfd **fds)
{
    return context ? archive_sampler_processes(context, fds) : 0;
}

static void see_ends(void *context)
{
    archive_sampler_see_ends(context);
}

void launch_sampling_start(struct launch_sampling *sampling, const char *path, uint64_t interval)
{
    *sampling = (struct launch_sampling){
        .timer = {.next = LAUNCH_NEVER, .run = look_first},
        .finding = {.next = LAUNCH_NEVER, .run = find},
        .watch = {.fds = processes, .ready = see_ends},
    };
    if (!interval)
        return;
    sampling->sampler = archive_sampler_new(path, interval);
    sampling->timer.context = sampling->watch.context = sampling->sampler;
    sampling->finding.context = sampling->sampler;
    sampling->finding.next = launch_now() + finding_interval;
    sampling->timer.next = launch_now() + interval;
}

void launch_sampling_end(struct launch_sampling *sampling)
{
    if (sampling->sampler)
        archive_sampler_look(sampling->sampler);
    archive_sampler_free(sampling->sampler);
    sampling->sampler = NULL;
}

bool launch_sampling_read_interval(const char *text, uint64_t *interval)
{
    double seconds;
    bool has_unit = *text && strchr("smh", text[strlen(text) - 1]); /* "10" is ambiguous */
    if (!has_unit || !duration_read(text, &seconds) || seconds < 1e-4 || seconds > 3600)
        return false;
    *interval = (uint64_t)(seconds * 1e9);
    return true;
}
