/* main.c: ROUNDS steps of conjugate gradients on an N x N grid; prints the residual.
 * usage: main [N [ROUNDS]] */
#include "sparse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *vector(int n)
{
    double *x = calloc((size_t)n, sizeof *x);
    if (!x)
        exit(1);
    return x;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int rounds = argc > 2 ? atoi(argv[2]) : 1000;
    struct csr a;
    if (!csr_laplacian(&a, n))
        return 1;
    double *x = vector(a.rows), *r = vector(a.rows), *p = vector(a.rows), *q = vector(a.rows);
    for (int i = 0; i < a.rows; i++)
        p[i] = r[i] = 1 + i % 3;
    double rho = dot(a.rows, r, r);
    for (int round = 0; round < rounds && rho > 1e-200; round++) {
        csr_multiply(&a, p, q);
        double alpha = rho / dot(a.rows, p, q);
        axpy(a.rows, alpha, p, x);
        axpy(a.rows, -alpha, q, r);
        double before = rho;
        rho = dot(a.rows, r, r);
        xpay(a.rows, r, rho / before, p);
    }
    printf("%.6e\n", sqrt(rho));
    free(x);
    free(r);
    free(p);
    free(q);
    csr_free(&a);
    return 0;
}
