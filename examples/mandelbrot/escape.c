/* escape.c: see escape.h */
#include "escape.h"

double escape_real(const struct picture *picture, int column)
{
    return -2 + 2.5 * (column + 0.5) / picture->n;
}

/* Rows as far above as below the middle have the same number, but for the sign. */
double escape_imaginary(const struct picture *picture, int row)
{
    return 1.25 * (2 * row + 1 - picture->n) / picture->n;
}

static int point(double real, double imaginary, int limit)
{
    double x = 0, y = 0;
    int steps = 0;
    do {
        double next = x * x - y * y + real;
        y = 2 * x * y + imaginary;
        x = next;
    } while (++steps < limit && x * x + y * y <= 4);
    return steps;
}

long escape_row(const struct picture *picture, int row, int *steps)
{
    const double imaginary = escape_imaginary(picture, row);
    long sum = 0;
    for (int column = 0; column < picture->n; column++) {
        steps[column] = point(escape_real(picture, column), imaginary, picture->limit);
        sum += steps[column];
    }
    return sum;
}
