/* scale.h: axes: ticks at round numbers, and numbers with their units. */
#ifndef REPORT_SHOW_SCALE_H
#define REPORT_SHOW_SCALE_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* What the values of a display are. */
enum scale_kind {
    SCALE_SHARE, /* 0 to 1, shown as per cent */
    SCALE_SECONDS,
    SCALE_BYTES,
    SCALE_COUNT,
};

/* Round numbers first, first + step, ...; `count` of them; with so many decimals all are exact. */
struct scale_ticks {
    double first, step;
    size_t count;
    int decimals;
};

/* From low to high, at most `most` of them (at least 2 are allowed): steps of 1, 2 or 5 times a
 * power of ten. None when there is no room between low and high, or either is not finite. */
struct scale_ticks scale_ticks(double low, double high, size_t most);
double scale_tick(const struct scale_ticks *ticks, size_t number);

/* The smallest round number that is not below `value`; of a share, never above 1. */
double scale_top(enum scale_kind kind, double value);

/* The unit that numbers up to `largest` are best read in, and its size: "%" 0.01, "ms" 0.001, "MB"
 * 1e6, "thousands" 1e3, "" 1. */
struct scale_unit {
    double size;
    const char *name;
};
struct scale_unit scale_unit(enum scale_kind kind, double largest, bool utf8);

/* "45 %", "1.25 s", "3.4 MB", "12,345", "1.2 million"; "-" when it is not finite. */
void scale_value(struct buffer *to, enum scale_kind kind, double value, bool utf8);

#endif
