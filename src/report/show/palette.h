/* palette.h: colours that everybody can tell apart, and patterns for where there are none. */
#ifndef REPORT_SHOW_PALETTE_H
#define REPORT_SHOW_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_LEVELS = 10 };

/* The looks of a what: classes of time have one of their own, others the next that is free. */
enum {
    PALETTE_CLASSES = 8, /* looks 0 to 7, in the order of enum cycles_class */
    PALETTE_OTHERS = 8,
    PALETTE_FIRST = 9, /* of the regions */
    PALETTE_SERIES = 8,
    PALETTE_UNKNOWN = PALETTE_FIRST + PALETTE_SERIES, /* of CYCLES_UNKNOWN: never filled */
    PALETTE_LOOKS,
    PALETTE_PATTERNS = 8,
};

/* 0xRRGGBB */
uint32_t palette_look(size_t look, bool dark);
uint32_t palette_level(size_t level, bool dark); /* of a heat map; the lightness goes one way */

/* Whether white letters can be read on it better than black ones. */
bool palette_is_dark(uint32_t colour);

/* Which pattern a look has; the first one is plain. */
size_t palette_pattern(size_t look);

/* For a terminal: what fills an area where there is no colour, one for each pattern. */
const char *palette_glyph(size_t look, bool utf8);

/* The look of a class, enum cycles_class. */
size_t palette_class(size_t class);

/* For a terminal: what is behind the glyph of a look in this colour. What is unknown shows the
 * page. */
uint32_t palette_back(size_t look, uint32_t colour);

/* The look of the row-th region. */
size_t palette_region(size_t row);

/* The nearest of xterm's 256 colours; and the one of the first 16 that stands for a look's. */
unsigned palette_256(uint32_t colour);
unsigned palette_16(uint32_t colour);

#endif
