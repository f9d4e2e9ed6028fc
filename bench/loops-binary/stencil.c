/* stencil.c: heat in a plate, five points, until little changes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 200, STEPS = 20 };

static double now[SIZE][SIZE], then[SIZE][SIZE];

static double step(void)
{
    double change = 0;
    for (int i = 1; i < SIZE - 1; i++) {
        for (int j = 1; j < SIZE - 1; j++) {
            then[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        }
    }
    for (int i = 1; i < SIZE - 1; i++) {
        for (int j = 1; j < SIZE - 1; j++) {
            change = fmax(change, fabs(then[i][j] - now[i][j]));
            now[i][j] = then[i][j];
        }
    }
    return change;
}

int main(int count, char **arguments)
{
    double change = 0;
    for (int i = 0; i < SIZE; i++)
        now[0][i] = then[0][i] = 100;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (int i = 0; i < STEPS; i++)
            change = step();
    }
    printf("%.8g %.8g\n", change, now[SIZE / 2][SIZE / 2]);
    return 0;
}
