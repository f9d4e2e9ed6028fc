/* step.c: velocity Verlet. */
#include "molecules.h"

static inline void kick(double *v, const double *f, double dt)
{
    for (int k = 0; k < DIM; k++)
        v[k] += 0.5 * dt * f[k];
}

static inline void drift(double *x, const double *v, double dt)
{
    for (int k = 0; k < DIM; k++)
        x[k] += dt * v[k];
}

void step(struct system *s, double dt)
{
    for (int i = 0; i < s->count; i++) {
        kick(s->v[i], s->f[i], dt);
        drift(s->x[i], s->v[i], dt);
    }
    cells_fill(s);
    forces(s);
    for (int i = 0; i < s->count; i++)
        kick(s->v[i], s->f[i], dt);
}

double kinetic(const struct system *s)
{
    double sum = 0;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < DIM; k++)
            sum += s->v[i][k] * s->v[i][k];
    }
    return 0.5 * sum;
}
