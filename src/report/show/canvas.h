/* canvas.h: a rectangle of terminal cells, each with a character and colours, drawn in any order.
 */
#ifndef REPORT_SHOW_CANVAS_H
#define REPORT_SHOW_CANVAS_H

#include "report/show/show.h"

#include <stdint.h>

#define CANVAS_PLAIN UINT32_MAX /* no colour of its own */

enum canvas_style {
    CANVAS_NORMAL,
    CANVAS_BOLD,
    CANVAS_FAINT,
};

/* A cell of the terminal. */
struct canvas_cell {
    char sign[8]; /* one character; empty: a blank, or the rest of a wide character */
    bool covered; /* by a wide character to the left */
    enum canvas_style style;
    uint32_t front, back; /* 0xRRGGBB */
};

struct canvas {
    size_t width, height;
    struct canvas_cell *cells;
};

/* Makes a blank canvas; to be freed with canvas_free. */
void canvas_make(struct canvas *canvas, size_t width, size_t height);
void canvas_free(struct canvas *canvas);

/* Draws a character; nothing outside the canvas. */
void canvas_put(struct canvas *canvas, size_t x, size_t y, const char *sign, uint32_t front,
                uint32_t back);

/* Draws clean text, shortened if it is wider than `room`. Returns the columns that it takes. */
size_t canvas_text(struct canvas *canvas, size_t x, size_t y, size_t room, const char *text,
                   enum canvas_style style, bool utf8);
/* Draws clean text that ends before column `end`. */
void canvas_text_before(struct canvas *canvas, size_t end, size_t y, size_t room, const char *text,
                        enum canvas_style style, bool utf8);

/* Adds the lines, without blanks at their ends; escape codes only if there are colours. */
void canvas_print(struct buffer *to, const struct canvas *canvas, enum report_show_colours colours);

#endif
