/* chart.h: a projection that is ready to be drawn: clean labels, finite numbers, sorted rows. */
#ifndef REPORT_SHOW_CHART_H
#define REPORT_SHOW_CHART_H

#include "report/show/scale.h"
#include "report/show/show.h"

/* A display's data. Row `i` of the chart is row order[i] of the projection. */
struct chart {
    const struct report_show_panel *panel;
    const struct cube_projection *data;
    size_t rows, columns;
    size_t *order;        /* rows of the projection in the order of drawing */
    char **row, **column; /* clean labels, rows in the order of drawing; column: NULL for cycles */
    size_t *look;         /* by row: its look (palette.h) */
    enum scale_kind kind;
    const char *unit; /* the projection's, never NULL */
    double most;      /* the largest value, or the largest sum of a column where they are stacked */
    double top;       /* upper end of the value axis */
    bool missing;     /* a lane did not exist at some time */
    bool unknown;     /* it is unknown what a lane did at some time */
};

/* Makes a chart; to be freed with chart_free. False with an error that says why nothing can be
 * drawn. */
bool chart_make(struct chart *chart, const struct report_show_panel *panel, struct error *error);
void chart_free(struct chart *chart);

/* Returns a value: never negative, never infinite; NaN if the lane did not exist, or it is unknown.
 */
double chart_value(const struct chart *chart, size_t row, size_t column);
/* True if the value is NaN because it is unknown. */
bool chart_unknown(const struct chart *chart, size_t row, size_t column);

/* Return the sum of a column, and the mean and the largest value of a row, without NaNs; the latter
 * two are NaN if there are only NaNs. */
double chart_sum(const struct chart *chart, size_t column);
double chart_mean(const struct chart *chart, size_t row);
double chart_peak(const struct chart *chart, size_t row);

/* Returns the level of a value, 0 to PALETTE_LEVELS - 1. */
size_t chart_level(const struct chart *chart, double value);

/* Returns the mean of a row's values in cell `cell`, if the row is drawn in `cells` cells: a cell
 * may have several columns, or a column several cells. NaN if there is no value. */
double chart_cell(const struct chart *chart, size_t row, size_t cell, size_t cells);

/* True if one of these values is unknown. */
bool chart_cell_unknown(const struct chart *chart, size_t row, size_t cell, size_t cells);

/* Returns the seconds since the start of the run at which a column begins (or the last one ends).
 */
double chart_time(const struct chart *chart, double column);

/* Add the title ("Utilisation · When × Where"), what is drawn, and where the data comes from. */
void chart_title(struct buffer *to, const struct report_show_panel *panel, bool utf8);
void chart_subtitle(struct buffer *to, const struct chart *chart);
void chart_note(struct buffer *to, const struct chart *chart, bool utf8);

/* Adds how many messages, operations and call sites have bytes that are not known: "; " and a
 * sentence for each. */
void chart_unsized(struct buffer *to, const struct report_show_panel *panel);

/* Adds the tooltip of a value: "solve (cg.c:17), 1.2 s to 1.3 s: 45 %". */
void chart_tip(struct buffer *to, const struct chart *chart, size_t row, size_t column,
               size_t columns);

#endif
