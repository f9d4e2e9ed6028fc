/* What is computed in each step. */
#include "heat.h"
#include <math.h>
void relax_rows(void)
{
    for (int row = 1; row <= rows; row++)
        for (int col = 1; col < COLS - 1; col++)
            AT(b, row, col) =
                0.25 * (AT(a, row - 1, col) + AT(a, row + 1, col) + AT(a, row, col - 1) +
                        AT(a, row, col + 1) - AT(rhs, row, col));
}
double local_change(void)
{
    double change = 0;
    for (int row = 1; row <= rows; row++)
        for (int col = 1; col < COLS - 1; col++) {
            double diff = AT(b, row, col) - AT(a, row, col);
            change += diff * diff;
        }
    return change;
}
