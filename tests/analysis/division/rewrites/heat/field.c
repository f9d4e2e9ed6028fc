/* The rows of a rank. */
#include "heat.h"
#include <math.h>
#include <stdlib.h>
double *a, *b, *rhs;
int rows, cols, first_row, me, ranks;
/* Local rows 1..rows, with one border row above and one below. */
void setup_field(void)
{
    a = calloc((size_t)(rows + 2) * COLS, sizeof(double));
    b = calloc((size_t)(rows + 2) * COLS, sizeof(double));
    rhs = calloc((size_t)(rows + 2) * COLS, sizeof(double));
    for (int i = 0; i < rows + 2; i++) {
        AT(a, i, 0) = 1;
        AT(a, i, COLS - 1) = 2;
    }
    for (int i = 0; i < rows + 2; i++)
        for (int j = 0; j < COLS; j++)
            AT(rhs, i, j) = sin((first_row + i) * 0.01) * cos(j * 0.02);
}
void accept_rows(void)
{
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j < COLS - 1; j++)
            AT(a, i, j) = AT(b, i, j);
}
