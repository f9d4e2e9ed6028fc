/* place_charts.h: X-Eye's Movement Chart and Synchronization Chart of a program of places, as SVG:
 * time from left to right, places or activities from top to bottom, and marks for moves (M), moves
 * with data (D) and finishes (F), whose tooltips have the details. */
#ifndef REPORT_SHOW_PLACE_CHARTS_H
#define REPORT_SHOW_PLACE_CHARTS_H

#include "archive/archive.h"
#include "report/run/report.h"
#include "report/show/show.h"

enum report_show_chart {
    SHOW_NO_CHART,
    SHOW_MOVEMENT,
    SHOW_SYNCHRONIZATION,
};

/* Writes a chart of the time from `from` to `to`. False with an error if nothing was recorded that
 * it could show. */
bool report_show_place_chart(struct buffer *to, struct archive *archive,
                             const struct report_show_origin *origin, enum report_show_chart which,
                             uint64_t from, uint64_t until, const struct report_show_look *look,
                             struct error *error);

/* Writes its marks as a table: text, JSON or CSV. */
bool report_show_place_numbers(struct buffer *to, struct archive *archive,
                               const struct report_show_origin *origin,
                               enum report_show_chart which, uint64_t from, uint64_t until,
                               const struct report_options *options, struct error *error);

#endif
