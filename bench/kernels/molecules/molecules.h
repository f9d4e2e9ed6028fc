/* molecules.h: particles in a periodic box, sorted into cells. */
#ifndef MOLECULES_H
#define MOLECULES_H

#define DIM 3

struct system {
    int count; /* particles */
    int cells; /* per direction */
    double box, cutoff;
    double (*x)[DIM], (*v)[DIM], (*f)[DIM];
    int *head, *next; /* linked cells */
    double potential;
};

int system_make(struct system *s, int per_side, double density);
void system_free(struct system *s);

void cells_fill(struct system *s);
double wrap(double x, double box);

void forces(struct system *s);
void step(struct system *s, double dt);
double kinetic(const struct system *s);

#endif
