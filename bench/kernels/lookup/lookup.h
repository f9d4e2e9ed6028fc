/* lookup.h: cross sections of materials, interpolated in tables of nuclides. */
#ifndef LOOKUP_H
#define LOOKUP_H

#define CHANNELS 5 /* total, elastic, absorption, fission, nu-fission */

struct point {
    double energy, xs[CHANNELS];
};

struct material {
    int nuclides;
    int nuclide[32];
    double density[32];
};

struct library {
    int nuclides, points;
    struct point *table; /* points of nuclide 0, then those of nuclide 1, ... */
    struct material material[12];
};

int library_make(struct library *library, int nuclides, int points);
void library_free(struct library *library);

/* Pseudo-random numbers in [0, 1). */
double rn(unsigned long long *seed);
int pick_material(unsigned long long *seed);

void macro_xs(const struct library *library, const struct material *material, double energy,
              double *xs);

#endif
