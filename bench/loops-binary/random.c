/* random.c: pairs of normally distributed numbers, from random ones, counted by their size. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 1 << 15, RINGS = 10 };

/* As in the NAS benchmark EP: 46 bits, in halves of 23, in floating point. */
static double next(double *x, double a)
{
    const double r23 = 0x1p-23, t23 = 0x1p23, r46 = 0x1p-46, t46 = 0x1p46;
    double a1 = (int)(r23 * a), a2 = a - t23 * a1;
    double x1 = (int)(r23 * *x), x2 = *x - t23 * x1;
    double t1 = a1 * x2 + a2 * x1;
    double z = t1 - t23 * (int)(r23 * t1);
    double t3 = t23 * z + a2 * x2;
    *x = t3 - t46 * (int)(r46 * t3);
    return r46 * *x;
}

int main(int count, char **arguments)
{
    double seed = 271828183, sum = 0, rings[RINGS] = {0};
    static double numbers[2 * PAIRS];
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (int i = 0; i < 2 * PAIRS; i++)
            numbers[i] = next(&seed, 1220703125);
        for (int i = 0; i < PAIRS; i++) {
            double x = 2 * numbers[2 * i] - 1, y = 2 * numbers[2 * i + 1] - 1;
            double square = x * x + y * y;
            if (square > 1)
                continue;
            double scale = sqrt(-2 * log(square) / square);
            x = fabs(x * scale);
            y = fabs(y * scale);
            rings[(int)(x > y ? x : y)]++;
            sum += x + y;
        }
    }
    printf("%.8g %.0f %.0f\n", sum, rings[0], rings[1]);
    return 0;
}
