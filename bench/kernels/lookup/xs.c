/* xs.c: macroscopic cross sections. */
#include "lookup.h"

/* The last point below the energy. */
static int grid_search(int n, double energy, const struct point *table)
{
    int low = 0, high = n - 1, length = high - low;
    while (length > 1) {
        int middle = low + length / 2;
        if (table[middle].energy > energy)
            high = middle;
        else
            low = middle;
        length = high - low;
    }
    return low;
}

void micro_xs(const struct library *library, int nuclide, double energy, double *xs)
{
    const struct point *table = library->table + nuclide * library->points;
    int index = grid_search(library->points, energy, table);
    const struct point *low = &table[index], *high = low + 1;
    double f = (high->energy - energy) / (high->energy - low->energy);
    for (int c = 0; c < CHANNELS; c++)
        xs[c] = high->xs[c] - f * (high->xs[c] - low->xs[c]);
}

void macro_xs(const struct library *library, const struct material *material, double energy,
              double *xs)
{
    for (int c = 0; c < CHANNELS; c++)
        xs[c] = 0;
    for (int i = 0; i < material->nuclides; i++) {
        double micro[CHANNELS];
        micro_xs(library, material->nuclide[i], energy, micro);
        for (int c = 0; c < CHANNELS; c++)
            xs[c] += micro[c] * material->density[i];
    }
}
