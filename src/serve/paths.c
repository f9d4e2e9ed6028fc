/* paths.c: see paths.h */
#include "serve/paths.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

struct serve_paths *serve_paths_new(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    struct serve_paths *paths = memory_zeroed(1, sizeof *paths);
    struct pairs known = {0};
    paths->path_of = memory_zeroed(nodes->rows + 1, sizeof *paths->path_of);
    paths->node = memory_zeroed(nodes->rows + 1, sizeof *paths->node);
    paths->parent = memory_zeroed(nodes->rows + 1, sizeof *paths->parent);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        bool root = nodes->parent[i] == ARCHIVE_NONE || nodes->parent[i] >= i;
        uint32_t parent = root ? ARCHIVE_NONE : paths->path_of[nodes->parent[i]];
        uint32_t new = (uint32_t)paths->count;
        uint32_t path = pairs_add(&known, parent, nodes->region[i], new);
        paths->path_of[i] = path;
        if (path != new)
            continue;
        paths->node[new] = i;
        paths->parent[new] = parent;
        paths->count++;
    }
    pairs_free(&known);
    return paths;
}

void serve_paths_free(struct serve_paths *paths)
{
    if (!paths)
        return;
    free(paths->path_of);
    free(paths->node);
    free(paths->parent);
    free(paths);
}
