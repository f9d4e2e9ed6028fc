/* sources.c: see sources.h */
#include "analysis/division/sources.h"

#include "archive/write/sources.h"
#include "format/hash.h"
#include "util/interned.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* A source file. */
struct source {
    char *text; /* NULL: not available */
    size_t size;
    uint64_t tag;
};

/* The source files of a run. */
struct division_sources {
    struct source *files; /* number 0: for regions without a file */
    size_t count, room;
    uint32_t *of_region; /* number of its file */
    uint64_t *names;     /* by region: a hash of its file's name; 0: none */
    uint64_t *binaries;  /* by region: a hash of its binary's path */
    uint8_t *is_loop;    /* by region */
    size_t region_count;
};

static struct source read_source(const struct archive *archive, const char *path)
{
    struct source source = {.tag = format_hash_text(path)};
    source.text = archive_sources_text(archive, path, &source.size);
    if (source.text)
        source.tag = format_hash(FORMAT_HASH_START, source.text, source.size);
    return source;
}

static void read_files(struct division_sources *sources, const struct archive *archive)
{
    struct interned *paths = interned_new();
    interned_add_text(paths, "");
    sources->files = memory_grow(NULL, &sources->room, 1, sizeof *sources->files);
    sources->files[sources->count++] = (struct source){0};
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        char path[PATH_MAX];
        uint32_t kind = archive->regions.kind[i];
        sources->is_loop[i] = kind == TRI_KIND_LOOP;
        if ((kind != TRI_KIND_LOOP && kind != TRI_KIND_ROUTINE) ||
            !archive_sources_path(archive, i, path, sizeof path))
            continue;
        uint32_t number = interned_add_text(paths, path);
        if (number == sources->count) {
            sources->files = memory_grow(sources->files, &sources->room, sources->count + 1,
                                         sizeof *sources->files);
            sources->files[sources->count++] = read_source(archive, path);
        }
        sources->of_region[i] = number;
    }
    interned_free(paths);
}

struct division_sources *analysis_division_sources_new(const struct archive *archive)
{
    struct division_sources *sources = memory_zeroed(1, sizeof *sources);
    sources->of_region = memory_zeroed(archive->regions.rows + 1, sizeof *sources->of_region);
    sources->region_count = archive->regions.rows;
    sources->is_loop = memory_zeroed(archive->regions.rows + 1, sizeof *sources->is_loop);
    sources->binaries = memory_zeroed(archive->regions.rows + 1, sizeof *sources->binaries);
    sources->names = memory_zeroed(archive->regions.rows + 1, sizeof *sources->names);
    read_files(sources, archive);
    for (size_t i = 1; i < archive->regions.rows; i++) {
        const char *name = archive_text(archive, archive->regions.file[i]);
        sources->names[i] = *name ? format_hash_text(name) : 0;
    }
    for (size_t i = 0; i < archive->loops.rows; i++) {
        const char *path = archive_text(archive, archive->loops.binary[i]);
        if (archive->loops.region[i] < archive->regions.rows)
            sources->binaries[archive->loops.region[i]] = format_hash_text(path);
    }
    return sources;
}

void analysis_division_sources_free(struct division_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        free(sources->files[i].text);
    free(sources->files);
    free(sources->of_region);
    free(sources->names);
    free(sources->binaries);
    free(sources->is_loop);
    free(sources);
}

const char *analysis_division_source(const struct division_sources *sources, uint32_t region,
                                     size_t *size)
{
    const struct source *source = &sources->files[sources->of_region[region]];
    *size = source->size;
    return source->text;
}

uint64_t analysis_division_source_tag(const struct division_sources *sources, uint32_t region)
{
    uint32_t file = sources->of_region[region];
    return file                     ? sources->files[file].tag
           : sources->names[region] ? sources->names[region]
                                    : sources->binaries[region];
}

bool division_sources_have(const struct division_sources *sources, uint64_t tag)
{
    for (size_t i = 0; i < sources->region_count; i++) {
        if (sources->is_loop[i] && analysis_division_source_tag(sources, (uint32_t)i) == tag)
            return true;
    }
    return false;
}

bool division_binary_differs(const struct division_sources *sources, uint32_t region,
                             const struct division_sources *other)
{
    uint64_t binary = sources->binaries[region];
    for (size_t i = 0; binary && i < other->region_count; i++) {
        if (other->binaries[i] == binary)
            return false;
    }
    return binary != 0;
}
