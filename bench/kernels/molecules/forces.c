/* forces.c: Lennard-Jones forces between particles of neighbouring cells. */
#include "molecules.h"

/* The nearest image. */
static double nearest(double d, double box)
{
    if (d > 0.5 * box)
        return d - box;
    return d < -0.5 * box ? d + box : d;
}

double distance2(const double *a, const double *b, double box, double *d)
{
    double r2 = 0;
    for (int k = 0; k < DIM; k++) {
        d[k] = nearest(a[k] - b[k], box);
        r2 += d[k] * d[k];
    }
    return r2;
}

static double lennard_jones(double r2, double *force)
{
    double s2 = 1 / r2, s6 = s2 * s2 * s2;
    *force = 24 * s2 * s6 * (2 * s6 - 1);
    return 4 * s6 * (s6 - 1);
}

static void interact(struct system *s, int i, int j)
{
    double d[DIM], force;
    double r2 = distance2(s->x[i], s->x[j], s->box, d);
    if (r2 < s->cutoff * s->cutoff) {
        s->potential += lennard_jones(r2, &force);
        for (int k = 0; k < DIM; k++) {
            s->f[i][k] += force * d[k];
            s->f[j][k] -= force * d[k];
        }
    }
}

static int neighbour(int c, int step, int cells)
{
    int n = c + step;
    if (n < 0)
        return n + cells;
    return n >= cells ? n - cells : n;
}

static int cell_index(const struct system *s, int cx, int cy, int cz)
{
    return (cx * s->cells + cy) * s->cells + cz;
}

static void cell_pair(struct system *s, int a, int b)
{
    for (int i = s->head[a]; i >= 0; i = s->next[i]) {
        for (int j = s->head[b]; j >= 0; j = s->next[j]) {
            if (a != b || i < j)
                interact(s, i, j);
        }
    }
}

void forces(struct system *s)
{
    s->potential = 0;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < DIM; k++)
            s->f[i][k] = 0;
    }
    for (int cx = 0; cx < s->cells; cx++) {
        for (int cy = 0; cy < s->cells; cy++) {
            for (int cz = 0; cz < s->cells; cz++) {
                int a = cell_index(s, cx, cy, cz);
                for (int dx = -1; dx <= 1; dx++) {
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dz = -1; dz <= 1; dz++) {
                            int b = cell_index(s, neighbour(cx, dx, s->cells),
                                               neighbour(cy, dy, s->cells),
                                               neighbour(cz, dz, s->cells));
                            if (a <= b)
                                cell_pair(s, a, b);
                        }
                    }
                }
            }
        }
    }
}
