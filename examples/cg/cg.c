/* cg.c: see cg.h */
#include "cg.h"

#include "vector.h"

#include <string.h>

int cg_solve(const struct csr *matrix, const double *b, double *x, double tolerance, int limit,
             const struct cg_room *room)
{
    size_t n = matrix->rows;
    memset(x, 0, n * sizeof *x);
    memcpy(room->residual, b, n * sizeof *b);
    memcpy(room->direction, b, n * sizeof *b);
    double square = vector_dot(n, b, b);
    double goal = tolerance * tolerance * square;
    int steps = 0;
    while (steps < limit) {
        csr_multiply(matrix, room->direction, room->image);
        double alpha = square / vector_dot(n, room->direction, room->image);
        vector_add(n, alpha, room->direction, x);
        vector_add(n, -alpha, room->image, room->residual);
        steps++;
        double next = vector_dot(n, room->residual, room->residual);
        if (next <= goal)
            break;
        vector_add_scaled(n, room->residual, next / square, room->direction);
        square = next;
    }
    return steps;
}
