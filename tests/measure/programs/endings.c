/* endings.c: ways to end: `endings HOW`. main > work x 7 > step x 5, then main > last > ending. */
#include "regions.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAIN, WORK, STEP, STEPS, LAST, ENDING, COUNT };
TRI_UNIT_BEGIN(COUNT);

static void step(void)
{
    TRI_ROUTINE(STEP);
}

static void work(void)
{
    TRI_ROUTINE(WORK);
    TRI_LOOP(STEPS);
    for (int i = 0; i < 5; i++) {
        TRI_TRIP(STEPS);
        step();
    }
}

static void wait_forever(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

static void ending(const char *how)
{
    TRI_ROUTINE(ENDING);
    puts("at the end");
    fflush(stdout);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "segfault"))
        raise(SIGSEGV);
    if (!strcmp(how, "_exit"))
        _exit(7);
    if (!strcmp(how, "exit"))
        exit(8);
    if (!strcmp(how, "quick_exit"))
        quick_exit(9);
    if (!strcmp(how, "deadlock"))
        wait_forever();
    if (!strcmp(how, "endless"))
        for (volatile long i = 0;; i++)
            continue;
}

static void last(const char *how)
{
    TRI_ROUTINE(LAST);
    ending(how);
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    for (int i = 0; i < 7; i++)
        work();
    last(argc > 1 ? argv[1] : "return");
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(WORK, "work"),
                                               ROUTINE(STEP, "step"), LOOP(STEPS, 1, WORK),
                                               ROUTINE(LAST, "last"), ROUTINE(ENDING, "ending")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
