/* cells.c: linked cells. */
#include "molecules.h"

#include <math.h>

double wrap(double x, double box)
{
    if (x < 0)
        return x + box;
    return x >= box ? x - box : x;
}

static int cell_coordinate(double x, double box, int cells)
{
    int c = (int)(x / box * cells);
    return c < cells ? c : cells - 1;
}

static int cell_of(const struct system *s, const double *x)
{
    int cell = 0;
    for (int d = 0; d < DIM; d++)
        cell = cell * s->cells + cell_coordinate(x[d], s->box, s->cells);
    return cell;
}

void cells_fill(struct system *s)
{
    int total = s->cells * s->cells * s->cells;
    for (int c = 0; c < total; c++)
        s->head[c] = -1;
    for (int i = 0; i < s->count; i++) {
        for (int d = 0; d < DIM; d++)
            s->x[i][d] = wrap(s->x[i][d], s->box);
        int c = cell_of(s, s->x[i]);
        s->next[i] = s->head[c];
        s->head[c] = i;
    }
}
