/* svg.h: writes a picture: shapes, text that is measured before it is drawn, and a style for light
 * and dark pages. No scripts, nothing from elsewhere. */
#ifndef REPORT_SHOW_SVG_H
#define REPORT_SHOW_SVG_H

#include "report/show/show.h"

enum svg_anchor {
    SVG_START,
    SVG_MIDDLE,
    SVG_END,
};

struct svg_box {
    double x, y, width, height;
};

struct svg {
    struct buffer out; /* what is inside of the <svg> element */
    enum show_theme theme;
    double width;
    unsigned patterns; /* looks whose pattern is defined, by their bits */
    /* The sides of plots with a time axis: those of a page share them. 0: each has its own. */
    double plot_left, plot_right;
    double seen_left, seen_right; /* the largest left one and the smallest right one so far */
    struct svg_box *boxes;        /* of all text, as far as it can be known before it is drawn */
    size_t box_count, box_room;
};

/* Letters of one kind. */
struct svg_font {
    const char *class; /* "ink" or "faint" */
    double size;
    bool bold;
};

void svg_free(struct svg *svg);

/* The whole file: head, style, body. */
void svg_finish(struct buffer *to, const struct svg *svg, double height, const char *title,
                const char *description);

void svg_escape(struct buffer *to, const char *text); /* of clean text */
void svg_number(struct buffer *to, double number);    /* two decimals at most */

/* Clean text at its baseline. Wider than `room`: shortened in the middle, the whole as a tooltip.
 */
void svg_text(struct svg *svg, double x, double y, enum svg_anchor anchor,
              const struct svg_font *font, double room, const char *text);

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class);

/* The tooltip may be NULL. `fill` is a class, or "url(#t3)" for a pattern. */
void svg_rect(struct svg *svg, struct svg_box box, const char *fill, const char *tip);

/* What to fill with for a look: a class when plain, else its pattern, which is defined when it is
 * asked for the first time. `room` bytes of `text`. */
void svg_fill(struct svg *svg, size_t look, bool pattern, char *text, size_t room);

/* The same without patterns, as attributes of a path that is not begun yet, with more classes. */
void svg_paint(struct svg *svg, size_t look, const char *more, char *text, size_t room);

#endif
