/* csr.h: sparse matrices, row by row: only what is not zero is kept. */
#ifndef CSR_H
#define CSR_H

#include <stddef.h>

struct csr {
    size_t rows;
    size_t *start; /* rows + 1: where a row begins in the two arrays below */
    size_t *column;
    double *value;
};

/* One implicit step of diffusion on n × n cells with zeros around them, 1 + the five-point
 * Laplacian: 5 on the diagonal, -1 per neighbour. NULL when memory is out. */
struct csr *csr_diffusion(int n);
void csr_free(struct csr *matrix);

void csr_multiply(const struct csr *matrix, const double *x, double *y); /* y = A·x */

#endif
