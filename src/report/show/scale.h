/* scale.h: axes: ticks at round numbers, and numbers with their units. */
#ifndef REPORT_SHOW_SCALE_H
#define REPORT_SHOW_SCALE_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* The kinds of values of a display. */
enum scale_kind {
    SCALE_SHARE, /* 0 to 1, shown as per cent */
    SCALE_SECONDS,
    SCALE_BYTES,
    SCALE_COUNT,
};

/* `count` round numbers: first, first + step, ...; all are exact with that many decimals. */
struct scale_ticks {
    double first, step;
    size_t count;
    int decimals;
};

/* Returns at most `most` ticks (2 or more) from low to high, in steps of 1, 2 or 5 times a power of
 * ten. There are none if low is not below high, or either is not finite. */
struct scale_ticks scale_ticks(double low, double high, size_t most);
double scale_tick(const struct scale_ticks *ticks, size_t number);

/* Returns the smallest round number that is not below `value`; at most 1 for shares. */
double scale_top(enum scale_kind kind, double value);

/* A unit and its size: "%" 0.01, "ms" 0.001, "MB" 1e6, "millions" 1e6, "" 1. */
struct scale_unit {
    double size;
    const char *name;
};

/* Returns the unit in which numbers up to `largest` are best read. */
struct scale_unit scale_unit(enum scale_kind kind, double largest, bool utf8);

/* Adds "45 %", "1.25 s", "3.4 MB", "12,345" or "1.2 million"; "-" if it is not finite. */
void scale_value(struct buffer *to, enum scale_kind kind, double value, bool utf8);

#endif
