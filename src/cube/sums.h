/* sums.h: adds nodes to sums, inside the cube. */
#ifndef CUBE_SUMS_H
#define CUBE_SUMS_H

#include "cube/cube.h"

void sums_init(struct cube_sums *sums);

/* Adds a node. `outermost`: no node above it is in the same sum. */
void sums_add(struct cube_sums *sums, const struct cube *cube, uint32_t node, bool outermost);

/* Finds rows by their keys during a projection. */
struct sums_index {
    struct cube_rows *to;
    size_t room;
    struct pairs *pairs;
};

/* Returns the row of (a, b), and adds it if it is new. */
uint32_t sums_row(struct sums_index *index, uint32_t a, uint32_t b);

/* Adds each node to its row; ARCHIVE_NONE: to none. */
void sums_project(const struct cube *cube, const uint32_t *row_of_node, struct cube_rows *rows);

#endif
