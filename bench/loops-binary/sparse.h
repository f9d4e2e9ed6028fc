/* sparse.h: a sparse matrix, its rows one after another. */
#ifndef BENCH_SPARSE_H
#define BENCH_SPARSE_H

struct sparse {
    int rows;
    int *first, *column; /* by row, and one more; by element */
    double *value;
};

/* Symmetric, with a heavy diagonal; about that many elements in each row. */
struct sparse sparse_make(int rows, int in_row);
void sparse_multiply(const struct sparse *matrix, const double *x, double *y);
void sparse_free(struct sparse *matrix);

#endif
