/* matrix.h: a lower triangular matrix, row after row. */
#ifndef MATRIX_H
#define MATRIX_H

struct matrix {
    int n;
    double *values; /* row i begins at i (i + 1) / 2 and has i + 1 of them */
};

/* values is NULL when there is no memory. */
struct matrix matrix_new(int n);
void matrix_free(struct matrix *matrix);

/* y = matrix x: one row is one trip, shared out by OMP_SCHEDULE or omp_set_schedule(). */
void matrix_apply(const struct matrix *matrix, const double *x, double *y);

#endif
