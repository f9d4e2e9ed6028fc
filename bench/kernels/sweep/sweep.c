/* sweep.c: Gauss-Seidel with the five-point stencil. */
#include "grid.h"

#include <math.h>

double sweep(struct grid *grid)
{
    int stride = grid->ny + 2;
    double change = 0;
    for (int i = 1; i <= grid->nx; i++) {
        for (int j = 1; j <= grid->ny; j++) {
            double *u = &grid->u[i * stride + j];
            double next = 0.25 * (u[-stride] + u[stride] + u[-1] + u[1] + grid->f[i * stride + j]);
            double difference = fabs(next - *u);
            if (difference > change)
                change = difference;
            *u = next;
        }
    }
    return change;
}

double residual(const struct grid *grid)
{
    int stride = grid->ny + 2;
    double sum = 0;
    for (int i = 1; i <= grid->nx; i++) {
        for (int j = 1; j <= grid->ny; j++) {
            const double *u = &grid->u[i * stride + j];
            double r = grid->f[i * stride + j] - 4 * u[0] + u[-stride] + u[stride] + u[-1] + u[1];
            sum += r * r;
        }
    }
    return sqrt(sum);
}
