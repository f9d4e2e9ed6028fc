/* place_chart.h: what the charts of programs of places share: time, marks, words of tooltips. */
#ifndef REPORT_SHOW_PLACE_CHART_H
#define REPORT_SHOW_PLACE_CHART_H

#include "archive/archive.h"
#include "report/show/place_waits.h"
#include "report/show/svg.h"

/* A chart while it is drawn. */
struct place_chart {
    struct report_svg svg;
    const struct archive *archive;
    uint64_t from, to, zero; /* ns */
    double left, right, top, bottom;
    struct place_waits waits; /* of atomic, when and next; only for synchronization */
    struct buffer note;       /* sentences below the chart */
    struct report_svg_box *marks;
    size_t mark_count, mark_room;
};

/* Radius of a mark, in px. */
enum { PLACE_CHART_RADIUS = 7 };

/* Draw the part of a chart between title and axis: set chart->bottom, and add to the note. */
void place_chart_movement(struct place_chart *chart);
void place_chart_synchronization(struct place_chart *chart);

struct report_sheet;

/* Returns the marks as a table: of a text, the first rows unless `all_rows`. */
struct report_sheet *place_chart_sheet(const struct place_chart *chart, bool movement,
                                       bool all_rows);

/* Returns the x of a moment, at most at the sides of the plot. */
double place_chart_x(const struct place_chart *chart, uint64_t moment);

/* True if a stretch of time is in the chart, at least in part. */
bool place_chart_has(const struct place_chart *chart, uint64_t start, uint64_t end);

/* Draws a round mark with a letter, moved aside if others are in its place. */
void place_chart_mark(struct place_chart *chart, double x, double y, char letter, bool warning,
                      const char *tip);

/* Add words for tooltips: "at of main (relay.c:12)", "0-6 (main/queens.c:46#3)", "0 -> 1". */
void place_chart_add_region(struct buffer *to, const struct archive *archive, uint32_t region);
void place_chart_add_activity(struct buffer *to, const struct archive *archive, uint32_t activity);
void place_chart_add_place(struct buffer *to, const struct archive *archive, uint32_t place);
void place_chart_add_finish(struct buffer *to, const struct archive *archive, uint32_t finish);

#endif
