/* cg.c: conjugate gradients with a sparse matrix. */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 14000, IN_ROW = 11, STEPS = 25 };

static double dot(const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum += x[i] * y[i];
    return sum;
}

static double solve(const struct sparse *matrix, double *x, double *r, double *p, double *q)
{
    for (int i = 0; i < ROWS; i++) {
        x[i] = 0;
        r[i] = p[i] = 1;
    }
    double rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
        sparse_multiply(matrix, p, q);
        double alpha = rho / dot(p, q);
        for (int i = 0; i < ROWS; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double before = rho;
        rho = dot(r, r);
        for (int i = 0; i < ROWS; i++)
            p[i] = r[i] + rho / before * p[i];
    }
    return rho;
}

int main(int count, char **arguments)
{
    struct sparse matrix = sparse_make(ROWS, IN_ROW);
    double *x = malloc(4 * ROWS * sizeof *x), rho = 0;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--)
        rho += solve(&matrix, x, x + ROWS, x + 2 * ROWS, x + 3 * ROWS);
    printf("%.6g %.10g\n", rho, x[0]);
    free(x);
    sparse_free(&matrix);
    return 0;
}
