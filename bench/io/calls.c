/* calls.c: I/O calls of four kinds, and how long they took, in ns each. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char block[4096];

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void characters(long count, FILE *file)
{
    for (long i = 0; i < count; i++)
        putc('x', file);
}

static void blocks(long count, FILE *file)
{
    for (long i = 0; i < count; i++)
        fwrite(block, 1, sizeof block, file);
}

static void lines(long count, FILE *file)
{
    for (long i = 0; i < count; i++)
        fprintf(file, "line %ld of %s: %g\n", i, "many", 0.5 * (double)i);
}

static void writes(long count, FILE *file)
{
    int fd = fileno(file);
    for (long i = 0; i < count; i++) {
        if (write(fd, block, sizeof block) != (ssize_t)sizeof block)
            abort();
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(long, FILE *);
        long count;
    } kinds[] = {{"putc", characters, 1 << 20},
                 {"fwrite", blocks, 10000},
                 {"printf", lines, 200000},
                 {"write", writes, 10000}};
    for (size_t i = 0; argc > 2 && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, argv[1]) != 0)
            continue;
        FILE *file = fopen(argv[2], "w");
        double began = seconds();
        kinds[i].run(kinds[i].count, file);
        fflush(file);
        printf("%.3f\n", (seconds() - began) * 1e9 / (double)kinds[i].count);
        return fclose(file);
    }
    return 2;
}
