/* Loops under pragmas: the probe goes outside. */
#include <stdio.h>

#define N 64
static double a[N], b[N][N];

int main(void)
{
    double sum = 0;
    int i, j;
#pragma omp parallel for
    for (i = 0; i < N; i++)
        a[i] = i;
    /* a comment in between */
#pragma omp parallel for reduction(+ : sum) \
    schedule(static)
    for (i = 0; i < N; i++) {
        double x = a[i];
        sum += x;
    }
#pragma omp parallel for collapse(2)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = i * j;
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] += 1;
#pragma omp parallel
    {
#pragma omp for
        for (i = 0; i < N; i++)
            a[i] += 1;
#pragma omp single
        for (int k = 0; k < 3; k++)
            sum += k;
    }
    if (sum > 0)
#pragma omp simd
        for (i = 0; i < N; i++)
            a[i] *= 2;
#pragma omp parallel for default(none) shared(a, b)
    for (int k = 0; k < N; k++)
        for (int l = 0; l < N; l++)
            a[k] += b[k][l];
#pragma GCC ivdep
    for (i = 0; i < N; i++)
        a[i] += 1;
    _Pragma("GCC unroll 4") for (i = 0; i < N; i++) sum += a[i];
    for (j = 0; j < 2; j++)
#pragma omp simd
        for (i = 0; i < N; i++)
            a[i] -= 1;
    printf("%g %g\n", sum, b[3][4]);
    return 0;
}
