/* canvas.h: a piece of a terminal: cells with a sign and colours, drawn in any order. */
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

struct canvas_cell {
    char sign[8]; /* of one character, or empty: a blank, or the rest of a wide one */
    bool covered; /* by a wide one to the left of it */
    enum canvas_style style;
    uint32_t front, back; /* 0xRRGGBB */
};

struct canvas {
    size_t width, height;
    struct canvas_cell *cells;
};

void canvas_make(struct canvas *canvas, size_t width, size_t height);
void canvas_free(struct canvas *canvas);

/* What is outside is not drawn. */
void canvas_put(struct canvas *canvas, size_t x, size_t y, const char *sign, uint32_t front,
                uint32_t back);

/* Clean text, made shorter when it is wider than `room`; returns the columns it took. */
size_t canvas_text(struct canvas *canvas, size_t x, size_t y, size_t room, const char *text,
                   enum canvas_style style, bool utf8);
/* The same, so that it ends before column `end`. */
void canvas_text_before(struct canvas *canvas, size_t end, size_t y, size_t room, const char *text,
                        enum canvas_style style, bool utf8);

/* Lines without blanks at their ends; escape codes only where there are colours. */
void canvas_print(struct buffer *to, const struct canvas *canvas, enum show_colours colours);

#endif
