/* tree.c: merges the trees of all lanes. */
#include "cube/cube.h"

#include "cube/sums.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

struct cube_tree cube_tree_new(const struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    struct cube_rows rows = {0};
    struct pairs pairs = {0};
    struct sums_index index = {.to = &rows, .pairs = &pairs};
    uint32_t *row_of_node = memory_zeroed(nodes->rows, sizeof *row_of_node);
    sums_row(&index, ARCHIVE_NONE, 0);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        row_of_node[i] =
            parent == ARCHIVE_NONE ? 0 : sums_row(&index, row_of_node[parent], nodes->region[i]);
    }
    sums_project(cube, row_of_node, &rows);
    free(row_of_node);
    pairs_free(&pairs);
    return (struct cube_tree){rows.rows, rows.count};
}

void cube_tree_free(struct cube_tree *tree)
{
    free(tree->rows);
    *tree = (struct cube_tree){0};
}
