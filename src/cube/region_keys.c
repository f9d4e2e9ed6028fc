/* region_keys.c: see region_keys.h */
#include "cube/region_keys.h"

#include "cube/region_words.h"
#include "format/act.h"
#include "format/event.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* Returns the word for a region's kind in patterns; "outside" for row 0, "" if it is unknown. */
static const char *kind_word(uint32_t kind)
{
    const char *word = kind ? format_region_word(kind) : "outside";
    return word ? word : "";
}

/* Returns a region's name; that of its routine for a loop without a label. */
static const char *name_of(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    const char *name = archive_text(archive, regions->name[region]);
    return *name ? name : archive_text(archive, regions->name[regions->routine[region]]);
}

char *cube_region_keys_name(const struct archive *archive, uint32_t region)
{
    const char *name = name_of(archive, region);
    return memory_string(*name ? name : "(no name)");
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

char *cube_region_keys_label(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    struct buffer label = {0};
    const char *file = last_part(archive_text(archive, regions->file[region]));
    bool has_address = cube_region_file_size(file, regions->line[region]) < strlen(file);
    if (!region)
        return memory_string("(outside of all regions)");
    if (regions->kind[region] == TRI_KIND_LOOP)
        buffer_printf(&label, "loop %u of ", regions->seq[region]);
    buffer_add(&label, name_of(archive, region));
    if (*file && regions->line[region])
        buffer_printf(&label, " (%s:%u)", file, regions->line[region]);
    else if (has_address)
        buffer_printf(&label, " (%s)", file);
    return buffer_take(&label);
}

static bool matches_file(const char *pattern, const char *file)
{
    return *file && (!fnmatch(pattern, file, 0) || !fnmatch(pattern, last_part(file), 0));
}

/* True if the file of a region matches, with or without the address of a call without a line. */
static bool is_in_file(const struct archive *archive, uint32_t region, const char *pattern)
{
    const struct archive_regions *regions = &archive->regions;
    const char *file = archive_text(archive, regions->file[region]);
    size_t size = cube_region_file_size(file, regions->line[region]);
    char *module = memory_printf("%.*s", (int)size, file);
    bool found = matches_file(pattern, file) || matches_file(pattern, module);
    free(module);
    return found;
}

/* True if a region matches "KIND:NAME", "NAME" or "file:PATH". */
static bool matches(const struct archive *archive, uint32_t region, const char *pattern)
{
    const struct archive_regions *regions = &archive->regions;
    const char *name = region ? name_of(archive, region) : "(outside of all regions)";
    if (!strncmp(pattern, "file:", 5) && is_in_file(archive, region, pattern + 5))
        return true;
    char *full = memory_printf("%s:%s", kind_word(regions->kind[region]), name);
    bool found = !fnmatch(pattern, name, 0) || !fnmatch(pattern, full, 0);
    free(full);
    return found;
}

/* Selects the classes that match: all their regions, and time outside of all regions. False if none
 * does. */
static bool choose_class(struct cube_region_keys *whats, const char *pattern)
{
    bool found = false;
    for (int i = 0; i < CYCLES_CLASSES; i++) {
        if (fnmatch(pattern, archive_cycles_class_key((enum archive_cycles_class)i),
                    FNM_CASEFOLD) &&
            fnmatch(pattern, archive_cycles_class_word((enum archive_cycles_class)i), FNM_CASEFOLD))
            continue;
        whats->class[i] = true;
        found = true;
    }
    return found;
}

static bool choose(struct cube_region_keys *whats, const char *pattern, struct error *error)
{
    bool found = false;
    if (!strncmp(pattern, "class:", 6))
        return choose_class(whats, pattern + 6) ||
               error_set(error,
                         "'%s' is not a class; the classes are program, mpi_point_to_point, "
                         "mpi_collective, "
                         "mpi_setup, runtime, sync, io, idle and unknown",
                         pattern);
    for (uint32_t i = 0; i < whats->archive->regions.rows; i++) {
        if (!matches(whats->archive, i, pattern))
            continue;
        whats->region[i] = 1;
        found = true;
    }
    return found || error_set(error,
                              "nothing in %s matches '%s'; patterns are such as 'solve*', "
                              "'routine:solve*', 'loop:*', 'file:*.c', 'class:sync'",
                              whats->archive->path, pattern);
}

/* True if the region is part of the subject by default, when no pattern was given. */
static bool is_usual(const struct cube_region_keys *whats,
                     const struct cube_projection_request *request, uint32_t region)
{
    uint32_t kind = whats->archive->regions.kind[region];
    switch (request->subject) {
    case PROJECTION_COMMUNICATION:
        return request->measure == PROJECTION_WAITS ? format_may_wait(kind)
                                                    : kind == TRI_KIND_COMM || kind == TRI_KIND_IO;
    case PROJECTION_EXECUTION:
        return request->measure == PROJECTION_WAITS ? format_may_wait(kind)
                                                    : whats->class_of[region] == CYCLES_PROGRAM;
    default:
        return true;
    }
}

bool cube_region_keys_init(struct cube_region_keys *whats, const struct archive *archive,
                           const struct cube_projection_request *request, struct error *error)
{
    size_t rows = archive->regions.rows;
    *whats = (struct cube_region_keys){.archive = archive, .any = request->what_count > 0};
    whats->region = memory_zeroed(rows, sizeof *whats->region);
    whats->class_of = archive_cycles_classes_new(archive);
    for (size_t i = 0; i < request->what_count; i++) {
        if (!choose(whats, request->whats[i], error))
            return false;
    }
    for (uint32_t i = 0; !whats->any && i < rows; i++)
        whats->region[i] = is_usual(whats, request, i);
    return true;
}

void cube_region_keys_free(struct cube_region_keys *whats)
{
    free(whats->region);
    free(whats->class_of);
}

enum archive_cycles_class cube_region_keys_class(const struct cube_region_keys *whats,
                                                 uint32_t region, uint32_t lane)
{
    return region ? (enum archive_cycles_class)whats->class_of[region]
                  : archive_cycles_class_of(whats->archive, 0, lane);
}
