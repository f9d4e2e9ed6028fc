/* main.c: Jacobi's iteration on blocks of a grid: jacobi [N [WAVES [EVERY]]] */
#include "block.h"
#include "solver.h"
#include "wave.h"

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
static int solve(struct block *block, int waves, int every, int me)
{
    wave_source(block, waves);
    int steps = solver_run(block, every);
    double error = wave_error(block, waves, steps);
    int right = error < 1e-11;
    if (me == 0)
        printf("%s: %d steps, largest error %.1e\n", right ? "right" : "WRONG", steps, error);
    return right ? 0 : 1;
}

static int run(int argc, char **argv)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? read_number(argv[1], 30000) : 2000;
    int waves = argc > 2 ? read_number(argv[2], n / 2) : 150;
    int every = argc > 3 ? read_number(argv[3], 1000) : 10;
    if (argc > 4 || n == 0 || waves == 0 || every == 0) {
        if (me == 0)
            fprintf(stderr, "usage: jacobi [N [WAVES [EVERY]]], N up to 30000, WAVES up to N/2, "
                            "EVERY up to 1000\n");
        return 2;
    }
    struct block block;
    if (!block_new(&block, n)) {
        if (me == 0)
            fprintf(stderr, "jacobi: %d ranks are too many for %d × %d cells\n", ranks, n, n);
        return 2;
    }
    int status = solve(&block, waves, every, me);
    block_free(&block);
    return status;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int status = run(argc, argv);
    MPI_Finalize();
    return status;
}
