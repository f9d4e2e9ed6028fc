/* window.h: what lanes did in a time window, at most one item per pixel and lane, and sums, at a
 * cost that does not depend on the length of the window or the number of events. Items cover bins
 * of 2^level ns that begin at multiples of their length since the start of the run. The level is
 * the lowest at which the window touches no more bins than there are pixels. So a bin is one to two
 * pixels wide, and overlapping windows share bins. The data of a bin is exact: see struct
 * archive_pyramid_item. Sums are exact to the nanosecond for any two moments. */
#ifndef CUBE_WINDOW_H
#define CUBE_WINDOW_H

#include "archive/time/pyramid.h"

/* Takes one row of a picture: the items of the `lanes` lanes that it merges, lane by lane. Several
 * threads call it, once for each row. */
typedef void cube_window_take(void *of, size_t row, const struct archive_pyramid_item *items,
                              size_t lanes);

/* The lanes and the time range that are wanted. */
struct cube_window_request {
    const uint32_t *lanes; /* rows; NULL: all */
    size_t lane_count;
    uint64_t from, to;      /* ns, on the clock of all cycles; 0 and UINT64_MAX: the whole run */
    size_t pixels;          /* at least 1 */
    size_t rows;            /* of a picture that `take` gets; at most as many as lanes */
    cube_window_take *take; /* NULL: the window gets all items; otherwise only its shape */
    void *of;
};

/* Returns the first of the lanes that a row of a picture merges. */
static inline size_t cube_window_first_lane(size_t row, size_t rows, size_t lanes)
{
    return row * lanes / rows;
}

/* The items of a window. Zero-initialise; can be reused. */
struct cube_window {
    uint64_t start; /* ns: of the first bin */
    unsigned level;
    size_t lanes, bins; /* bins that the window touches, as far as they are in the run */
    struct archive_pyramid_item *items; /* lane by lane; nodes are rows */
    size_t room;
};

/* The sums of one lane. */
struct cube_window_sum {
    uint64_t
        time[CYCLES_CLASSES]; /* ns by class: adds up to the part of its lifetime in the window */
    uint64_t begun;           /* visits that began */
};

/* Reads windows of an archive, one at a time, with two threads where that pays. Without the tables
 * of a sealed archive, all events of the window are read. NULL with an error if lanes share no
 * clock, or the archive is damaged. */
struct cube_window_reader;
struct cube_window_reader *cube_window_open(const struct archive *archive, struct error *error);
void cube_window_close(struct cube_window_reader *reader);

bool cube_window_read(struct cube_window_reader *reader, const struct cube_window_request *request,
                      struct cube_window *window, struct error *error);
void cube_window_free(struct cube_window *window);

/* Sets the shape of a window, and makes room for its items, for kept.h. */
bool cube_window_shape(struct cube_window_reader *reader, const struct cube_window_request *request,
                       struct cube_window *window, struct error *error);
const struct archive_pyramid *cube_window_pyramid(const struct cube_window_reader *reader);

/* Computes one sum per lane of the request, whose pixels are ignored. */
bool cube_window_sums(struct cube_window_reader *reader, const struct cube_window_request *request,
                      struct cube_window_sum *sums, struct error *error);

#endif
