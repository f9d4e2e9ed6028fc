/* block.h: 5 x 5 blocks, as the implicit solvers of compressible flow have them. */
#ifndef BLOCK_H
#define BLOCK_H

#define NV 5 /* unknowns at a point: density, three momenta, energy */

typedef double block[NV][NV];
typedef double cell[NV];

/* A block-tridiagonal system along a line of n points: a x[i-1] + b x[i] + c x[i+1] = r. */
void line_solve(int n, block *a, block *b, block *c, cell *r);

void system_fill(int n, int line, block *a, block *b, block *c, cell *r);

#endif
