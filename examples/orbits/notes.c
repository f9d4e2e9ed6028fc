/* notes.c: see notes.h */
#include "notes.h"

#include <math.h>

bool notes_open(struct notes *notes, const char *path)
{
    *notes = (struct notes){.out = fopen(path, "w")};
    return notes->out != NULL;
}

bool notes_close(struct notes *notes)
{
    return fclose(notes->out) == 0;
}

/* The sum over all pairs of m m / r, the gravitational constant being 1. */
static double potential(const struct cluster *c)
{
    double sum = 0;
    for (int i = 1; i < c->n; i++) {
        double here = 0;
        for (int j = 0; j < i; j++) {
            double dx = c->x[j] - c->x[i], dy = c->y[j] - c->y[i], dz = c->z[j] - c->z[i];
            here += c->mass[j] / sqrt(dx * dx + dy * dy + dz * dz + softening);
        }
        sum -= c->mass[i] * here;
    }
    return sum;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

int notes_look(void *context, const struct cluster *c, int step)
{
    struct notes *notes = context;
    double energy, momentum[3];
    bodies_kinetic(c, &energy, momentum);
    energy += potential(c);
    if (notes->looks++ == 0) {
        notes->energy = energy;
        for (int k = 0; k < 3; k++)
            notes->momentum[k] = momentum[k];
    }
    notes->energy_drift =
        larger(notes->energy_drift, fabs((energy - notes->energy) / notes->energy));
    for (int k = 0; k < 3; k++)
        notes->momentum_drift =
            larger(notes->momentum_drift, fabs(momentum[k] - notes->momentum[k]));
    return fprintf(notes->out, "%8d %16.9e\n", step, energy) < 0;
}
