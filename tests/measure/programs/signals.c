/* signals.c: a handler with probes comes in at any moment, on its own stack and on the program's;
 * prints how often it ran. */
#include "regions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { MAIN, WORK, SHARED, HANDLER, COUNT };
TRI_UNIT_BEGIN(COUNT);

static volatile sig_atomic_t handled;
static volatile long shared_calls;

static void shared(void)
{
    TRI_ROUTINE(SHARED);
    __atomic_fetch_add(&shared_calls, 1, __ATOMIC_RELAXED);
}

static void handler(int number)
{
    TRI_ROUTINE(HANDLER);
    (void)number;
    handled++;
    shared();
}

static void work(int depth)
{
    TRI_ROUTINE(WORK);
    shared();
    if (depth)
        work(depth - 1);
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    static char stack[65536];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = handler};
    if (argc > 1 && atoi(argv[1])) {
        sigaltstack(&other, NULL);
        action.sa_flags = SA_ONSTACK;
    }
    sigaction(SIGALRM, &action, NULL);
    struct itimerval timer = {{0, 50}, {0, 50}}, none = {0};
    setitimer(ITIMER_REAL, &timer, NULL);
    long calls = 0;
    while (handled < 2000) {
        work(20);
        calls++;
    }
    setitimer(ITIMER_REAL, &none, NULL);
    printf("%d %ld %ld\n", (int)handled, calls, shared_calls);
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(WORK, "work"),
                                               ROUTINE(SHARED, "shared"),
                                               ROUTINE(HANDLER, "handler")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
