/* Heat on a square plate, by Jacobi's method. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 66
#define STEPS 20
static double u[N][N], v[N][N], f[N][N];
static void init(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = 0;
            f[i][j] = sin(i * 0.01) * cos(j * 0.02);
        }
    for (int i = 0; i < N; i++) {
        u[i][0] = 1;
        u[i][N - 1] = 2;
    }
}
static void sweep(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}
static double residual(void)
{
    double sum = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            double d = v[i][j] - u[i][j];
            sum += d * d;
        }
    return sqrt(sum);
}
static void copy_back(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = v[i][j];
}
int main(void)
{
    double r = 0;
    init();
    for (int step = 0; step < STEPS; step++) {
        sweep();
        r = residual();
        copy_back();
    }
    printf("%g\n", r);
    return 0;
}
