/* roofs.c: measures the roofs of this machine: what a core, and all of them together, can do at
 * most. */
#include "model/machine/machine.h"
#include "model/machine/quiet.h"
#include "model/machine/roof_kernels.h"

#include "util/memory.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 25,
    KB = 1024,
    MB = KB * KB,
    ALIGNED = 4096,
    FINE = 1024, /* arrays are multiples of this */
    LARGEST_ARRAY = 256 * MB,
    ATTEMPTS = 3,
};

static const double ROUND = 0.002; /* seconds of a round, about */
static const double QUIET = 0.1;   /* cores that others may use meanwhile */
static const double LONGEST = 10;  /* seconds after which there is no other attempt */
static const double STEADY = 0.05; /* change of the speed of a core from beginning to end */

/* CPU time: other programs disturb it less. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A kernel that one thread runs. */
struct running {
    model_roof_peak *peak;
    model_roof_stream *stream;
    char *memory; /* three arrays of `size` bytes, for a stream */
    size_t size;
    size_t times;      /* of a round */
    struct gate *gate; /* all threads begin together; NULL: there is one */
    double speed;      /* operations or bytes per second: of one thread the best, else the median */
};

/* Closed until all threads were started, or not all could be. */
struct gate {
    pthread_mutex_t mutex;
    bool gives_up;
};

static double run_once(const struct running *running)
{
    if (!running->stream)
        return running->peak ? running->peak(running->times) : 0;
    const char *memory = running->memory;
    return running->stream(running->memory, memory + running->size, memory + 2 * running->size,
                           running->size, running->times);
}

/* Finds how many times fill a round. */
static void calibrate(struct running *running)
{
    double took = 0;
    for (running->times = 1; running->times < SIZE_MAX / 4; running->times *= 2) {
        double begin = now();
        run_once(running);
        took = now() - begin;
        if (took > ROUND / 4)
            break;
    }
    double times = (double)running->times * ROUND / fmax(took, 1e-9);
    running->times = times < 1 ? 1 : (size_t)times;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void *run(void *context)
{
    struct running *running = context;
    double speeds[ROUNDS];
    bool gives_up = false;
    if (running->gate) {
        pthread_mutex_lock(&running->gate->mutex);
        gives_up = running->gate->gives_up;
        pthread_mutex_unlock(&running->gate->mutex);
    }
    for (int i = 0; !gives_up && i < ROUNDS; i++) {
        double begin = now(), amount = run_once(running);
        speeds[i] = amount / fmax(now() - begin, 1e-9);
    }
    if (gives_up)
        return NULL;
    qsort(speeds, ROUNDS, sizeof *speeds, by_value);
    running->speed = speeds[running->gate ? ROUNDS / 2 : ROUNDS - 1];
    return NULL;
}

/* Allocates the arrays of a stream, and touches them. False if there is no memory. */
static bool get_memory(struct running *running)
{
    void *memory = NULL;
    if (!running->stream)
        return true;
    if (posix_memalign(&memory, ALIGNED, 3 * running->size))
        return false;
    memset(memory, 0, 3 * running->size);
    running->memory = memory;
    return true;
}

/* Starts a thread for each but the first, runs that one here, and waits for all. Returns the sum of
 * what they reached; 0: not all could be started. */
static double run_all(struct running *all, unsigned count)
{
    pthread_t *threads = memory_zeroed(count, sizeof *threads);
    struct gate gate = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    unsigned started = 1;
    double sum = 0;
    pthread_mutex_lock(&gate.mutex);
    for (unsigned i = 0; i < count; i++) {
        all[i].times = all[0].times;
        all[i].gate = count > 1 ? &gate : NULL;
    }
    while (started < count && !pthread_create(&threads[started], NULL, run, &all[started]))
        started++;
    gate.gives_up = started < count;
    pthread_mutex_unlock(&gate.mutex);
    run(&all[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < count; i++)
        sum += all[i].speed;
    free(threads);
    return sum;
}

/* Runs a kernel on several threads at once. Returns the sum of what they reached; 0: it could not
 * be measured. */
static double measure_threads(const struct running *like, unsigned count)
{
    struct running *all = memory_zeroed(count, sizeof *all);
    unsigned ready = 0;
    double sum = 0;
    while (ready < count) {
        all[ready] = *like;
        if (!get_memory(&all[ready]))
            break;
        ready++;
    }
    if (ready == count) {
        calibrate(&all[0]);
        sum = run_all(all, count);
    }
    for (unsigned i = 0; i < ready; i++)
        free(all[i].memory);
    free(all);
    return sum;
}

static double measure_peak(model_roof_peak *peak, unsigned threads)
{
    struct running running = {.peak = peak};
    return measure_threads(&running, threads);
}

/* Measures the bandwidth of arrays of together `size` bytes. */
static double measure_stream(const struct model_roof_kernels *kernels, size_t size,
                             unsigned threads)
{
    struct running running = {.stream = kernels->read};
    running.size = size / 3 / FINE * FINE;
    double read = measure_threads(&running, threads);
    running.stream = kernels->sum;
    return fmax(read, measure_threads(&running, threads));
}

/* Returns the size of the data cache of a level that the kernel tells; 0: not known. */
static size_t cache_size(int level)
{
    for (int index = 0; index < 8; index++) {
        char path[128], type[32] = "", unit = 0;
        int found = 0;
        unsigned long size = 0;
        const char *const names[] = {"level", "type", "size"};
        bool read = true;
        for (int i = 0; i < 3 && read; i++) {
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index,
                     names[i]);
            FILE *file = fopen(path, "re");
            read = file && (i == 0   ? fscanf(file, "%d", &found) == 1
                            : i == 1 ? fscanf(file, "%31s", type) == 1
                                     : fscanf(file, "%lu%c", &size, &unit) >= 1);
            if (file)
                fclose(file);
        }
        if (read && found == level && strcmp(type, "Instruction") != 0)
            return size * (unit == 'M' ? (size_t)MB : unit == 'K' ? (size_t)KB : 1);
    }
    return 0;
}

static struct model_machine_roofs measure_roofs(const struct model_roof_kernels *kernels,
                                                unsigned threads)
{
    size_t l1 = cache_size(1), l2 = cache_size(2), l3 = cache_size(3);
    size_t last = l3 ? l3 : l2 ? l2 : (size_t)8 * MB;
    size_t memory = 3 * last < 64 * (size_t)MB ? 64 * (size_t)MB : 3 * last;
    struct model_machine_roofs roofs = {
        .scalar_single = measure_peak(kernels->scalar_single, threads),
        .scalar_double = measure_peak(kernels->scalar_double, threads),
        .vector_single = measure_peak(kernels->vector_single, threads),
        .vector_double = measure_peak(kernels->vector_double, threads),
        .l1 = measure_stream(kernels, (l1 ? l1 : (size_t)32 * KB) / 2, threads),
        .memory = measure_stream(kernels, memory < LARGEST_ARRAY ? memory : (size_t)LARGEST_ARRAY,
                                 threads)};
    if (l2)
        roofs.l2 = measure_stream(kernels, l2 / 2 > 2 * l1 ? l2 / 2 : l2 * 3 / 4, threads);
    if (l3)
        roofs.l3 =
            measure_stream(kernels, l3 / 2 / threads > 2 * l2 ? l3 / 2 / threads : 2 * l2, threads);
    return roofs;
}

/* Raises roofs to those that another attempt reached: what disturbs only makes slower. */
static void raise_roofs(struct model_machine_roofs *roofs, struct model_machine_roofs reached)
{
    double *const to[] = {&roofs->scalar_single,
                          &roofs->scalar_double,
                          &roofs->vector_single,
                          &roofs->vector_double,
                          &roofs->l1,
                          &roofs->l2,
                          &roofs->l3,
                          &roofs->memory};
    const double from[] = {reached.scalar_single,
                           reached.scalar_double,
                           reached.vector_single,
                           reached.vector_double,
                           reached.l1,
                           reached.l2,
                           reached.l3,
                           reached.memory};
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++)
        *to[i] = fmax(*to[i], from[i]);
}

/* Measures once. Returns the relative change of a core's speed meanwhile; *others: the number of
 * cores that other programs used. */
static double attempt(struct model_machine *machine, const struct model_roof_kernels *kernels,
                      unsigned threads, double *others)
{
    struct model_quiet quiet = model_quiet_begin();
    double begin = measure_peak(kernels->scalar_double, 1);
    raise_roofs(&machine->one, measure_roofs(kernels, 1));
    if (threads > 1)
        raise_roofs(&machine->all, measure_roofs(kernels, threads));
    double end = measure_peak(kernels->scalar_double, 1);
    *others = model_quiet_others(&quiet);
    return begin > 0 ? fabs(end - begin) / begin : 0;
}

void model_machine_measure_roofs(struct model_machine *machine, unsigned threads,
                                 struct buffer *doubt)
{
    struct model_roof_kernels kernels = model_roof_kernels();
    double others = 0, change = 0, begun = model_quiet_begin().time;
    machine->vector_bits = kernels.bits;
    machine->threads = threads > 1 ? threads : 0;
    machine->one = machine->all = (struct model_machine_roofs){0};
    for (int i = 0; i < ATTEMPTS && (!i || model_quiet_begin().time - begun < LONGEST); i++) {
        change = attempt(machine, &kernels, threads, &others);
        if (others <= QUIET && change <= STEADY)
            return;
    }
    if (others > QUIET)
        buffer_printf(doubt, "other programs used %.1f cores while the roofs were measured",
                      others);
    else
        buffer_printf(doubt, "the speed of a core changed by %.0f %% while the roofs were measured",
                      100 * change);
}
