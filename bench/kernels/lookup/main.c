/* main.c: looks up LOOKUPS cross sections, as following neutrons does; prints which channel was
 * largest how often. usage: main [POINTS [LOOKUPS]] */
#include "lookup.h"

#include <stdio.h>
#include <stdlib.h>

static int largest(const double *xs)
{
    int most = 0;
    for (int c = 1; c < CHANNELS; c++) {
        if (xs[c] > xs[most])
            most = c;
    }
    return most;
}

int main(int argc, char **argv)
{
    int points = argc > 1 ? atoi(argv[1]) : 1000;
    int lookups = argc > 2 ? atoi(argv[2]) : 200000;
    struct library library;
    if (!library_make(&library, 68, points))
        return 1;
    unsigned long long seed = 1070;
    long counts[CHANNELS] = {0};
    for (int i = 0; i < lookups; i++) {
        double xs[CHANNELS];
        double energy = rn(&seed);
        int m = pick_material(&seed);
        macro_xs(&library, &library.material[m], energy * 0.6, xs);
        counts[largest(xs)]++;
    }
    for (int c = 0; c < CHANNELS; c++)
        printf("%ld ", counts[c]);
    printf("\n");
    library_free(&library);
    return 0;
}
