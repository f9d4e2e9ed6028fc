/* main.c: a fleet of gliders in the game of Life: hybrid [N [FLIGHTS [THREADS]]] */
#include "gliders.h"
#include "life.h"
#include "strip.h"

#include <stdio.h>
#include <stdlib.h>

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

/* Returns the exit status, the same on all ranks. */
static int fly(int n, int flights, int threads, int me)
{
    struct strip strip;
    strip_new(&strip, n);
    gliders_place(&strip);
    life_run(&strip, flights * GLIDERS_STEPS, threads);
    long wrong = gliders_wrong(&strip, flights);
    if (me == 0)
        printf("%s: %ld cells are not where the gliders must be\n", wrong ? "WRONG" : "right",
               wrong);
    strip_free(&strip);
    return wrong ? 1 : 0;
}

static int run(int argc, char **argv)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? read_number(argv[1], 40000) : 6000;
    int flights = argc > 2 ? read_number(argv[2], 100000) : 10;
    int threads = argc > 3 ? read_number(argv[3], 1000) : 2;
    if (argc > 4 || n < GLIDERS_APART || n < ranks || flights == 0 || threads == 0) {
        if (me == 0)
            fprintf(stderr,
                    "usage: hybrid [N [FLIGHTS [THREADS]]], N from %d, and from the number "
                    "of ranks, to 40000, FLIGHTS up to 100000, THREADS up to 1000\n",
                    GLIDERS_APART);
        return 2;
    }
    return fly(n, flights, threads, me);
}

int main(int argc, char **argv)
{
    int level, status = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    if (level >= MPI_THREAD_FUNNELED)
        status = run(argc, argv);
    else
        fprintf(stderr, "hybrid: this MPI cannot be used by a program with threads\n");
    MPI_Finalize();
    return status;
}
