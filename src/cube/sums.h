/* sums.h: adding nodes to sums, inside the cube. */
#ifndef CUBE_SUMS_H
#define CUBE_SUMS_H

#include "cube/cube.h"

void sums_init(struct cube_sums *sums);

/* `outermost`: no node above it is in the same sum. */
void sums_add(struct cube_sums *sums, const struct cube *cube, uint32_t node, bool outermost);

/* Rows by their keys while they are found. */
struct sums_index {
    struct cube_rows *to;
    size_t room;
    struct pairs *pairs;
};

/* The row of (a, b), made when there is none. */
uint32_t sums_row(struct sums_index *index, uint32_t a, uint32_t b);

/* Sums over nodes that were given rows; ARCHIVE_NONE: none. */
void sums_project(const struct cube *cube, const uint32_t *row_of_node, struct cube_rows *rows);

#endif
