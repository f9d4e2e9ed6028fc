/* work.h: work that takes a given time and no core, so that ranks and threads do not compete for
 * cores: each unit sleeps for a millisecond. */
#ifndef WHATIF_WORK_H
#define WHATIF_WORK_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void work(int units)
{
    for (int i = 0; i < units; i++) {
        struct timespec wait = {0, 1000000};
        nanosleep(&wait, NULL);
    }
}

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns the units of the region that is made faster: the first argument. */
static inline int units_of(int argc, char **argv)
{
    return argc > 1 ? atoi(argv[1]) : 40;
}

#endif
