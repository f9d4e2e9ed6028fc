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

/* Reads a number below ARCHIVE_NONE. */
static bool read_number(const char **text, uint32_t *number)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long long value = strtoull(*text, &end, 10);
    *text = end;
    *number = (uint32_t)value;
    return value < ARCHIVE_NONE;
}

/* Reads "5", "5-7" or "5-", and, if wanted, a place before it: "2.5". */
static bool read_item(const char **text, bool of_places, struct cube_lanes_item *item)
{
    *item = (struct cube_lanes_item){.place = ARCHIVE_NONE};
    if (!read_number(text, &item->first))
        return false;
    if (of_places && **text == '.') {
        item->place = item->first;
        ++*text;
        if (!read_number(text, &item->first))
            return false;
    }
    item->last = item->first;
    if (**text != '-')
        return true;
    ++*text;
    if (!**text || **text == ',') {
        item->last = ARCHIVE_NONE;
        return true;
    }
    return read_number(text, &item->last) && item->last >= item->first;
}

bool cube_lanes_read(struct cube_lanes_list *list, const char *text, bool of_places)
{
    size_t room = 0;
    free(list->items);
    *list = (struct cube_lanes_list){0};
    for (bool more = true, good; more;) {
        struct cube_lanes_item item;
        good = read_item(&text, of_places, &item) && (!*text || *text == ',');
        if (!good) {
            free(list->items);
            *list = (struct cube_lanes_list){0};
            return false;
        }
        list->items = memory_grow(list->items, &room, list->count + 1, sizeof *list->items);
        list->items[list->count++] = item;
        more = *text == ',';
        text += more;
    }
    return true;
}

void cube_lanes_choice_free(struct cube_lanes_choice *choice)
{
    free(choice->places.items);
    free(choice->lanes.items);
    *choice = (struct cube_lanes_choice){0};
}

static bool have_number(const struct cube_lanes_list *list, uint32_t number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (number >= list->items[i].first && number <= list->items[i].last)
            return true;
    }
    return !list->count;
}

/* True if a lane, or any lane if `lane` is ARCHIVE_NONE, of a place is in the list. */
static bool have_lane(const struct cube_lanes_list *list, uint32_t place, uint32_t lane)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct cube_lanes_item *item = &list->items[i];
        if ((item->place == ARCHIVE_NONE || item->place == place) &&
            (lane == ARCHIVE_NONE || (lane >= item->first && lane <= item->last)))
            return true;
    }
    return !list->count;
}

bool lanes_have_place(const struct archive *archive, const struct cube_lanes_choice *choice,
                      uint32_t place)
{
    uint32_t number = number_of(archive, place);
    return have_number(&choice->places, number) && have_lane(&choice->lanes, number, ARCHIVE_NONE);
}

bool lanes_choose(struct lanes *lanes, const struct archive *archive,
                  const struct cube_lanes_choice *choice, struct error *error)
{
    *lanes = (struct lanes){memory_zeroed(archive->lanes.rows + 1, sizeof *lanes->rows), 0};
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = number_of(archive, archive->lanes.place[i]);
        if (have_number(&choice->places, place) &&
            have_lane(&choice->lanes, place, archive->lanes.number[i]))
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
