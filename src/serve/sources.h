/* sources.h: the source files of a run, by number. */
#ifndef SERVE_SOURCES_H
#define SERVE_SOURCES_H

#include "archive/archive.h"

struct serve_sources {
    uint32_t *file_of; /* by row of regions: the number of its file; ARCHIVE_NONE: none */
    char **paths;      /* by number: absolute */
    size_t count;
};

struct serve_sources *serve_sources_new(const struct archive *archive);
void serve_sources_free(struct serve_sources *sources);

#endif
