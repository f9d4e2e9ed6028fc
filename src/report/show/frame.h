/* frame.h: what the SVG displays share: labels, axes, legend; and the displays themselves. */
#ifndef REPORT_SHOW_FRAME_H
#define REPORT_SHOW_FRAME_H

#include "report/show/chart.h"
#include "report/show/svg.h"

enum {
    FRAME_MARGIN = 28,
    FRAME_GAP = 12,   /* between labels and what they are of */
    FRAME_LEAST = 30, /* width of a column of labels */
};

extern const struct svg_font frame_title, frame_subtitle, frame_label, frame_tick, frame_note;

/* Where a display may draw. */
struct frame {
    struct svg *svg;
    const struct chart *chart;
    double left, right, top, bottom;
};

/* Makes a plot with a time axis as narrow as the others of the page. */
void frame_align(struct frame *frame);

/* The widest of the labels, but at most `most`. */
double frame_labels_width(char *const *labels, size_t count, double most);

/* Every how-many-th of `count` labels has room, `pitch` apart, when each needs `need`. */
size_t frame_every(size_t count, double pitch, double need);

/* Below the plot; each returns how far down it went. */
double frame_time_axis(const struct frame *frame);
double frame_times(const struct frame *frame, double from, double to); /* seconds */
double frame_lane_axis(const struct frame *frame);
double frame_value_axis(const struct frame *frame); /* from left to right */
double frame_legend(const struct frame *frame, double y, double left, double right, bool pattern);

/* The ten levels with what lies between them. */
double frame_levels(const struct frame *frame, double y);

/* At the left of the plot, with lines across. */
void frame_value_side(const struct frame *frame);

/* What values are called on an axis: "MB per column", "s". */
void frame_unit(struct buffer *to, const struct chart *chart, const struct scale_unit *unit);

/* All panels below each other; returns the height. */
double svg_page(struct svg *svg, const struct show_origin *origin, const struct show_panel *panels,
                size_t count);

/* Each draws from y on, between the margins, and returns how far down it went. */
double svg_strips(struct svg *svg, const struct chart *chart, double y);
double svg_areas(struct svg *svg, const struct chart *chart, double y);
double svg_heat(struct svg *svg, const struct chart *chart, double y);
double svg_stacks(struct svg *svg, const struct chart *chart, double y);
double svg_matrix(struct svg *svg, const struct chart *chart, double y);

#endif
