/* labels.c: see labels.h */
#include "export/labels.h"

#include "cube/region_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static char *clean(struct buffer *text)
{
    char *words = words_clean(text->text ? text->text : "");
    buffer_free(text);
    return words;
}

static char *name_of(const struct archive *archive, uint32_t region, bool brief)
{
    struct buffer text = {0};
    uint32_t kind = archive->regions.kind[region];
    if (kind == TRI_KIND_FILE)
        buffer_add(&text, cube_region_target(archive, region));
    else if (brief)
        cube_region_label(archive, region, &text);
    else
        cube_region_describe(archive, region, &text);
    if (!text.text || !*text.text)
        buffer_add(&text, region ? cube_region_kind(archive, region) : "(outside of all regions)");
    return clean(&text);
}

void export_labels_init(struct export_labels *labels, const struct archive *archive)
{
    size_t rows = archive->regions.rows;
    *labels = (struct export_labels){.archive = archive,
                                     .cube = cube_new(archive, false),
                                     .name = memory_zeroed(rows, sizeof *labels->name),
                                     .brief = memory_zeroed(rows, sizeof *labels->brief),
                                     .file = memory_zeroed(rows, sizeof *labels->file)};
    for (uint32_t i = 0; i < rows; i++) {
        bool source = cube_region_has_source(archive, i);
        labels->name[i] = name_of(archive, i, false);
        labels->brief[i] = name_of(archive, i, true);
        labels->file[i] = words_clean(source ? cube_region_file(archive, i) : "");
    }
}

void export_labels_free(struct export_labels *labels)
{
    for (size_t i = 0; i < labels->archive->regions.rows; i++) {
        free(labels->name[i]);
        free(labels->brief[i]);
        free(labels->file[i]);
    }
    free(labels->name);
    free(labels->brief);
    free(labels->file);
    cube_free(labels->cube);
}

char *export_labels_place(const struct archive *archive, uint32_t place)
{
    const struct archive_places *places = &archive->places;
    bool ranked = archive->ranked && places->rank[place] != ARCHIVE_NONE;
    struct buffer text = {0};
    buffer_printf(&text, "%s %u %s", ranked ? "rank" : "place",
                  ranked ? places->rank[place] : places->number[place],
                  archive_text(archive, places->program[place]));
    return clean(&text);
}

char *export_labels_lane(const struct archive *archive, uint32_t lane)
{
    const char *name = archive_text(archive, archive->lanes.name[lane]);
    struct buffer text = {0};
    buffer_printf(&text, "thread %u%s%s", archive->lanes.number[lane], *name ? " " : "", name);
    return clean(&text);
}
