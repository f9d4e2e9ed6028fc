/* trips.c: loops that are left in the middle of a pass, whose conditions or whose way back the
 * compiler moves about. Each loop has a line of its own. */
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline))

static double values[2000], others[2000];
static volatile double sink;

/* The 51st pass is left in its middle. */
APART static int leaves(const double *x, int n, double limit)
{
    int k;
    double sum = 0;
    for (k = 0; k < n; k++) {
        if (x[k] > limit)
            break;
        sum += x[k] * 2;
    }
    sink = sum;
    return k;
}

/* The same, by a return. */
APART static int returns(const double *x, int n, double limit)
{
    for (int k = 0; k < n; k++) {
        if (x[k] > limit)
            return k;
        sink = x[k];
    }
    return n;
}

/* The same, without a condition. */
APART static int endless(const double *x, double limit)
{
    int k = 0;
    for (;;) {
        if (x[k] > limit)
            break;
        sink = x[k++];
    }
    return k;
}

/* An inner loop that is left early each time, as in sparse solvers. */
APART static int rows(const double *x, int n, double limit)
{
    int found = 0;
    for (int row = 0; row < 100; row++) {
        for (int k = 0; k < n; k++) {
            if (x[k] > limit)
                break;
            found++;
        }
        sink = found;
    }
    return found;
}

/* A condition of two parts. */
APART static int both(const double *x, int n, double limit)
{
    int k = 0;
    while (k < n && x[k] < limit) {
        sink = x[k];
        k++;
    }
    return k;
}

/* gcc -O2 vectorises the inner loop by 2, and puts its way back elsewhere. */
APART static double four(const double *restrict x, double *restrict y, int rounds)
{
    double sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 4; i++) {
            double a = x[i], b = y[i];
            double c = a * b + 3, d = a / (b * b + 1), e = c * d + a, f = e / (d * d + 2);
            double g = f * e + c, h = g / (f * f + 1), k = h * g + e, l = k / (h * h + 7);
            y[i] = (l * k + g) / (l * l + 4) + (a + c) / (k * k + 1) + e * d / (g * g + 2);
        }
        sum += y[round & 3];
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < 2000; i++)
        sink = values[i] = i * 0.5; /* not vectorised */
    int left = leaves(values, 2000, 24.9), returned = returns(values, 2000, 24.9);
    int ended = endless(values, 24.9), found = rows(values, 2000, 24.9),
        all = both(values, 2000, 25);
    double sum = four(values, others, 1000);
    printf("%d %d %d %d %d %d\n", left, returned, ended, found, all, sum != sum);
    return 0;
}
