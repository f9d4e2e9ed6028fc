/* svg.h: writes an SVG: shapes, text whose width is estimated, and a style for light and dark
 * pages. It has no scripts, and loads nothing. */
#ifndef REPORT_SHOW_SVG_H
#define REPORT_SHOW_SVG_H

#include "report/show/show.h"

enum report_svg_anchor {
    SVG_START,
    SVG_MIDDLE,
    SVG_END,
};

struct report_svg_box {
    double x, y, width, height;
};

/* A picture while it is drawn. */
struct report_svg {
    struct buffer out; /* the content of the <svg> element */
    enum report_show_theme theme;
    double width;
    unsigned patterns; /* looks whose pattern is defined, a bit each */
    /* The sides of plots with a time axis: those of a page share them. 0: each has its own. */
    double plot_left, plot_right;
    double seen_left, seen_right; /* the largest left one and the smallest right one so far */
    struct report_svg_box *boxes; /* estimated boxes of all text */
    size_t box_count, box_room;
};

/* A style of text. */
struct report_svg_font {
    const char *class; /* "ink" or "faint" */
    double size;
    bool bold;
};

void report_svg_free(struct report_svg *svg);

/* Writes the whole file: head, style, body. */
void report_svg_finish(struct buffer *to, const struct report_svg *svg, double height,
                       const char *title, const char *description);

/* Adds clean text with XML escapes. */
void report_svg_escape(struct buffer *to, const char *text);

/* Adds a number with at most two decimals. */
void report_svg_number(struct buffer *to, double number);

/* Draws clean text at its baseline. If it is wider than `room`, it is shortened in the middle, and
 * the tooltip has all of it. */
void report_svg_text(struct report_svg *svg, double x, double y, enum report_svg_anchor anchor,
                     const struct report_svg_font *font, double room, const char *text);

void report_svg_line(struct report_svg *svg, double x1, double y1, double x2, double y2,
                     const char *class);

/* Draws a rectangle. `fill` is a class, or "url(#t3)" for a pattern; `tip` may be NULL. */
void report_svg_rect(struct report_svg *svg, struct report_svg_box box, const char *fill,
                     const char *tip);

/* Writes the fill of a look to `text` (`room` bytes): a class if it is plain, else its pattern,
 * which is defined when it is first used. */
void report_svg_fill(struct report_svg *svg, size_t look, bool pattern, char *text, size_t room);

/* Writes the fill of a look, without patterns, as attributes for a path, with more classes. */
void report_svg_paint(struct report_svg *svg, size_t look, const char *more, char *text,
                      size_t room);

#endif
