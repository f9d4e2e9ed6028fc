/* sampling.c: see sampling.h */
#include "cmd/sampling.h"

#include "archive/sampler.h"
#include "cmd/duration.h"

#include <string.h>
#include <sys/resource.h>

/* There are files for every process and thread. The command is running already: it keeps its own
 * limit. */
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
    timer->next = launch_now() + sampler_look(timer->context);
}

static void look_first(struct launch_timer *timer, pid_t child)
{
    allow_many_files();
    timer->run = look;
    look(timer, child);
}

void sampling_start(struct sampling *sampling, const char *path, uint64_t interval)
{
    *sampling = (struct sampling){.timer = {.next = LAUNCH_NEVER, .run = look_first}};
    if (!interval)
        return;
    sampling->sampler = sampler_new(path, interval);
    sampling->timer.context = sampling->sampler;
    sampling->timer.next = launch_now() + interval;
}

void sampling_end(struct sampling *sampling)
{
    if (sampling->sampler)
        sampler_look(sampling->sampler);
    sampler_free(sampling->sampler);
    sampling->sampler = NULL;
}

bool sampling_read_interval(const char *text, uint64_t *interval)
{
    double seconds;
    bool has_unit = *text && strchr("smh", text[strlen(text) - 1]); /* 10 of what? */
    if (!has_unit || !duration_read(text, &seconds) || seconds < 1e-4 || seconds > 3600)
        return false;
    *interval = (uint64_t)(seconds * 1e9);
    return true;
}
