/* main.c: Mandelbrot's set: mandelbrot [N [WAY [LIMIT]]], WAY blocks or workers */
#include "verify.h"
#include "ways.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

/* How the steps were shared: the most that a rank made, to the mean. */
static void show(bool right, long sum, long most, int ranks)
{
    printf("%s: %ld steps, the busiest rank made %.2f times its share\n", right ? "right" : "WRONG",
           sum, (double)most * ranks / (double)sum);
}

/* Returns the exit status, the same on all ranks. */
static int draw(const struct picture *picture, bool blocks, int me, int ranks)
{
    const size_t cells = me == 0 ? (size_t)picture->n * (size_t)picture->n : 1;
    int *steps = malloc(cells * sizeof *steps), right = 0;
    if (!steps)
        MPI_Abort(MPI_COMM_WORLD, 1);
    long mine = blocks ? blocks_run(picture, steps) : workers_run(picture, steps), sum, most;
    MPI_Reduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (me == 0) {
        right = verify(picture, steps, sum);
        show(right, sum, most, ranks);
    }
    MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    free(steps);
    return right ? 0 : 1;
}

static int run(int argc, char **argv)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *way = argc > 2 ? argv[2] : "blocks";
    const bool blocks = strcmp(way, "blocks") == 0;
    struct picture picture = {
        .n = argc > 1 ? read_number(argv[1], 20000) : 800,
        .limit = argc > 3 ? read_number(argv[3], 1000000) : 1500,
    };
    if (argc > 4 || !picture.n || !picture.limit || (!blocks && strcmp(way, "workers") != 0)) {
        if (me == 0)
            fprintf(stderr, "usage: mandelbrot [N [WAY [LIMIT]]], N up to 20000, WAY blocks or "
                            "workers, LIMIT up to 1000000\n");
        return 2;
    }
    if (!blocks && ranks == 1) {
        fprintf(stderr, "mandelbrot: a master needs workers: at least 2 ranks\n");
        return 2;
    }
    return draw(&picture, blocks, me, ranks);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int status = run(argc, argv);
    MPI_Finalize();
    return status;
}
