/* sources.c: see sources.h */
#include "serve/sources.h"

#include "archive/write/sources.h"
#include "util/interned.h"
#include "util/memory.h"

#include <limits.h>
#include <stdlib.h>

struct serve_sources *serve_sources_new(const struct archive *archive)
{
    size_t rows = archive->regions.rows;
    struct serve_sources *sources = memory_zeroed(1, sizeof *sources);
    struct interned *paths = interned_new();
    sources->file_of = memory_zeroed(rows + 1, sizeof *sources->file_of);
    sources->paths = memory_zeroed(rows + 1, sizeof *sources->paths);
    for (uint32_t i = 0; i < rows; i++) {
        char path[PATH_MAX];
        sources->file_of[i] = ARCHIVE_NONE;
        if (!archive_sources_path(archive, i, path, sizeof path))
            continue;
        uint32_t file = interned_add_text(paths, path);
        sources->file_of[i] = file;
        if (file < sources->count)
            continue;
        sources->paths[file] = memory_string(path);
        sources->count++;
    }
    interned_free(paths);
    return sources;
}

void serve_sources_free(struct serve_sources *sources)
{
    for (size_t i = 0; sources && i < sources->count; i++)
        free(sources->paths[i]);
    if (sources) {
        free(sources->file_of);
        free(sources->paths);
    }
    free(sources);
}
