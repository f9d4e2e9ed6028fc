/* main.c: solves a sequence of diffusion problems: cg [N [WAVES]]
 *
 * Problem w has a right-hand side of w waves, each an eigenvector of the matrix with an eigenvalue
 * of its own. In exact arithmetic conjugate gradients end after exactly w steps then, and with
 * doubles they do the same. */
#include "cg.h"
#include "problem.h"
#include "vector.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_WAVES = 12 };

static const double tolerance = 1e-9;

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

static bool room_open(struct cg_room *room, size_t n)
{
    room->residual = calloc(n, sizeof(double));
    room->direction = calloc(n, sizeof(double));
    room->image = calloc(n, sizeof(double));
    return room->residual && room->direction && room->image;
}

static void room_close(struct cg_room *room)
{
    free(room->residual);
    free(room->direction);
    free(room->image);
}

/* Solves the problem with one wave more than the last one. Returns whether steps and answer are
 * right. */
static bool solve_next(const struct csr *matrix, struct problem *problem, int waves, double *x,
                       const struct cg_room *room)
{
    problem_add_wave(problem, waves * problem->n / MOST_WAVES);
    int steps = cg_solve(matrix, problem->right, x, tolerance, 4 * MOST_WAVES, room);
    double error = vector_distance(matrix->rows, x, problem->answer) /
                   vector_largest(matrix->rows, problem->answer);
    printf("%2d waves: %2d steps, error %.1e\n", waves, steps, error);
    return steps == waves && error < 1e-6;
}

static bool solve_all(const struct csr *matrix, struct problem *problem, int waves, double *x,
                      const struct cg_room *room)
{
    bool right = true;
    for (int w = 1; w <= waves && right; w++)
        right = solve_next(matrix, problem, w, x, room);
    puts(right ? "right" : "WRONG");
    return right;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], 10000) : 1000;
    int waves = argc > 2 ? read_number(argv[2], MOST_WAVES) : MOST_WAVES;
    if (argc > 3 || n < MOST_WAVES || waves == 0) {
        fprintf(stderr, "usage: cg [N [WAVES]], N from %d to 10000, WAVES up to %d\n", MOST_WAVES,
                MOST_WAVES);
        return 2;
    }
    size_t cells = (size_t)n * (size_t)n;
    struct csr *matrix = csr_diffusion(n);
    struct problem problem;
    struct cg_room room;
    double *x = calloc(cells, sizeof *x);
    bool ready = problem_open(&problem, n);
    ready = room_open(&room, cells) && ready && matrix && x;
    bool right = ready && solve_all(matrix, &problem, waves, x, &room);
    if (!ready)
        fprintf(stderr, "cg: not enough memory for %d × %d cells\n", n, n);
    free(x);
    room_close(&room);
    problem_close(&problem);
    csr_free(matrix);
    return right ? 0 : 1;
}
