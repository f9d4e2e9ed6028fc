/* Particles: every loop over particles has the same number of trips. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 100
#define STEPS 10
static double x[N], y[N], vx[N], vy[N], fx[N], fy[N], m[N];
static void start(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = cos(i * 0.7) * (1 + i % 7);
        y[i] = sin(i * 0.7) * (1 + i % 5);
    }
    for (int i = 0; i < N; i++)
        vx[i] = vy[i] = 0;
    for (int i = 0; i < N; i++)
        m[i] = 1 + (i % 3) * 0.5;
}
static void step(double dt)
{
    for (int i = 0; i < N; i++)
        fx[i] = fy[i] = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], d = dx * dx + dy * dy + 0.01;
            fx[i] += m[j] * dx / (d * sqrt(d));
            fy[i] += m[j] * dy / (d * sqrt(d));
        }
    for (int i = 0; i < N; i++) {
        vx[i] += dt * fx[i];
        vy[i] += dt * fy[i];
    }
    for (int i = 0; i < N; i++) {
        x[i] += dt * vx[i];
        y[i] += dt * vy[i];
    }
}
static double energy(void)
{
    double kinetic = 0, potential = 0;
    for (int i = 0; i < N; i++)
        kinetic += 0.5 * m[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (i != j)
                potential -=
                    0.5 * m[i] * m[j] /
                    sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]) + 0.01);
    return kinetic + potential;
}
int main(void)
{
    double e = 0;
    start();
    for (int s = 0; s < STEPS; s++) {
        step(0.001);
        e = energy();
    }
    printf("%.6f\n", e);
    return 0;
}
