/* names.c: see names.h */
#include "analysis/division/names.h"

#include "analysis/division/keys.h"
#include "cube/region_words.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

size_t division_own_length(const char *name, size_t size)
{
    static const char *const outlined[] = {"._omp_fn.", ".omp_outlined", "._omp_cpyfn."};
    for (size_t i = 0; i < sizeof outlined / sizeof outlined[0]; i++) {
        const char *found = memmem(name, size, outlined[i], strlen(outlined[i]));
        size = found && found > name ? (size_t)(found - name) : size;
    }
    return size;
}

/* Appends a routine's name without compiler decorations, so that it is the same in all runs. */
static void add_name(const struct archive *archive, uint32_t region, const char *name, size_t size,
                     struct buffer *to)
{
    size_t begin = to->used;
    size = division_own_length(name, size);
    while (size > 1 && name[size - 1] == '_')
        size--;
    if (size == 4 && !strncmp(name, "MAIN", 4))
        name = "main";
    buffer_printf(to, "%.*s", (int)size, name);
    for (size_t i = begin; cube_region_is_fortran(archive, region) && i < to->used; i++)
        to->text[i] = (char)tolower((unsigned char)to->text[i]);
}

/* Returns, by region, the text of the functions that a loop was inlined from. The caller frees the
 * array. */
static uint32_t *find_inlined(const struct archive *archive)
{
    uint32_t *inlined = memory_zeroed(archive->regions.rows + 1, sizeof *inlined);
    for (size_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            inlined[archive->loops.region[i]] = archive->loops.inlined[i];
    }
    return inlined;
}

/* Returns the first routine below a node, if it was visited once; ARCHIVE_NONE if there is none. */
static uint32_t first_routine(const struct archive *archive, uint32_t below)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = below + 1; i < nodes->rows; i++) {
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        if (nodes->parent[i] == below && kind == TRI_KIND_ROUTINE)
            return nodes->visits[i] == 1 ? i : ARCHIVE_NONE;
    }
    return ARCHIVE_NONE;
}

/* Returns the routine that a run began with, if that is a Fortran program, which may have any name;
 * 0 if it is not, or unknown. In a binary, a function `main` calls it. */
static uint32_t find_program(const struct archive *archive)
{
    uint32_t row = archive->nodes.rows ? first_routine(archive, 0) : ARCHIVE_NONE;
    uint32_t region = row == ARCHIVE_NONE ? 0 : archive->nodes.region[row];
    if (region && !strcmp(cube_region_name(archive, region), "main")) {
        row = first_routine(archive, row);
        region = row == ARCHIVE_NONE ? 0 : archive->nodes.region[row];
    }
    return region && cube_region_is_fortran(archive, region) ? region : 0;
}

/* Appends the name of the routine that a region is, or whose source contains it. */
static void name_routine(const struct archive *archive, uint32_t region, const uint32_t *inlined,
                         uint32_t program, struct buffer *to)
{
    bool is_routine = archive->regions.kind[region] == TRI_KIND_ROUTINE;
    uint32_t routine = is_routine ? region : archive->regions.routine[region];
    const char *name = !routine             ? ""
                       : routine == program ? "main"
                                            : cube_region_name(archive, routine);
    const char *from = archive_text(archive, inlined[region]);
    const char *end = strstr(from, " <- ");
    if (*from)
        add_name(archive, region, from, end ? (size_t)(end - from) : strlen(from), to);
    else
        add_name(archive, region, name, analysis_division_plain_length(name), to);
}

uint32_t *analysis_division_names(const struct archive *archive, struct interned *names)
{
    uint32_t *inlined = find_inlined(archive), program = find_program(archive);
    uint32_t *numbers = memory_zeroed(archive->regions.rows + 1, sizeof *numbers);
    struct buffer name = {0};
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        name.used = 0;
        buffer_add(&name, "");
        name_routine(archive, i, inlined, program, &name);
        numbers[i] = interned_add_text(names, name.text);
    }
    buffer_free(&name);
    free(inlined);
    return numbers;
}
