/* vector.h: the few things one does with vectors of n numbers. */
#ifndef VECTOR_H
#define VECTOR_H

#include <stddef.h>

double vector_dot(size_t n, const double *x, const double *y);
double vector_largest(size_t n, const double *x);                       /* of the absolute values */
double vector_distance(size_t n, const double *x, const double *y);     /* the largest difference */
void vector_add(size_t n, double a, const double *x, double *y);        /* y = y + a·x */
void vector_add_scaled(size_t n, const double *x, double a, double *y); /* y = x + a·y */

#endif
