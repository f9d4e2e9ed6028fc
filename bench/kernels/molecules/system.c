/* system.c: particles on a lattice. */
#include "molecules.h"

#include <math.h>
#include <stdlib.h>

static double random_velocity(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (1 << 24) - 0.5;
}

int system_make(struct system *s, int per_side, double density)
{
    unsigned state = 1;
    *s = (struct system){.count = per_side * per_side * per_side, .cutoff = 2.5};
    s->box = per_side / cbrt(density);
    s->cells = (int)(s->box / s->cutoff);
    size_t count = (size_t)s->count;
    s->x = calloc(count, sizeof *s->x);
    s->v = calloc(count, sizeof *s->v);
    s->f = calloc(count, sizeof *s->f);
    s->next = calloc(count, sizeof *s->next);
    s->head = calloc((size_t)(s->cells * s->cells * s->cells), sizeof *s->head);
    if (!s->x || !s->v || !s->f || !s->next || !s->head || s->cells < 3)
        return 0;
    for (int i = 0; i < s->count; i++) {
        int place[DIM] = {i % per_side, i / per_side % per_side, i / per_side / per_side};
        for (int d = 0; d < DIM; d++) {
            s->x[i][d] = (place[d] + 0.5) * s->box / per_side;
            s->v[i][d] = random_velocity(&state);
        }
    }
    return 1;
}

void system_free(struct system *s)
{
    free(s->x);
    free(s->v);
    free(s->f);
    free(s->head);
    free(s->next);
}
