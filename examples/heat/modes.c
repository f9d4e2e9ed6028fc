/* modes.c: see modes.h */
#include "modes.h"

#include <math.h>

#define PI 3.14159265358979323846

const struct modes modes_at_start = {
    .across = {1, 3, 2},
    .down = {1, 2, 5},
    .amplitude = {1.0, 0.6, 0.3},
};

/* sin(kπx)sin(lπy) is an eigenvector of the five-point Laplacian: this is 1 + r times its
 * eigenvalue. */
static double damping(int k, int l, int n, double r)
{
    double across = sin(k * PI / (2.0 * (n + 1)));
    double down = sin(l * PI / (2.0 * (n + 1)));
    return 1 - 4 * r * (across * across + down * down);
}

struct modes modes_after(const struct modes *start, int n, double r, int steps)
{
    struct modes now = *start;
    for (int m = 0; m < MODES; m++)
        now.amplitude[m] *= pow(damping(now.across[m], now.down[m], n, r), steps);
    return now;
}

double modes_value(double x, double y, const void *modes)
{
    const struct modes *sum = modes;
    double value = 0;
    for (int m = 0; m < MODES; m++)
        value += sum->amplitude[m] * sin(sum->across[m] * PI * x) * sin(sum->down[m] * PI * y);
    return value;
}
