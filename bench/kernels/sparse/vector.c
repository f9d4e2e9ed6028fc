/* vector.c: vectors. */
#include "sparse.h"

double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void axpy(int n, double alpha, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

void xpay(int n, const double *x, double beta, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + beta * y[i];
}
