/* csr.c: see sparse.h */
#include "sparse.h"

#include <stdlib.h>

static void put(struct csr *a, int *used, int column, double value)
{
    a->column[*used] = column;
    a->value[*used] = value;
    ++*used;
}

int csr_laplacian(struct csr *a, int n)
{
    size_t rows = (size_t)n * (size_t)n;
    *a = (struct csr){(int)rows, calloc(rows + 1, sizeof *a->start),
                      calloc(5 * rows, sizeof *a->column), calloc(5 * rows, sizeof *a->value)};
    if (!a->start || !a->column || !a->value)
        return 0;
    int used = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int row = i * n + j;
            if (i > 0)
                put(a, &used, row - n, -1);
            if (j > 0)
                put(a, &used, row - 1, -1);
            put(a, &used, row, 4);
            if (j < n - 1)
                put(a, &used, row + 1, -1);
            if (i < n - 1)
                put(a, &used, row + n, -1);
            a->start[row + 1] = used;
        }
    }
    return 1;
}

void csr_free(struct csr *a)
{
    free(a->start);
    free(a->column);
    free(a->value);
}

void csr_multiply(const struct csr *a, const double *x, double *y)
{
    for (int i = 0; i < a->rows; i++) {
        double sum = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}
