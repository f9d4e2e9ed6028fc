/* progress.c: see progress.h */
#include "util/progress.h"

#include "util/messages.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 30 };
static const uint64_t patience = 500000000; /* ns */

static bool silent;

void progress_silence(void)
{
    silent = true;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void progress_start(struct progress *progress, const char *what)
{
    *progress = (struct progress){
        .what = what, .started = now(), .wanted = !silent && isatty(STDERR_FILENO)};
}

void progress_show(struct progress *progress, size_t done, size_t all)
{
    if (!progress || !progress->wanted || !all || now() - progress->started < patience)
        return;
    size_t filled = done < all ? done * WIDTH / all : WIDTH;
    fprintf(messages_unfiltered(), "\rtriptych: %s [", progress->what);
    for (size_t i = 0; i < WIDTH; i++)
        fputc(i < filled ? '#' : '.', messages_unfiltered());
    fprintf(messages_unfiltered(), "] %zu %%", done < all ? done * 100 / all : 100);
    progress->shown = true;
}

void progress_end(struct progress *progress)
{
    if (progress && progress->shown)
        fputs("\r\033[K", messages_unfiltered());
}
