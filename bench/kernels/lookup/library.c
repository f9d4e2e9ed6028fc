/* library.c: tables of random cross sections, sorted by energy. */
#include "lookup.h"

#include <stdlib.h>

int library_make(struct library *library, int nuclides, int points)
{
    static const int size[12] = {31, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};
    unsigned long long seed = 42;
    library->nuclides = nuclides;
    library->points = points;
    library->table = calloc((size_t)nuclides * (size_t)points, sizeof *library->table);
    if (!library->table)
        return 0;
    for (int n = 0; n < nuclides; n++) {
        double energy = 0;
        for (int p = 0; p < points; p++) {
            struct point *point = &library->table[n * points + p];
            energy += (0.5 + rn(&seed)) / points / 1.6;
            point->energy = energy;
            for (int c = 0; c < CHANNELS; c++)
                point->xs[c] = rn(&seed);
        }
    }
    for (int m = 0; m < 12; m++) {
        struct material *material = &library->material[m];
        material->nuclides = size[m];
        for (int i = 0; i < size[m]; i++) {
            material->nuclide[i] = (m * 5 + i) % nuclides;
            material->density[i] = rn(&seed);
        }
    }
    return 1;
}

void library_free(struct library *library)
{
    free(library->table);
}
