/* grid.h: a square plate of n × n inner cells, with a rim of cells that stay cold. */
#ifndef GRID_H
#define GRID_H

#include <stddef.h>

struct grid {
    int n;
    double *cells; /* (n + 2) × (n + 2), row by row */
};

typedef double grid_function(double x, double y, const void *context);

struct grid *grid_new(int n); /* all cold; NULL when memory is out */
void grid_free(struct grid *grid);
void grid_swap(struct grid *a, struct grid *b);
void grid_fill(struct grid *grid, grid_function *value, const void *context);

/* Over the inner cells. */
double grid_heat(const struct grid *grid); /* the integral */
void grid_range(const struct grid *grid, double *low, double *high);
double grid_largest_error(const struct grid *grid, grid_function *value, const void *context);

static inline double *grid_row(const struct grid *grid, int i)
{
    return grid->cells + (size_t)i * (size_t)(grid->n + 2);
}

/* Where cell i or j lies, from 0 to 1. */
static inline double grid_at(const struct grid *grid, int i)
{
    return (double)i / (grid->n + 1);
}

#endif
