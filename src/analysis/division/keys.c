/* keys.c: see keys.h */
#include "analysis/division/keys.h"

#include "cube/region_words.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* A loop's position in the source. */
struct place {
    uint32_t region, routine, line, seq;
    uint64_t address;
};

static int compare(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->routine != b->routine)
        return a->routine < b->routine ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->seq != b->seq)
        return a->seq < b->seq ? -1 : 1;
    return a->address < b->address ? -1 : a->address > b->address;
}

static void set_addresses(const struct archive *archive, struct place *places)
{
    for (size_t i = 0; i < archive->loops.rows; i++) {
        uint32_t region = archive->loops.region[i];
        if (region < archive->regions.rows)
            places[region].address = archive->loops.address[i];
    }
}

/* Returns, by region, how many loops of the same line of the same routine come before it. */
static uint32_t *count_before(const struct archive *archive, struct place *places)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t *before = memory_zeroed(regions->rows + 1, sizeof *before);
    struct place *loops = memory_zeroed(regions->rows + 1, sizeof *loops);
    size_t count = 0;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (regions->kind[i] == TRI_KIND_LOOP)
            loops[count++] = places[i];
    }
    qsort(loops, count, sizeof *loops, compare);
    for (size_t i = 1; i < count; i++) {
        const struct place *at = &loops[i], *last = at - 1;
        if (at->routine == last->routine && at->line == last->line)
            before[at->region] = before[last->region] + 1;
    }
    free(loops);
    return before;
}

size_t analysis_division_plain_length(const char *name)
{
    static const char *const endings[] = {".constprop.", ".isra.", ".part.", ".cold", ".lto_priv."};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const char *found = strstr(name, endings[i]);
        if (found && found > name && (size_t)(found - name) < length)
            length = (size_t)(found - name);
    }
    return length;
}

static void add_loop(const struct archive *archive, const struct place *loop, uint64_t source,
                     uint32_t before, struct buffer *to)
{
    const char *file = cube_region_file(archive, loop->region), *slash = strrchr(file, '/');
    const char *routine = cube_region_routine(archive, loop->region);
    buffer_printf(to, "loop %.*s", (int)analysis_division_plain_length(routine), routine);
    if (loop->line)
        buffer_printf(to, " %s:%u %u", slash ? slash + 1 : file, loop->line, before);
    else
        buffer_printf(to, " %u %#" PRIx64, loop->seq, loop->address);
    buffer_printf(to, " in %" PRIx64, source);
}

uint32_t *division_keys(const struct archive *archive, const struct division_sources *sources,
                        struct interned *keys)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t *numbers = memory_zeroed(regions->rows + 1, sizeof *numbers);
    struct place *places = memory_zeroed(regions->rows + 1, sizeof *places);
    struct buffer text = {0};
    for (uint32_t i = 0; i < regions->rows; i++)
        places[i] = (struct place){i, regions->routine[i], regions->line[i], regions->seq[i], 0};
    set_addresses(archive, places);
    uint32_t *before = count_before(archive, places);
    for (uint32_t i = 0; i < regions->rows; i++) {
        text.used = 0;
        if (regions->kind[i] == TRI_KIND_LOOP)
            add_loop(archive, &places[i], analysis_division_source_tag(sources, i), before[i],
                     &text);
        else
            buffer_printf(&text, "%u %.*s", regions->kind[i],
                          (int)analysis_division_plain_length(cube_region_name(archive, i)),
                          cube_region_name(archive, i));
        numbers[i] = interned_add_text(keys, text.text);
    }
    buffer_free(&text);
    free(before);
    free(places);
    return numbers;
}
