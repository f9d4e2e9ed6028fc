/* problem.c: see problem.h */
#include "problem.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

bool problem_open(struct problem *problem, int n)
{
    size_t cells = (size_t)n * (size_t)n;
    problem->n = n;
    problem->right = calloc(cells, sizeof(double));
    problem->answer = calloc(cells, sizeof(double));
    problem->wave = calloc((size_t)n, sizeof(double));
    return problem->right && problem->answer && problem->wave;
}

void problem_close(struct problem *problem)
{
    free(problem->right);
    free(problem->answer);
    free(problem->wave);
}

/* What the matrix multiplies the wave by. */
static double eigenvalue(int n, int k)
{
    double s = sin(k * PI / (2.0 * (n + 1)));
    return 1 + 8 * s * s;
}

void problem_add_wave(struct problem *problem, int k)
{
    int n = problem->n;
    double *wave = problem->wave;
    for (int i = 0; i < n; i++)
        wave[i] = sin(k * PI * (i + 1) / (n + 1));
    double share = 1 / eigenvalue(n, k);
    double *right = problem->right, *answer = problem->answer;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            *right++ += wave[i] * wave[j];
            *answer++ += share * wave[i] * wave[j];
        }
    }
}
