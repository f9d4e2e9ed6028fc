/* main.c: a cluster of bodies that attract each other: orbits [N [STEPS [FOLDER]]] */
#include "bodies.h"
#include "notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVERY = 20 };
static const double time_step = 1e-3;

/* A number from `least` to `most`, or -1 for anything else. */
static int read_number(const char *text, int least, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= least && value <= most ? (int)value : -1;
}

/* From 0 to 1, the same sequence on every machine (Park and Miller 1988). */
static double next_random(long long *seed)
{
    *seed = *seed * 16807 % 2147483647;
    return (double)*seed / 2147483647.0;
}

/* Writes the bodies' masses, places and velocities, a line each: points of a ball that turns.
 * Every fourth body has no mass: it is pulled and pulls nobody. */
static int write_bodies(const char *path, int n)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return 1;
    fprintf(out, "%d\n", n);
    long long seed = 1988;
    for (int made = 0; made < n;) {
        double x = 2 * next_random(&seed) - 1;
        double y = 2 * next_random(&seed) - 1;
        double z = 2 * next_random(&seed) - 1;
        if (x * x + y * y + z * z > 1)
            continue;
        double mass = ++made % 4 ? 1.0 / (n - n / 4) : 0;
        fprintf(out, "%.6e %9.6f %9.6f %9.6f %9.6f %9.6f %9.6f\n", mass, x, y, z, -0.5 * y, 0.5 * x,
                0.0);
    }
    return fclose(out) != 0;
}

/* Lets the cluster move and judges what was seen. Returns the exit status. */
static int observe(struct cluster *c, int steps, const char *path)
{
    struct notes notes;
    if (!notes_open(&notes, path)) {
        fprintf(stderr, "orbits: cannot write %s\n", path);
        return 1;
    }
    int stopped = orbits_integrate(c, time_step, steps, EVERY, notes_look, &notes);
    int right = notes_close(&notes) && !stopped && notes.energy_drift < 1e-4 &&
                notes.momentum_drift < 1e-12;
    printf("%s: energy drifts by %.1e, momentum by %.1e\n", right ? "right" : "WRONG",
           notes.energy_drift, notes.momentum_drift);
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], 2, 100000) : 1200;
    int steps = argc > 2 ? read_number(argv[2], 0, 1000000) : 300;
    const char *folder = argc > 3 ? argv[3] : ".";
    char bodies[4096], energies[4096];
    int size = snprintf(bodies, sizeof(bodies), "%s/bodies.txt", folder);
    snprintf(energies, sizeof(energies), "%s/energies.txt", folder);
    if (argc > 4 || n < 0 || steps < 0 || size >= (int)sizeof(bodies) - 4) {
        fprintf(stderr, "usage: orbits [N [STEPS [FOLDER]]], N from 2, STEPS from 0\n");
        return 2;
    }
    struct cluster c;
    if (write_bodies(bodies, n) || orbits_read(bodies, &c)) {
        fprintf(stderr, "orbits: cannot write %s or read it\n", bodies);
        return 1;
    }
    int status = observe(&c, steps, energies);
    cluster_free(&c);
    return status;
}
