/* names.c: what places and lanes are called. */
#include "archive/archive.h"

#include "archive/names.h"

#include <stdio.h>

void names_find(struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    const uint64_t *job = NULL;
    archive->ranked = false;
    for (size_t i = 0; i < places->rows; i++) {
        if (places->rank[i] == ARCHIVE_NONE)
            continue;
        if (job && *job != places->job[i]) { /* two programs have the same ranks */
            archive->ranked = false;
            return;
        }
        job = &places->job[i];
        archive->ranked = true;
    }
}

void archive_place_name(const struct archive *archive, uint32_t place, char name[ARCHIVE_NAME])
{
    const struct archive_places *places = &archive->places;
    if (archive->ranked && places->rank[place] != ARCHIVE_NONE)
        snprintf(name, ARCHIVE_NAME, "%u", places->rank[place]);
    else
        snprintf(name, ARCHIVE_NAME, "%s%u", archive->ranked ? "p" : "", places->number[place]);
}

void archive_lane_name(const struct archive *archive, uint32_t lane, char name[ARCHIVE_NAME])
{
    char place[ARCHIVE_NAME];
    archive_place_name(archive, archive->lanes.place[lane], place);
    snprintf(name, ARCHIVE_NAME, "%.14s.%u", place, archive->lanes.number[lane]);
}
