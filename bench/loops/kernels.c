/* kernels.c: loops that compilers vectorise. */
#include "kernels.h"

void daxpy(size_t n, double a, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Integers: a sum of doubles may not be reordered, so it would not be vectorised without probes,
 * either. */
long dot(size_t n, const int *x, const int *y)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void stencil(size_t n, const double *restrict from, double *restrict to)
{
    for (size_t i = 1; i + 1 < n; i++) {
        for (size_t k = 1; k + 1 < n; k++)
            to[i * n + k] = 0.25 * (from[i * n + k - 1] + from[i * n + k + 1] +
                                    from[(i - 1) * n + k] + from[(i + 1) * n + k]);
    }
}

void product(size_t n, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            double factor = a[i * n + k];
            for (size_t j = 0; j < n; j++)
                c[i * n + j] += factor * b[k * n + j];
        }
    }
}
