/* frame.h: the SVG displays, and what they share: labels, axes, legends. */
#ifndef REPORT_SHOW_FRAME_H
#define REPORT_SHOW_FRAME_H

#include "report/show/chart.h"
#include "report/show/svg.h"

enum {
    FRAME_MARGIN = 28,
    FRAME_GAP = 12,   /* between labels and the plot */
    FRAME_LEAST = 30, /* width of a column of labels */
};

extern const struct report_svg_font frame_title, frame_subtitle, frame_label, frame_tick,
    frame_note;

/* The area in which a display may draw. */
struct frame {
    struct report_svg *svg;
    const struct chart *chart;
    double left, right, top, bottom;
};

/* Gives a plot with a time axis the sides that all such plots of the page share. */
void frame_align(struct frame *frame);

/* Returns the width of the widest label, at most `most`. */
double frame_labels_width(char *const *labels, size_t count, double most);

/* Returns n so that every n-th of `count` labels, `pitch` apart, has the room `need`. */
size_t frame_every(size_t count, double pitch, double need);

/* Draw an axis or a legend below the plot; each returns the y below it. */
double frame_time_axis(const struct frame *frame);
double frame_times(const struct frame *frame, double from, double to); /* seconds */
double frame_lane_axis(const struct frame *frame);
double frame_value_axis(const struct frame *frame); /* from left to right */
double frame_legend(const struct frame *frame, double y, double left, double right, bool pattern);

/* Draws the legend of the ten levels; returns the y below it. */
double frame_levels(const struct frame *frame, double y);

/* Draws the value axis at the left of the plot, with grid lines. */
void frame_value_side(const struct frame *frame);

/* Adds the name of the values on an axis: "MB per column", "s". */
void frame_unit(struct buffer *to, const struct chart *chart, const struct scale_unit *unit);

/* Draws all panels below each other; returns the height. */
double svg_page(struct report_svg *svg, const struct report_show_origin *origin,
                const struct report_show_panel *panels, size_t count);

/* Each draws a display from y downwards, between the margins, and returns the y below it. */
double svg_strips(struct report_svg *svg, const struct chart *chart, double y);
double svg_areas(struct report_svg *svg, const struct chart *chart, double y);
double svg_heat(struct report_svg *svg, const struct chart *chart, double y);
double svg_stacks(struct report_svg *svg, const struct chart *chart, double y);
double svg_matrix(struct report_svg *svg, const struct chart *chart, double y);

#endif
