/* lanes.h: a selection of lanes. */
#ifndef CUBE_LANES_H
#define CUBE_LANES_H

#include "archive/archive.h"

/* The lanes `first` to `last` of a place, by numbers, or of each place. */
struct cube_lanes_item {
    uint32_t place; /* number (rank, where known); ARCHIVE_NONE: each */
    uint32_t first, last;
};

/* Numbers that somebody chose; no items: all. Zero-initialise. */
struct cube_lanes_list {
    struct cube_lanes_item *items;
    size_t count;
};

/* Chosen places (by number, or rank where known; `place` of an item is not used), and lanes in
 * them. */
struct cube_lanes_choice {
    struct cube_lanes_list places, lanes;
};

/* Reads a list such as "0,3,5-7,9-"; if `of_places` is set, items may name a place: "0.1,2.0-3".
 * False if it is wrong; the list is then empty. Replaces what the list had. */
bool cube_lanes_read(struct cube_lanes_list *list, const char *text, bool of_places);
void cube_lanes_choice_free(struct cube_lanes_choice *choice);

/* The selected lanes. */
struct lanes {
    uint32_t *rows; /* sorted by place and number */
    size_t count;
};

/* True if a place, by its row, is chosen, or has a lane that may be. */
bool lanes_have_place(const struct archive *archive, const struct cube_lanes_choice *choice,
                      uint32_t place);

/* Selects the lanes. False with an error if there are none. */
bool lanes_choose(struct lanes *lanes, const struct archive *archive,
                  const struct cube_lanes_choice *choice, struct error *error);
void lanes_free(struct lanes *lanes);

#endif
