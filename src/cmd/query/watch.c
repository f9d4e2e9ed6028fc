/* watch.c: see watch.h */
#include "cmd/query/watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_bool *to_stop;
static volatile sig_atomic_t came;
enum { SIGNALS = 3 };
static struct sigaction before[SIGNALS];
static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct progress bar;

static void stop(int signal)
{
    came = signal;
    atomic_store(to_stop, true);
}

void cmd_query_watch_begin(struct query_data *data, bool shown)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESETHAND};
    came = 0;
    to_stop = &data->stop;
    atomic_store(&data->stop, false);
    progress_start(&bar, "querying");
    data->progress = shown ? &bar : NULL;
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* a shell's background job ignores it */
            sigaction(signals[i], &action, NULL);
    }
}

int cmd_query_watch_end(struct query_data *data)
{
    if (data->progress)
        progress_end(&bar);
    data->progress = NULL;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    return came;
}

void cmd_query_watch_die(int signal)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t this;
    fflush(stdout);
    sigaction(signal, &plain, NULL);
    sigemptyset(&this);
    sigaddset(&this, signal);
    sigprocmask(SIG_UNBLOCK, &this, NULL);
    raise(signal);
    exit(128 + signal);
}
