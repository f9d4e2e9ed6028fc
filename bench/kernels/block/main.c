/* main.c: solves LINES block-tridiagonal systems of N points, as one direction of an implicit
 * time step does; prints a sum of the solutions. */
#include "block.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int lines = argc > 2 ? atoi(argv[2]) : 2000;
    block *a = calloc((size_t)n, sizeof *a), *b = calloc((size_t)n, sizeof *b);
    block *c = calloc((size_t)n, sizeof *c);
    cell *r = calloc((size_t)n, sizeof *r);
    if (!a || !b || !c || !r)
        return 1;
    double sum = 0;
    for (int line = 0; line < lines; line++) {
        system_fill(n, line, a, b, c, r);
        line_solve(n, a, b, c, r);
        for (int m = 0; m < NV; m++)
            sum += r[n / 2][m];
    }
    printf("%.10f\n", sum);
    free(a);
    free(b);
    free(c);
    free(r);
    return 0;
}
