/* grid.c: see grid.h */
#include "grid.h"

#include <math.h>
#include <stdlib.h>

struct grid *grid_new(int n)
{
    struct grid *grid = malloc(sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->cells = calloc((size_t)(n + 2) * (size_t)(n + 2), sizeof *grid->cells);
    if (!grid->cells) {
        free(grid);
        return NULL;
    }
    return grid;
}

void grid_free(struct grid *grid)
{
    if (!grid)
        return;
    free(grid->cells);
    free(grid);
}

void grid_swap(struct grid *a, struct grid *b)
{
    struct grid kept = *a;
    *a = *b;
    *b = kept;
}

void grid_fill(struct grid *grid, grid_function *value, const void *context)
{
    const int n = grid->n;
    for (int i = 1; i <= n; i++) {
        double *row = grid_row(grid, i);
        for (int j = 1; j <= n; j++)
            row[j] = value(grid_at(grid, i), grid_at(grid, j), context);
    }
}

double grid_heat(const struct grid *grid)
{
    const int n = grid->n;
    double sum = 0;
    for (int i = 1; i <= n; i++) {
        const double *row = grid_row(grid, i);
        for (int j = 1; j <= n; j++)
            sum += row[j];
    }
    return sum / (n + 1) / (n + 1);
}

void grid_range(const struct grid *grid, double *low, double *high)
{
    const int n = grid->n;
    *low = *high = grid_row(grid, 1)[1];
    for (int i = 1; i <= n; i++) {
        const double *row = grid_row(grid, i);
        for (int j = 1; j <= n; j++) {
            *low = fmin(*low, row[j]);
            *high = fmax(*high, row[j]);
        }
    }
}

double grid_largest_error(const struct grid *grid, grid_function *value, const void *context)
{
    const int n = grid->n;
    double largest = 0;
    for (int i = 1; i <= n; i++) {
        const double *row = grid_row(grid, i);
        for (int j = 1; j <= n; j++) {
            double exact = value(grid_at(grid, i), grid_at(grid, j), context);
            largest = fmax(largest, fabs(row[j] - exact));
        }
    }
    return largest;
}
