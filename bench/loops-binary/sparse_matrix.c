/* sparse_matrix.c: see sparse.h */
#include "sparse.h"

#include "random.h"

#include <stdlib.h>

struct sparse sparse_make(int rows, int in_row)
{
    struct sparse matrix = {.rows = rows};
    uint64_t state = 7;
    matrix.first = malloc(((size_t)rows + 1) * sizeof *matrix.first);
    matrix.column = malloc((size_t)rows * (size_t)(in_row + 2) * sizeof *matrix.column);
    matrix.value = malloc((size_t)rows * (size_t)(in_row + 2) * sizeof *matrix.value);
    int used = 0;
    for (int i = 0; i < rows; i++) {
        matrix.first[i] = used;
        int here = in_row / 2 + (int)(random_next(&state) % (uint32_t)in_row);
        for (int k = 0; k < here && k < in_row; k++) {
            matrix.column[used] = (int)(random_next(&state) % (uint32_t)rows);
            matrix.value[used++] = random_unit(&state) / in_row;
        }
        matrix.column[used] = i;
        matrix.value[used++] = 2;
    }
    matrix.first[rows] = used;
    return matrix;
}

void sparse_multiply(const struct sparse *matrix, const double *x, double *y)
{
    for (int i = 0; i < matrix->rows; i++) {
        double sum = 0;
        for (int k = matrix->first[i]; k < matrix->first[i + 1]; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[i] = sum;
    }
}

void sparse_free(struct sparse *matrix)
{
    free(matrix->first);
    free(matrix->column);
    free(matrix->value);
}
