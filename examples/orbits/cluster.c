/* cluster.c: memory for a cluster; Fortran calls it when it knows how many bodies there are. */
#include "bodies.h"

#include <stdlib.h>

enum { FIELDS = 10 };

/* Returns 0, or 1 if there is no memory. */
int cluster_new(struct cluster *c, int n)
{
    double **fields[FIELDS] = {&c->mass, &c->x,  &c->y,  &c->z,  &c->vx,
                               &c->vy,   &c->vz, &c->ax, &c->ay, &c->az};
    c->n = n;
    c->mass = calloc((size_t)n * FIELDS, sizeof(double));
    if (!c->mass)
        return 1;
    for (int i = 1; i < FIELDS; i++)
        *fields[i] = c->mass + (size_t)i * n;
    return 0;
}

void cluster_free(struct cluster *c)
{
    free(c->mass);
    c->mass = NULL;
}
