/* multigrid.c: V-cycles for the Poisson equation on a cube. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 5, FINEST = 66 };

static double *solution[LEVELS], *source[LEVELS], *rest[LEVELS];
static int size[LEVELS];

#define AT(n, i, j, k) (((i) * (n) + (j)) * (n) + (k))

static void smooth(int n, double *u, const double *f)
{
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            for (int k = 1; k < n - 1; k++)
                u[AT(n, i, j, k)] =
                    (u[AT(n, i - 1, j, k)] + u[AT(n, i + 1, j, k)] + u[AT(n, i, j - 1, k)] +
                     u[AT(n, i, j + 1, k)] + u[AT(n, i, j, k - 1)] + u[AT(n, i, j, k + 1)] +
                     f[AT(n, i, j, k)]) /
                    6;
        }
    }
}

static void find_rest(int n, const double *restrict u, const double *restrict f, double *restrict r)
{
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            for (int k = 1; k < n - 1; k++)
                r[AT(n, i, j, k)] = f[AT(n, i, j, k)] - 6 * u[AT(n, i, j, k)] +
                                    u[AT(n, i - 1, j, k)] + u[AT(n, i + 1, j, k)] +
                                    u[AT(n, i, j - 1, k)] + u[AT(n, i, j + 1, k)] +
                                    u[AT(n, i, j, k - 1)] + u[AT(n, i, j, k + 1)];
        }
    }
}

static void make_coarse(int n, const double *restrict fine, int half, double *restrict coarse)
{
    for (int i = 1; i < half - 1; i++) {
        for (int j = 1; j < half - 1; j++) {
            for (int k = 1; k < half - 1; k++) {
                const double *at = &fine[AT(n, 2 * i, 2 * j, 2 * k)];
                coarse[AT(half, i, j, k)] =
                    0.5 * (at[0] + at[-1] + at[-n] + at[-n - 1] + at[-n * n] + at[-n * n - 1] +
                           at[-n * n - n] + at[-n * n - n - 1]);
            }
        }
    }
}

static void add_coarse(int n, double *restrict fine, int half, const double *restrict coarse)
{
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            for (int k = 1; k < n - 1; k++)
                fine[AT(n, i, j, k)] += coarse[AT(half, (i + 1) / 2, (j + 1) / 2, (k + 1) / 2)];
        }
    }
}

static void cycle(int level)
{
    int n = size[level];
    smooth(n, solution[level], source[level]);
    if (level + 1 < LEVELS) {
        int half = size[level + 1];
        find_rest(n, solution[level], source[level], rest[level]);
        make_coarse(n, rest[level], half, source[level + 1]);
        memset(solution[level + 1], 0, (size_t)(half * half * half) * sizeof(double));
        cycle(level + 1);
        add_coarse(n, solution[level], half, solution[level + 1]);
    }
    smooth(n, solution[level], source[level]);
}

int main(int count, char **arguments)
{
    for (int i = 0, n = FINEST; i < LEVELS; i++, n = n / 2 + 1) {
        size[i] = n;
        solution[i] = calloc((size_t)(n * n * n), sizeof(double));
        source[i] = calloc((size_t)(n * n * n), sizeof(double));
        rest[i] = calloc((size_t)(n * n * n), sizeof(double));
    }
    source[0][AT(FINEST, 20, 30, 40)] = 1;
    source[0][AT(FINEST, 40, 30, 20)] = -1;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--)
        cycle(0);
    printf("%.10g\n", solution[0][AT(FINEST, 21, 30, 40)]);
    return 0;
}
