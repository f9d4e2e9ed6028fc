/* system.c: diagonally dominant systems that differ from line to line. */
#include "block.h"

static double entry(int i, int m, int k, int line)
{
    return 0.01 * (double)((i * 7 + m * 3 + k * 5 + line) % 11);
}

void system_fill(int n, int line, block *a, block *b, block *c, cell *r)
{
    for (int i = 0; i < n; i++) {
        for (int m = 0; m < NV; m++) {
            for (int k = 0; k < NV; k++) {
                a[i][m][k] = -entry(i, m, k, line);
                b[i][m][k] = entry(i, k, m, line) + (m == k ? 4.0 : 0.0);
                c[i][m][k] = -entry(i, m, k, line + 1);
            }
            r[i][m] = 1.0 + entry(i, m, 0, line);
        }
    }
}
