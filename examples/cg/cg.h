/* cg.h: the method of conjugate gradients (Hestenes and Stiefel 1952). */
#ifndef CG_H
#define CG_H

#include "csr.h"

/* Vectors the method works with, as long as the matrix has rows. */
struct cg_room {
    double *residual, *direction, *image;
};

/* Solves A·x = b for a symmetric positive definite A, from x = 0, until the residual is `tolerance`
 * times that of the start, in at most `limit` steps. Returns how many it took. */
int cg_solve(const struct csr *matrix, const double *b, double *x, double tolerance, int limit,
             const struct cg_room *room);

#endif
