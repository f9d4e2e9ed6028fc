/* window.h: what lanes did in a window of time, at most one item per pixel and lane, and sums of
 * it; whatever the length of the window and the number of acts.
 *
 * Items are those of bins: 2^level ns long, beginning at multiples of that since the run began. The
 * level is the lowest one at which the window touches no more bins than there are pixels: so a bin
 * is one to two pixels wide, and windows that overlap have the same bins where they do. What is
 * said of a bin is exact: see struct pyramid_item. Sums are exact to the nanosecond, from any
 * moment to any other. */
#ifndef CUBE_WINDOW_H
#define CUBE_WINDOW_H

#include "archive/time/pyramid.h"

struct window_request {
    const uint32_t *lanes; /* rows; NULL: all */
    size_t lane_count;
    uint64_t from, to; /* ns, on the clock of all cycles; 0 and UINT64_MAX: the whole run */
    size_t pixels;     /* at least 1 */
};

/* Zero-initialise; may be used again and again. */
struct window {
    uint64_t start; /* ns: of the first bin */
    unsigned level;
    size_t lanes, bins;         /* that the window touches and that are in the run */
    struct pyramid_item *items; /* lane after lane; nodes are rows */
    size_t room;
};

struct window_sum {
    uint64_t time[CYCLES_CLASSES]; /* ns: adds up to the part of its life that is in the window */
    uint64_t begun;                /* acts */
};

/* Reads windows of an archive, one at a time; both cores are used where that pays. Without the
 * tables of a sealed archive, all acts of the window are read. NULL with an error: lanes share no
 * clock, or it is damaged. */
struct window_reader;
struct window_reader *window_open(const struct archive *archive, struct error *error);
void window_close(struct window_reader *reader);

bool window_read(struct window_reader *reader, const struct window_request *request,
                 struct window *window, struct error *error);
void window_free(struct window *window);

/* One for each lane of the request; its pixels do not matter. */
bool window_sums(struct window_reader *reader, const struct window_request *request,
                 struct window_sum *sums, struct error *error);

#endif
