/* general.c: the operator by products of small matrices, whose size is a variable. */
#include "element.h"

static void local_grad3(double *ur, double *us, double *ut, const double *u, int n, const double *d,
                        const double *dt)
{
    int m = n * n;
    mxm(d, n, u, n, ur, m);
    for (int k = 0; k < n; k++)
        mxm(u + k * m, n, dt, n, us + k * m, n);
    mxm(u, m, dt, n, ut, n);
}

static void local_grad3_t(double *w, double *ur, double *us, double *ut, int n, const double *d,
                          const double *dt, double *work)
{
    int m = n * n;
    mxm(dt, n, ur, n, w, m);
    for (int k = 0; k < n; k++)
        mxm(us + k * m, n, d, n, work + k * m, n);
    for (int i = 0; i < n * m; i++)
        w[i] += work[i];
    mxm(ut, m, d, n, work, n);
    for (int i = 0; i < n * m; i++)
        w[i] += work[i];
}

void ax_general(double *w, const double *u, const struct geometry *g, const double *d,
                const double *dt, int n)
{
    double ur[POINTS], us[POINTS], ut[POINTS], work[POINTS];
    local_grad3(ur, us, ut, u, n, d, dt);
    for (int i = 0; i < n * n * n; i++) {
        ur[i] *= g->rr[i];
        us[i] *= g->ss[i];
        ut[i] *= g->tt[i];
    }
    local_grad3_t(w, ur, us, ut, n, d, dt, work);
}
