/* fixed.c: the operator with the number of points as a constant. */
#include "element.h"

#define AT(i, j, k) ((i) + NX * ((j) + NX * (k)))

static inline void gradient(double *restrict ur, double *restrict us, double *restrict ut,
                            const double *restrict u, const double d[NX][NX])
{
    for (int k = 0; k < NX; k++) {
        for (int j = 0; j < NX; j++) {
            for (int i = 0; i < NX; i++) {
                double r = 0, s = 0, t = 0;
                for (int l = 0; l < NX; l++) {
                    r += d[i][l] * u[AT(l, j, k)];
                    s += d[j][l] * u[AT(i, l, k)];
                    t += d[k][l] * u[AT(i, j, l)];
                }
                ur[AT(i, j, k)] = r;
                us[AT(i, j, k)] = s;
                ut[AT(i, j, k)] = t;
            }
        }
    }
}

static inline void divergence(double *restrict w, const double *restrict ur,
                              const double *restrict us, const double *restrict ut,
                              const double d[NX][NX])
{
    for (int k = 0; k < NX; k++) {
        for (int j = 0; j < NX; j++) {
            for (int i = 0; i < NX; i++) {
                double sum = 0;
                for (int l = 0; l < NX; l++)
                    sum += d[l][i] * ur[AT(l, j, k)] + d[l][j] * us[AT(i, l, k)] +
                           d[l][k] * ut[AT(i, j, l)];
                w[AT(i, j, k)] = sum;
            }
        }
    }
}

void ax_fixed(double *w, const double *u, const struct geometry *g, const double d[NX][NX])
{
    double ur[POINTS], us[POINTS], ut[POINTS];
    gradient(ur, us, ut, u, d);
    for (int i = 0; i < POINTS; i++) {
        ur[i] *= g->rr[i];
        us[i] *= g->ss[i];
        ut[i] *= g->tt[i];
    }
    divergence(w, ur, us, ut, d);
}
