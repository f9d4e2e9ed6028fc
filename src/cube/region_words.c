/* region_words.c: see region_words.h */
#include "cube/region_words.h"

#include "cube/language.h"
#include "format/act.h"

#include <string.h>
#include <triptych/probes.h>

const char *cube_region_name(const struct archive *archive, uint32_t region)
{
    return archive_text(archive, archive->regions.name[region]);
}

const char *cube_region_kind(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    const char *word = kind ? format_region_word(kind) : "";
    return word ? word : "?";
}

const char *cube_region_routine(const struct archive *archive, uint32_t region)
{
    uint32_t routine = archive->regions.routine[region];
    return routine ? cube_region_name(archive, routine) : "";
}

/* Returns `path` without `folder` in front, if it is below it. */
static const char *below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return size > 1 && !strncmp(path, folder, size) && path[size] == '/' ? path + size + 1 : path;
}

const char *cube_region_file(const struct archive *archive, uint32_t region)
{
    const char *file = archive_text(archive, archive->regions.file[region]);
    const char *dir = archive_text(archive, archive->regions.dir[region]);
    return below(below(file, dir), archive->run.cwd);
}

const char *cube_region_target(const struct archive *archive, uint32_t file)
{
    const char *name = cube_region_name(archive, file);
    return !strncmp(name, "./", 2) ? name + 2 : below(name, archive->run.cwd);
}

bool cube_region_has_source(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t kind = regions->kind[region];
    bool is_site = kind > TRI_KIND_USER || (kind == TRI_KIND_IO && !regions->seq[region]) ||
                   archive_is_only_named(archive, region);
    return *cube_region_file(archive, region) && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT &&
           !(is_site && !regions->line[region]);
}

bool cube_region_unit(const struct archive *archive, uint32_t file, int64_t *unit)
{
    uint32_t number = archive->regions.unit[file];
    *unit = (int32_t)number;
    return number != ARCHIVE_NONE;
}

bool cube_region_is_fortran(const struct archive *archive, uint32_t region)
{
    return cube_language_is_fortran(archive_text(archive, archive->regions.file[region]));
}

/* Appends a loop with the keywords of the source: "do 10", "sweep: do while". A loop of a binary
 * has none. */
static void add_fortran_loop(const struct archive *archive, uint32_t region, struct buffer *to)
{
    const struct archive_regions *regions = &archive->regions;
    const char *name = cube_region_name(archive, region);
    const char *word =
        cube_language_loop(archive_text(archive, regions->file[region]), regions->flags[region]);
    bool label = *name >= '0' && *name <= '9';
    buffer_printf(to, "loop %u", regions->seq[region]);
    if (*word || *name)
        buffer_printf(to, " (%s%s%s%s%s)", label ? "" : name, *name && !label && *word ? ": " : "",
                      word, label && *word ? " " : "", label ? name : "");
}

void cube_region_label(const struct archive *archive, uint32_t region, struct buffer *to)
{
    const char *name = cube_region_name(archive, region);
    if (archive->regions.kind[region] != TRI_KIND_LOOP)
        buffer_add(to, name);
    else if (cube_region_is_fortran(archive, region))
        add_fortran_loop(archive, region, to);
    else
        buffer_printf(to, "loop %u%s%s", archive->regions.seq[region], *name ? " " : "", name);
}

void cube_region_describe(const struct archive *archive, uint32_t region, struct buffer *to)
{
    const char *routine = cube_region_routine(archive, region);
    uint32_t kind = archive->regions.kind[region];
    cube_region_label(archive, region, to);
    if (*routine && (kind == TRI_KIND_LOOP || kind == TRI_KIND_IO || kind >= TRI_KIND_TASK))
        buffer_printf(to, " of %s", routine);
}

size_t cube_region_file_size(const char *file, uint32_t line)
{
    static const char mark[] = "+0x";
    const char *sign = line ? NULL : strrchr(file, '+');
    const char *digits =
        sign && !strncmp(sign, mark, sizeof mark - 1) ? sign + sizeof mark - 1 : "";
    bool is_address = *digits && !digits[strspn(digits, "0123456789abcdef")];
    return is_address ? (size_t)(sign - file) : strlen(file);
}

void cube_region_place(const struct archive *archive, uint32_t region, struct buffer *to)
{
    const char *file = cube_region_file(archive, region);
    uint32_t line = archive->regions.line[region];
    if (line && cube_region_has_source(archive, region))
        buffer_printf(to, " (%s:%u)", file, line);
    else if (cube_region_file_size(file, line) < strlen(file))
        buffer_printf(to, " (%s)", file);
}
