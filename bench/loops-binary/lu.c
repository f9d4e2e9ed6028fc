/* lu.c: linear equations, by factors of the matrix, with pivots. */
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 160 };

static double matrix[SIZE][SIZE], right[SIZE];

static void swap_rows(int one, int other)
{
    for (int k = 0; k < SIZE; k++) {
        double kept = matrix[one][k];
        matrix[one][k] = matrix[other][k];
        matrix[other][k] = kept;
    }
    double kept = right[one];
    right[one] = right[other];
    right[other] = kept;
}

static void factor(void)
{
    for (int i = 0; i < SIZE; i++) {
        int best = i;
        for (int j = i + 1; j < SIZE; j++) {
            if (fabs(matrix[j][i]) > fabs(matrix[best][i]))
                best = j;
        }
        if (best != i)
            swap_rows(i, best);
        for (int j = i + 1; j < SIZE; j++) {
            double times = matrix[j][i] / matrix[i][i];
            matrix[j][i] = times;
            for (int k = i + 1; k < SIZE; k++)
                matrix[j][k] -= times * matrix[i][k];
        }
    }
}

static void solve(void)
{
    for (int i = 0; i < SIZE; i++) {
        for (int k = 0; k < i; k++)
            right[i] -= matrix[i][k] * right[k];
    }
    for (int i = SIZE - 1; i >= 0; i--) {
        for (int k = i + 1; k < SIZE; k++)
            right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
}

int main(int count, char **arguments)
{
    uint64_t state = 5;
    double sum = 0;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (int i = 0; i < SIZE; i++) {
            for (int k = 0; k < SIZE; k++)
                matrix[i][k] = random_unit(&state) - 0.5;
            right[i] = 1;
        }
        factor();
        solve();
        sum += right[0];
    }
    printf("%.6g\n", sum);
    return 0;
}
