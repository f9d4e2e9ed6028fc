/* project.c: sums nodes by a key, or by their path in the merged trees of all lanes. */
#include "cube/cube.h"

#include "cube/sums.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

void cube_rows_free(struct cube_rows *rows)
{
    free(rows->rows);
    *rows = (struct cube_rows){0};
}

struct cube_rows cube_project(const struct cube *cube, cube_key *key, const void *with)
{
    size_t nodes = cube->archive->nodes.rows;
    struct cube_rows rows = {0};
    struct pairs pairs = {0};
    struct sums_index index = {.to = &rows, .pairs = &pairs};
    uint32_t *row_of_node = memory_zeroed(nodes, sizeof *row_of_node);
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t a, b;
        row_of_node[i] = key(cube, i, with, &a, &b) ? sums_row(&index, a, b) : ARCHIVE_NONE;
    }
    sums_project(cube, row_of_node, &rows);
    free(row_of_node);
    pairs_free(&pairs);
    return rows;
}

bool cube_key_region(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                     uint32_t *b)
{
    (void)with;
    *a = cube->archive->nodes.region[node];
    *b = 0;
    return *a != 0;
}

bool cube_key_lane(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                   uint32_t *b)
{
    (void)with;
    *a = cube->archive->nodes.region[node];
    *b = cube->archive->nodes.lane[node];
    return *a != 0;
}

bool cube_key_within(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                     uint32_t *b)
{
    (void)with;
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint32_t parent = nodes->parent[node];
    *a = parent == ARCHIVE_NONE ? 0 : nodes->region[parent];
    *b = nodes->region[node];
    return *b != 0;
}

static bool key_call(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                     uint32_t *b)
{
    const uint32_t *routine_above = with;
    *a = routine_above[node];
    *b = cube->archive->nodes.region[node];
    return cube->archive->regions.kind[*b] == TRI_KIND_ROUTINE;
}

struct cube_rows cube_calls(const struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint32_t *above = memory_zeroed(nodes->rows, sizeof *above);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE)
            continue;
        uint32_t region = nodes->region[parent];
        above[i] = cube->archive->regions.kind[region] == TRI_KIND_ROUTINE ? region : above[parent];
    }
    struct cube_rows rows = cube_project(cube, key_call, above);
    free(above);
    return rows;
}

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
