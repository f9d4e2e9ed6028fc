/* sparse.h: a matrix in compressed rows. */
#ifndef SPARSE_H
#define SPARSE_H

struct csr {
    int rows;
    int *start, *column;
    double *value;
};

/* The five-point Laplacian of an n x n grid. */
int csr_laplacian(struct csr *a, int n);
void csr_free(struct csr *a);
void csr_multiply(const struct csr *a, const double *x, double *y);

double dot(int n, const double *x, const double *y);
void axpy(int n, double alpha, const double *x, double *y);
void xpay(int n, const double *x, double beta, double *y);

#endif
