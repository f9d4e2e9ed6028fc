/* speed.c: measures operations per second, memory and disk of this machine. */
#include "model/machine/machine.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9, CHAINS = 8, STEPS = 2000000, MB = 1 << 20, MEMORY = 64 * MB, DISK = 64 * MB };

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Multiplies and adds in chains that do not depend on each other. Returns operations per second of
 * CPU time, which other programs disturb less. */
static double measure_flops_once(volatile double *sink)
{
    double chain[CHAINS], factor = *sink + 1.0000001, plus = *sink + 1e-7;
    for (int k = 0; k < CHAINS; k++)
        chain[k] = k;
    double begin = now(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < CHAINS; k++)
            chain[k] = chain[k] * factor + plus;
    }
    double took = now(CLOCK_THREAD_CPUTIME_ID) - begin, sum = 0;
    for (int k = 0; k < CHAINS; k++)
        sum += chain[k];
    *sink = sum * 0;
    return 2.0 * STEPS * CHAINS / fmax(took, 1e-9);
}

static double measure_memory(void)
{
    char *from = memory_zeroed(MEMORY, 1), *to = memory_zeroed(MEMORY, 1);
    double best = 0;
    memset(from, 1, MEMORY);
    memset(to, 2, MEMORY);
    for (int i = 0; i < 5; i++) {
        double begin = now(CLOCK_MONOTONIC);
        memcpy(to, from, MEMORY);
        best = fmax(best, 2.0 * MEMORY / fmax(now(CLOCK_MONOTONIC) - begin, 1e-9));
        from[i] = to[MEMORY - 1 - i]; /* the copy is needed */
    }
    free(from);
    free(to);
    return best;
}

void model_machine_measure_speed(struct model_machine *machine)
{
    double values[ROUNDS];
    volatile double sink = 0;
    for (int i = 0; i < ROUNDS; i++)
        values[i] = measure_flops_once(&sink);
    qsort(values, ROUNDS, sizeof *values, by_value);
    machine->flops = values[ROUNDS / 2];
    machine->spread = (values[ROUNDS * 3 / 4] - values[ROUNDS / 4]) / machine->flops;
    machine->memory = measure_memory();
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine->cores = cores > 0 ? (double)cores : 1;
}

/* Writes and reads a file; false if that fails. */
static bool measure_file(int file, char *block, double *written, double *read_back)
{
    double begin = now(CLOCK_MONOTONIC);
    for (int i = 0; i < DISK / MB; i++) {
        if (write(file, block, MB) != MB)
            return false;
    }
    if (fsync(file) != 0)
        return false;
    *written = DISK / fmax(now(CLOCK_MONOTONIC) - begin, 1e-9);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED); /* so that it is read from the disk */
    begin = now(CLOCK_MONOTONIC);
    for (int i = 0; i < DISK / MB; i++) {
        if (pread(file, block, MB, (off_t)i * MB) != MB)
            return false;
    }
    *read_back = DISK / fmax(now(CLOCK_MONOTONIC) - begin, 1e-9);
    return true;
}

void model_machine_measure_disk(struct model_machine *machine, const char *folder,
                                struct buffer *remarks)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/triptych-machine-XXXXXX", folder);
    int file = mkstemp(path);
    char *block = memory_zeroed(MB, 1);
    if (file < 0 || !measure_file(file, block, &machine->disk_write, &machine->disk_read))
        buffer_printf(remarks, "# The disk was not measured: %s: %s\n", folder, strerror(errno));
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    free(block);
}
