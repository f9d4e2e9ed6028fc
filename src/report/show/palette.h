/* palette.h: colours that colour-blind readers can distinguish, and patterns without colours. */
#ifndef REPORT_SHOW_PALETTE_H
#define REPORT_SHOW_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_LEVELS = 10 };

/* A look is a colour with a pattern. Each class of time has its own; regions get them in turn. */
enum {
    PALETTE_CLASSES = 8, /* looks 0 to 7, in the order of enum archive_cycles_class */
    PALETTE_OTHERS = 8,
    PALETTE_FIRST = 9, /* the first look of regions */
    PALETTE_SERIES = 8,
    PALETTE_UNKNOWN =
        PALETTE_FIRST + PALETTE_SERIES, /* look of CYCLES_UNKNOWN: hatched, not filled */
    PALETTE_LOOKS,
    PALETTE_PATTERNS = 8,
};

/* Return colours, 0xRRGGBB: of a look, and of a level of a heat map, whose lightness is monotonic.
 */
uint32_t palette_look(size_t look, bool dark);
uint32_t palette_level(size_t level, bool dark);

/* True if white text is easier to read on the colour than black text. */
bool palette_is_dark(uint32_t colour);

/* Returns the pattern of a look; pattern 0 is plain. */
size_t palette_pattern(size_t look);

/* Returns the character that fills an area in a terminal without colours, one per pattern. */
const char *palette_glyph(size_t look, bool utf8);

/* Returns the look of a class (enum archive_cycles_class). */
size_t palette_class(size_t class);

/* Returns the background in a terminal behind the character of a look in this colour: the same
 * colour, or none for PALETTE_UNKNOWN. */
uint32_t palette_back(size_t look, uint32_t colour);

/* Returns the look of the region in that row. */
size_t palette_region(size_t row);

/* Return the nearest of xterm's 256 colours, and the one of the first 16 that stands for a look. */
unsigned palette_256(uint32_t colour);
unsigned palette_16(uint32_t colour);

#endif
