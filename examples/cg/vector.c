/* vector.c: see vector.h */
#include "vector.h"

#include <math.h>

double vector_dot(size_t n, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

double vector_largest(size_t n, const double *x)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

double vector_distance(size_t n, const double *x, const double *y)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i] - y[i]));
    return largest;
}

void vector_add(size_t n, double a, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

void vector_add_scaled(size_t n, const double *x, double a, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] + a * y[i];
}
