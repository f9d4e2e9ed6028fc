/* place_waits.h: waits of `atomic`, `when` and `next` in a program of places, which are too many to
 * be drawn one by one. */
#ifndef REPORT_SHOW_PLACE_WAITS_H
#define REPORT_SHOW_PLACE_WAITS_H

#include "archive/archive.h"
#include "util/error.h"

/* Waits of one activity at one directive, one after another. */
struct place_wait {
    uint64_t start, end;    /* ns */
    uint64_t waited, count; /* their sum; how many */
    uint32_t activity, region;
};

struct place_waits {
    struct place_wait *items;
    size_t count, room;
    uint64_t total; /* waits of all items */
};

/* Reads the waits of a time. Those with at most `gap` ns between them are joined; UINT64_MAX joins
 * all. False with an error. */
bool place_waits_read(struct place_waits *waits, const struct archive *archive, uint64_t from,
                      uint64_t to, uint64_t gap, struct error *error);
void place_waits_free(struct place_waits *waits);

#endif
