/* lanes.c: see lanes.h */
#include "cube/lanes.h"

#include "util/memory.h"

#include <stdlib.h>

static uint32_t number_of(const struct archive *archive, uint32_t place)
{
    return archive->ranked ? archive->places.rank[place] : archive->places.number[place];
}

static int compare(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int by_place(const void *a, const void *b, void *with)
{
    const struct archive *archive = with;
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    uint32_t left_place = archive->lanes.place[left], right_place = archive->lanes.place[right];
    int order = compare(number_of(archive, left_place), number_of(archive, right_place));
    if (!order)
        order = compare(left_place, right_place);
    return order ? order : compare(archive->lanes.number[left], archive->lanes.number[right]);
}

bool lanes_have_place(const struct archive *archive, const struct cube_lanes_span *span,
                      uint32_t place)
{
    uint32_t number = number_of(archive, place);
    return number >= span->first_place && number <= span->last_place;
}

bool lanes_choose(struct lanes *lanes, const struct archive *archive,
                  const struct cube_lanes_span *span, struct error *error)
{
    *lanes = (struct lanes){memory_zeroed(archive->lanes.rows + 1, sizeof *lanes->rows), 0};
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t number = archive->lanes.number[i];
        if (lanes_have_place(archive, span, archive->lanes.place[i]) &&
            number >= span->first_lane && number <= span->last_lane)
            lanes->rows[lanes->count++] = i;
    }
    qsort_r(lanes->rows, lanes->count, sizeof *lanes->rows, by_place, (void *)archive);
    return lanes->count || error_set(error, "%s has no such places or lanes", archive->path);
}

void lanes_free(struct lanes *lanes)
{
    free(lanes->rows);
    *lanes = (struct lanes){0};
}
