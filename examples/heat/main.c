/* main.c: how heat spreads on a plate: heat [N [STEPS [PICTURE]]] */
#include "grid.h"
#include "modes.h"
#include "picture.h"
#include "solver.h"

#include <stdio.h>
#include <stdlib.h>

static const double mesh_ratio = 0.2;

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

/* Solves, draws, and compares with what the scheme must give. Returns the exit status. */
static int solve(struct grid *now, struct grid *spare, int steps, const char *picture)
{
    grid_fill(now, modes_value, &modes_at_start);
    solver_run(now, spare, mesh_ratio, steps);
    if (!picture_write(picture, now)) {
        fprintf(stderr, "heat: cannot write %s\n", picture);
        return 1;
    }
    struct modes expected = modes_after(&modes_at_start, now->n, mesh_ratio, steps);
    double error = grid_largest_error(now, modes_value, &expected);
    printf("%s: largest error %.1e\n", error < 1e-10 ? "right" : "WRONG", error);
    return error < 1e-10 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], 20000) : 1200;
    int steps = argc > 2 ? read_number(argv[2], 999999) : 700;
    const char *picture = argc > 3 ? argv[3] : "heat.pgm";
    if (argc > 4 || n == 0 || steps == 0) {
        fprintf(stderr,
                "usage: heat [N [STEPS [PICTURE.pgm]]], N up to 20000, STEPS up to 999999\n");
        return 2;
    }
    struct grid *now = grid_new(n), *spare = grid_new(n);
    int status = 1;
    if (now && spare)
        status = solve(now, spare, steps, picture);
    else
        fprintf(stderr, "heat: not enough memory for %d × %d cells\n", n, n);
    grid_free(now);
    grid_free(spare);
    return status;
}
