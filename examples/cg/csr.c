/* csr.c: see csr.h */
#include "csr.h"

#include <stdlib.h>

static struct csr *csr_new(size_t rows, size_t values)
{
    struct csr *matrix = calloc(1, sizeof *matrix);
    if (!matrix)
        return NULL;
    matrix->rows = rows;
    matrix->start = calloc(rows + 1, sizeof *matrix->start);
    matrix->column = calloc(values, sizeof *matrix->column);
    matrix->value = calloc(values, sizeof *matrix->value);
    if (!matrix->start || !matrix->column || !matrix->value) {
        csr_free(matrix);
        return NULL;
    }
    return matrix;
}

void csr_free(struct csr *matrix)
{
    if (!matrix)
        return;
    free(matrix->start);
    free(matrix->column);
    free(matrix->value);
    free(matrix);
}

/* Appends a value to the row that is being filled: the end of row r is start[r + 1]. */
static void put(struct csr *matrix, size_t row, size_t column, double value)
{
    size_t at = matrix->start[row + 1]++;
    matrix->column[at] = column;
    matrix->value[at] = value;
}

/* The row of cell (i, j), columns in ascending order. */
static void fill_row(struct csr *matrix, int n, int i, int j)
{
    static const struct {
        int down, right;
        double value;
    } star[] = {{-1, 0, -1}, {0, -1, -1}, {0, 0, 5}, {0, 1, -1}, {1, 0, -1}};
    size_t row = (size_t)i * (size_t)n + (size_t)j;
    matrix->start[row + 1] = matrix->start[row];
    for (size_t k = 0; k < sizeof star / sizeof star[0]; k++) {
        int down = i + star[k].down, right = j + star[k].right;
        if (down < 0 || down >= n || right < 0 || right >= n)
            continue;
        put(matrix, row, (size_t)down * (size_t)n + (size_t)right, star[k].value);
    }
}

struct csr *csr_diffusion(int n)
{
    size_t cells = (size_t)n * (size_t)n;
    struct csr *matrix = csr_new(cells, 5 * cells - 4 * (size_t)n);
    if (!matrix)
        return NULL;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            fill_row(matrix, n, i, j);
    }
    return matrix;
}

void csr_multiply(const struct csr *matrix, const double *x, double *y)
{
    const size_t rows = matrix->rows;
    for (size_t row = 0; row < rows; row++) {
        const size_t end = matrix->start[row + 1];
        double sum = 0;
        for (size_t k = matrix->start[row]; k < end; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[row] = sum;
    }
}
