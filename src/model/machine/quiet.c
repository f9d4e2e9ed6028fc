/* quiet.c: see quiet.h */
#include "model/machine/quiet.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Returns the seconds that all cores have worked since the machine began; NaN: not known. */
static double busy(void)
{
    enum { USER, NICE, SYSTEM, IDLE, WAITING, INTERRUPTS, LATER, STOLEN, FIELDS };
    unsigned long long field[FIELDS] = {0};
    FILE *file = fopen("/proc/stat", "re");
    int got = file ? fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &field[USER],
                            &field[NICE], &field[SYSTEM], &field[IDLE], &field[WAITING],
                            &field[INTERRUPTS], &field[LATER], &field[STOLEN])
                   : 0;
    if (file)
        fclose(file);
    unsigned long long ticks = field[USER] + field[NICE] + field[SYSTEM] + field[INTERRUPTS] +
                               field[LATER] + field[STOLEN];
    long per_second = sysconf(_SC_CLK_TCK);
    return got == FIELDS && per_second > 0 ? (double)ticks / (double)per_second : NAN;
}

struct model_quiet model_quiet_begin(void)
{
    return (struct model_quiet){seconds(CLOCK_MONOTONIC), busy(),
                                seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

double model_quiet_others(const struct model_quiet *begin)
{
    struct model_quiet now = model_quiet_begin();
    double others = (now.busy - begin->busy) - (now.own - begin->own);
    return isnan(others) ? 0 : fmax(0, others / fmax(now.time - begin->time, 1e-9));
}
