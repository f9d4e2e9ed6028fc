/* The same particles on several ranks: loops were reordered, merged, dropped and added. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define N 100
#define STEPS 10
static double x[N], y[N], vx[N], vy[N], fx[N], fy[N], m[N], out[2 * N], in[2 * N];
static int me, ranks, lo, hi;
/* masses are made first here; velocities are zero already */
static void start(void)
{
    for (int i = 0; i < N; i++)
        m[i] = 1 + (i % 3) * 0.5;
    for (int i = 0; i < N; i++) {
        x[i] = cos(i * 0.7) * (1 + i % 7);
        y[i] = sin(i * 0.7) * (1 + i % 5);
    }
}
static double energy(void)
{
    double mine[2] = {0, 0}, all[2];
    for (int i = lo; i < hi; i++)
        for (int j = 0; j < N; j++)
            if (i != j)
                mine[1] -=
                    0.5 * m[i] * m[j] /
                    sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]) + 0.01);
    for (int i = lo; i < hi; i++)
        mine[0] += 0.5 * m[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
    MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all[0] + all[1];
}
static void step(double dt)
{
    for (int i = lo; i < hi; i++) {
        double sx = 0, sy = 0;
        for (int j = 0; j < N; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], d = dx * dx + dy * dy + 0.01;
            sx += m[j] * dx / (d * sqrt(d));
            sy += m[j] * dy / (d * sqrt(d));
        }
        fx[i] = sx;
        fy[i] = sy;
    }
    for (int i = lo; i < hi; i++) {
        vx[i] += dt * fx[i];
        vy[i] += dt * fy[i];
    }
    for (int i = lo; i < hi; i++) {
        x[i] += dt * vx[i];
        y[i] += dt * vy[i];
    }
    for (int i = lo; i < hi; i++) {
        out[2 * (i - lo)] = x[i];
        out[2 * (i - lo) + 1] = y[i];
    }
    MPI_Allgather(out, 2 * (hi - lo), MPI_DOUBLE, in, 2 * (hi - lo), MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++) {
        x[i] = in[2 * i];
        y[i] = in[2 * i + 1];
    }
}
int main(int argc, char **argv)
{
    double e = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    lo = N * me / ranks;
    hi = N * (me + 1) / ranks;
    start();
    for (int s = 0; s < STEPS; s++) {
        step(0.001);
        e = energy();
    }
    if (!me)
        printf("%.6f\n", e);
    MPI_Finalize();
    return 0;
}
