/* matrix.c: see matrix.h */
#include "matrix.h"

#include <stddef.h>
#include <stdlib.h>

static double *row_of(const struct matrix *matrix, int i)
{
    return matrix->values + (size_t)i * ((size_t)i + 1) / 2;
}

static void fill_row(double *row, int length)
{
    for (int j = 0; j < length; j++)
        row[j] = 1;
}

struct matrix matrix_new(int n)
{
    struct matrix matrix = {n, malloc((size_t)n * ((size_t)n + 1) / 2 * sizeof(double))};
    for (int i = 0; matrix.values && i < n; i++)
        fill_row(row_of(&matrix, i), i + 1);
    return matrix;
}

void matrix_free(struct matrix *matrix)
{
    free(matrix->values);
}

static double dot(const double *row, const double *x, int length)
{
    double sum = 0;
    for (int j = 0; j < length; j++)
        sum += row[j] * x[j];
    return sum;
}

void matrix_apply(const struct matrix *matrix, const double *x, double *y)
{
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < matrix->n; i++)
        y[i] = dot(row_of(matrix, i), x, i + 1);
}
