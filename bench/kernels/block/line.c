/* line.c: block-tridiagonal elimination along one line. */
#include "block.h"

/* r -= a x */
void matvec_sub(block a, const cell x, cell r)
{
    for (int i = 0; i < NV; i++) {
        for (int j = 0; j < NV; j++)
            r[i] -= a[i][j] * x[j];
    }
}

/* c -= a b */
void matmul_sub(block a, block b, block c)
{
    for (int j = 0; j < NV; j++) {
        for (int i = 0; i < NV; i++) {
            double sum = 0;
            for (int k = 0; k < NV; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] -= sum;
        }
    }
}

/* Gauss-Jordan elimination: c becomes b^-1 c, r becomes b^-1 r. */
static void invert_with(block b, block c, cell r)
{
    for (int p = 0; p < NV; p++) {
        double pivot = 1.0 / b[p][p];
        for (int j = p + 1; j < NV; j++)
            b[p][j] *= pivot;
        for (int j = 0; j < NV; j++)
            c[p][j] *= pivot;
        r[p] *= pivot;
        for (int i = 0; i < NV; i++) {
            if (i == p)
                continue;
            double factor = b[i][p];
            for (int j = p + 1; j < NV; j++)
                b[i][j] -= factor * b[p][j];
            for (int j = 0; j < NV; j++)
                c[i][j] -= factor * c[p][j];
            r[i] -= factor * r[p];
        }
    }
}

void line_solve(int n, block *a, block *b, block *c, cell *r)
{
    invert_with(b[0], c[0], r[0]);
    for (int i = 1; i < n; i++) {
        matvec_sub(a[i], r[i - 1], r[i]);
        matmul_sub(a[i], c[i - 1], b[i]);
        invert_with(b[i], c[i], r[i]);
    }
    for (int i = n - 2; i >= 0; i--) {
        for (int m = 0; m < NV; m++) {
            for (int k = 0; k < NV; k++)
                r[i][m] -= c[i][m][k] * r[i + 1][k];
        }
    }
}
