/* grid.h: a grid with one row of boundary points on each side. */
#ifndef GRID_H
#define GRID_H

struct grid {
    int nx, ny;
    double *u, *f;
};

struct grid *grid_new(int nx, int ny);
void grid_free(struct grid *grid);

/* One Gauss-Seidel sweep; the largest change is returned. */
double sweep(struct grid *grid);
double residual(const struct grid *grid);

#endif
