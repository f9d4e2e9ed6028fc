/* main.c: applies the operator to all elements, again and again, as a conjugate-gradient solver
 * does; prints a norm. usage: main fixed|general [ELEMENTS [ROUNDS]] */
#include "element.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(int elements, double *u, struct geometry *g)
{
    for (int e = 0; e < elements; e++) {
        for (int i = 0; i < POINTS; i++) {
            u[e * POINTS + i] = (double)((i * 13 + e) % 17) / 17;
            g[e].rr[i] = 1 + 0.1 * (double)(i % 3);
            g[e].ss[i] = 1 + 0.1 * (double)(i % 5);
            g[e].tt[i] = 1 + 0.1 * (double)(i % 7);
        }
    }
}

static double norm(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

int main(int argc, char **argv)
{
    int fixed = argc > 1 && !strcmp(argv[1], "fixed");
    int elements = argc > 2 ? atoi(argv[2]) : 200;
    int rounds = argc > 3 ? atoi(argv[3]) : 500;
    double *u = calloc((size_t)elements * POINTS, sizeof *u);
    double *w = calloc((size_t)elements * POINTS, sizeof *w);
    struct geometry *g = calloc((size_t)elements, sizeof *g);
    if (!u || !w || !g)
        return 1;
    double d[NX][NX], transposed[NX][NX];
    for (int i = 0; i < NX; i++) {
        for (int j = 0; j < NX; j++)
            transposed[j][i] = d[i][j] = i == j ? 0 : 1.0 / (i - j);
    }
    fill(elements, u, g);
    for (int round = 0; round < rounds; round++) {
        for (int e = 0; e < elements; e++) {
            if (fixed)
                ax_fixed(w + e * POINTS, u + e * POINTS, &g[e], (const double(*)[NX])d);
            else
                ax_general(w + e * POINTS, u + e * POINTS, &g[e], d[0], transposed[0], NX);
        }
        double scale = 1 / norm(elements * POINTS, w);
        for (int i = 0; i < elements * POINTS; i++)
            u[i] = 0.5 * u[i] + scale * w[i];
    }
    printf("%.8f\n", norm(elements * POINTS, u));
    free(u);
    free(w);
    free(g);
    return 0;
}
