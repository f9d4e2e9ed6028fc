/* element.h: the stiffness operator of spectral elements of order 4: five points in each
 * direction. */
#ifndef ELEMENT_H
#define ELEMENT_H

#define NX 5
#define POINTS (NX * NX * NX)

/* Metric terms of an element. */
struct geometry {
    double rr[POINTS], ss[POINTS], tt[POINTS];
};

/* c = a b, matrices in Fortran's order, of n1 x n2, n2 x n3: the sizes are known at run time. */
void mxm(const double *a, int n1, const double *b, int n2, double *c, int n3);

/* w = A u for one element: with the number of points a constant, and as a variable n. */
void ax_fixed(double *w, const double *u, const struct geometry *g, const double d[NX][NX]);
void ax_general(double *w, const double *u, const struct geometry *g, const double *d,
                const double *dt, int n);

#endif
