/* work.c: a task that computes. `work SECONDS [BYTES]` uses so much CPU time, and writes so many
 * bytes meanwhile, in lines; `work filter SECONDS` uses it for each MB that it passes on from input
 * to output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static volatile double kept;

static void compute_until(double end)
{
    while (used() < end)
        for (int i = 0; i < 1000; i++)
            kept = kept * 0.999 + i;
}

static int filter(double seconds)
{
    static char bytes[65536];
    double all = 0;
    for (ssize_t size; (size = read(0, bytes, sizeof bytes)) > 0;) {
        all += (double)size / 1e6;
        compute_until(all * seconds);
        if (fwrite(bytes, 1, (size_t)size, stdout) != (size_t)size)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char line[1000];
    if (argc == 3 && !strcmp(argv[1], "filter"))
        return filter(atof(argv[2]));
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    long lines = argc > 2 ? atol(argv[2]) / (long)sizeof line : 0;
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    for (long i = 0; i < lines; i++) {
        compute_until(seconds * (double)(i + 1) / (double)lines);
        fwrite(line, 1, sizeof line, stdout);
    }
    compute_until(seconds);
    return 0;
}
