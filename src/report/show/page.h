/* page.h: what the displays of the terminal share; and the displays themselves. */
#ifndef REPORT_SHOW_PAGE_H
#define REPORT_SHOW_PAGE_H

#include "report/show/canvas.h"
#include "report/show/chart.h"

/* Of plots with a time axis: those of a page share their sides. */
struct page_sides {
    size_t left, right;           /* 0: each has its own */
    size_t seen_left, seen_right; /* the largest left one and the smallest right one so far */
};

/* Where a display may draw: the plot, between labels at the left and values at the right. */
struct page {
    struct canvas *canvas;
    const struct chart *chart;
    const struct show_look *look;
    size_t left, right; /* columns; right is the first behind the plot */
    size_t top, bottom; /* lines; bottom is the first below the plot */
    struct page_sides *sides;
};

enum { PAGE_VALUE = 9, PAGE_LEAST_PLOT = 10 };

/* How wide labels may be on a page of that width; the `merged` ones are two in one. */
size_t page_labels_width(char *const *labels, size_t count, size_t width, bool merged);

/* The names of lanes from `first` to before `end` that are drawn together; to be freed. */
char *page_lanes(char *const *labels, size_t first, size_t end);

/* Makes a plot with a time axis as narrow as the others of the page. */
void page_align(struct page *page);

/* One line each, below the plot. */
void page_time_axis(const struct page *page, size_t y);
void page_times(const struct page *page, size_t y, double from, double to); /* seconds */
void page_lane_axis(const struct page *page, size_t y);
void page_value_axis(const struct page *page, size_t y);

/* The whats with their signs, and how many lines they take. */
size_t page_legend_lines(const struct chart *chart, size_t width);
void page_legend(const struct page *page, size_t y);

/* A part of a cell, from the bottom or from the left: 0 to 8 eighths. */
const char *page_up(size_t eighths, bool utf8);
const char *page_along(size_t eighths);

/* One of the ten levels of a heat map; in colours the shapes are there, too, but cannot be seen:
 * whoever copies the text gets them. */
void page_level(const struct page *page, size_t x, size_t y, size_t level);

/* The colour of a row, or CANVAS_PLAIN where there are none. */
uint32_t page_colour(const struct page *page, size_t row);

/* Lines that a display takes when `lines` are there for all of it, without title and note. */
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
