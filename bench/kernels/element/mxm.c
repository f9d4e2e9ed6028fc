/* mxm.c: products of small matrices. */
#include "element.h"

void mxm(const double *a, int n1, const double *b, int n2, double *c, int n3)
{
    for (int j = 0; j < n3; j++) {
        for (int i = 0; i < n1; i++) {
            double sum = 0;
            for (int k = 0; k < n2; k++)
                sum += a[i + n1 * k] * b[k + n2 * j];
            c[i + n1 * j] = sum;
        }
    }
}
