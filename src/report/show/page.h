/* page.h: the displays of the terminal, and what they share: labels, axes, legends. */
#ifndef REPORT_SHOW_PAGE_H
#define REPORT_SHOW_PAGE_H

#include "report/show/canvas.h"
#include "report/show/chart.h"

/* The left and right sides that all plots with a time axis share on a page. */
struct page_sides {
    size_t left, right;           /* 0: each has its own */
    size_t seen_left, seen_right; /* the largest left one and the smallest right one so far */
};

/* The area in which a display may draw: the plot, between labels at the left and values at the
 * right. */
struct page {
    struct canvas *canvas;
    const struct chart *chart;
    const struct report_show_look *look;
    size_t left, right; /* columns; right is the first one after the plot */
    size_t top, bottom; /* lines; bottom is the first one below the plot */
    struct page_sides *sides;
    char **labels; /* of rows or lanes, short enough for the left of the plot */
};

enum { PAGE_LEAST_PLOT = 10 };

/* Returns the width that is enough for any value of the chart, so that none is cut. */
size_t page_value_width(const struct chart *chart);

/* Returns the width of the labels on a page of that width; a `merged` label names two lanes. */
size_t page_labels_width(char *const *labels, size_t count, size_t width, bool merged);

/* Returns the label of the lanes from `first` to before `end`, drawn as one; to be freed. */
char *page_lanes(char *const *labels, size_t first, size_t end);

/* Returns the labels shortened to `room` columns so that different ones stay different; to be freed
 * with short_names_free. A label that is too wide loses its source position first. */
char **page_short_labels(char *const *labels, size_t count, size_t room, bool utf8);

/* Gives a plot with a time axis the sides that all such plots of the page share. */
void page_align(struct page *page);

/* Draw an axis in one line below the plot. */
void page_time_axis(const struct page *page, size_t y);
void page_times(const struct page *page, size_t y, double from, double to); /* seconds */
void page_lane_axis(const struct page *page, size_t y);
void page_value_axis(const struct page *page, size_t y);

/* Draws the legend of the rows; the first returns how many lines it takes. */
size_t page_legend_lines(const struct chart *chart, size_t width);
void page_legend(const struct page *page, size_t y);

/* Return a character that fills 0 to 8 eighths of a cell, from the bottom or from the left. */
const char *page_up(size_t eighths, bool utf8);
const char *page_along(size_t eighths);

/* Draws one of the ten levels of a heat map. With colours, the characters are drawn in the colour
 * of the background, so that copied text has them. */
void page_level(const struct page *page, size_t x, size_t y, size_t level);

/* Returns the colour of a row, or CANVAS_PLAIN without colours. */
uint32_t page_colour(const struct page *page, size_t row);

/* Return the lines that a display takes if `lines` are available, without title and note. */
size_t text_strips_lines(const struct chart *chart, size_t lines);
size_t text_areas_lines(const struct chart *chart, size_t width, size_t lines);
size_t text_heat_lines(const struct chart *chart, size_t lines);
size_t text_stacks_lines(const struct chart *chart, size_t width, size_t lines);
size_t text_matrix_lines(const struct chart *chart);

/* Each draws from page->top to before page->bottom, over the whole width of the canvas. */
void text_strips(struct page page);
void text_areas(struct page page);
void text_heat(struct page page);
void text_stacks(struct page page);
void text_matrix(struct page page);

#endif
