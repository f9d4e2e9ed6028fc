/* seal_ranks.c: seals an archive in this process and says what that took: seal_ranks FOLDER [FILES]
 * with at most so many files open at a time. Prints: seconds, seconds of CPU time, MB in memory at
 * most, bytes read, calls of read. */
#include "archive/archive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* "rchar: 4711" of /proc/self/io. */
static uint64_t count_of(const char *name)
{
    char line[64];
    uint64_t count = 0;
    size_t size = strlen(name);
    FILE *file = fopen("/proc/self/io", "re");
    while (file && fgets(line, sizeof line, file)) {
        if (!strncmp(line, name, size) && line[size] == ':')
            count = strtoull(line + size + 1, NULL, 10);
    }
    if (file)
        fclose(file);
    return count;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct rusage usage;
    if (argc < 2)
        return 2;
    if (argc > 2) {
        rlim_t most = strtoul(argv[2], NULL, 10);
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most});
    }
    uint64_t bytes = count_of("rchar"), calls = count_of("syscr");
    double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!archive_seal(argv[1], NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    start = seconds(CLOCK_MONOTONIC) - start;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    getrusage(RUSAGE_SELF, &usage);
    printf("%.3f %.3f %.1f %" PRIu64 " %" PRIu64 "\n", start, cpu, (double)usage.ru_maxrss / 1024,
           count_of("rchar") - bytes, count_of("syscr") - calls);
    return 0;
}
