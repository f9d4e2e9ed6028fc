/* life.c: see life.h */
#include "life.h"

/* A cell lives on with two or three neighbours, and begins to live with three. */
static void advance_row(const struct strip *strip, int row)
{
    const unsigned char *above = strip_row(strip, strip->turn, row - 1);
    const unsigned char *here = strip_row(strip, strip->turn, row);
    const unsigned char *below = strip_row(strip, strip->turn, row + 1);
    unsigned char *restrict next = strip_row(strip, !strip->turn, row);
    for (int j = 1; j <= strip->n; j++) {
        unsigned char around =
            (unsigned char)(above[j - 1] + above[j] + above[j + 1] + here[j - 1] + here[j + 1] +
                            below[j - 1] + below[j] + below[j + 1]);
        next[j] = (unsigned char)((around | here[j]) == 3);
    }
    strip_close_row(next, strip->n);
}

/* All threads take every step together; only the first of them speaks to other ranks. */
void life_run(struct strip *strip, int steps, int threads)
{
#pragma omp parallel num_threads(threads)
    for (int step = 0; step < steps; step++) {
#pragma omp master
        strip_exchange(strip);
#pragma omp barrier
#pragma omp for
        for (int row = 1; row <= strip->rows; row++)
            advance_row(strip, row);
#pragma omp master
        strip->turn = !strip->turn;
#pragma omp barrier
    }
}
