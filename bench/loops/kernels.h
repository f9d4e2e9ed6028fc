/* kernels.h: the kernels of the benchmark `loops`. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stddef.h>

void daxpy(size_t n, double a, const double *restrict x, double *restrict y);
long dot(size_t n, const int *x, const int *y);
void stencil(size_t n, const double *restrict from, double *restrict to);
void product(size_t n, const double *restrict a, const double *restrict b, double *restrict c);

#endif
