/* paths.h: call paths of all lanes together: nodes that are the same path have one number. With
 * many lanes there are far fewer paths than nodes. */
#ifndef SERVE_PATHS_H
#define SERVE_PATHS_H

#include "archive/archive.h"

struct serve_paths {
    uint32_t *path_of; /* by row of nodes */
    uint32_t *node;    /* by path: the first node that has it */
    uint32_t *parent;  /* by path; ARCHIVE_NONE: none. A parent's number is smaller */
    size_t count;
};

struct serve_paths *serve_paths_new(const struct archive *archive);
void serve_paths_free(struct serve_paths *paths);

#endif
