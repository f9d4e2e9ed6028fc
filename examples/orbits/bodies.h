/* bodies.h: what C and Fortran share. The Fortran side is in bodies.f90, gravity.f90 and
 * orbits.f90. */
#ifndef BODIES_H
#define BODIES_H

/* As `type, bind(c) :: cluster` in bodies.f90. Each array has n numbers. */
struct cluster {
    int n;
    double *mass;
    double *x, *y, *z;
    double *vx, *vy, *vz;
    double *ax, *ay, *az;
};

/* What the integrator calls with each so many steps, and once at the end. Anything but 0 stops it.
 */
typedef int observer(void *notes, const struct cluster *c, int step);

/* Fortran, used by C. */
extern double softening; /* added to the square of distances */
void gravity(struct cluster *c);
int orbits_read(const char *path, struct cluster *c);
int orbits_integrate(struct cluster *c, double dt, int steps, int every, observer *see,
                     void *notes);
void bodies_kinetic(const struct cluster *c, double *energy, double momentum[3]);

/* C, called from Fortran. */
int cluster_new(struct cluster *c, int n);
void cluster_free(struct cluster *c);

#endif
