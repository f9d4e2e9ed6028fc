/* poll_rarely.h: for ranks that wait for ever. MPI polls while it waits; this leaves it a tenth of
 * the processor. */
#ifndef POLL_RARELY_H
#define POLL_RARELY_H

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void poll_rarely_rest(int signal)
{
    (void)signal;
    usleep(90000);
}

static inline void poll_rarely(void)
{
    struct itimerval each = {{0, 10000}, {0, 10000}}; /* of CPU time */
    signal(SIGPROF, poll_rarely_rest);
    setitimer(ITIMER_PROF, &each, NULL);
}

#endif
