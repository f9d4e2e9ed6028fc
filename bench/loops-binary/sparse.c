/* sparse.c: a sparse matrix of short rows times a vector, again and again. */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 20000, IN_ROW = 6 };

int main(int count, char **arguments)
{
    struct sparse matrix = sparse_make(ROWS, IN_ROW);
    double *x = malloc(ROWS * sizeof *x), *y = malloc(ROWS * sizeof *y);
    for (int i = 0; i < ROWS; i++)
        x[i] = 1;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        sparse_multiply(&matrix, x, y);
        double largest = 0;
        for (int i = 0; i < ROWS; i++)
            largest = y[i] > largest ? y[i] : largest;
        for (int i = 0; i < ROWS; i++)
            x[i] = y[i] / largest;
    }
    printf("%.10g\n", x[0] + x[ROWS - 1]);
    free(x);
    free(y);
    sparse_free(&matrix);
    return 0;
}
