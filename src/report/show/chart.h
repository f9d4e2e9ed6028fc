/* chart.h: a projection made fit to be drawn: clean labels, numbers that are numbers, an order. */
#ifndef REPORT_SHOW_CHART_H
#define REPORT_SHOW_CHART_H

#include "report/show/scale.h"
#include "report/show/show.h"

struct chart {
    const struct show_panel *panel;
    const struct projection *data;
    size_t rows, columns;
    size_t *order;        /* rows of the projection in the order in which they are drawn */
    char **row, **column; /* clean labels, rows in the order of drawing; column: NULL for cycles */
    size_t *look;         /* of rows: palette.h */
    enum scale_kind kind;
    const char *unit; /* the projection's, never NULL */
    double most;      /* the largest value, or the largest sum of a column where they are stacked */
    double top;       /* of the axis of values */
    bool missing;     /* some lanes are not there at some time */
    bool unknown;     /* of some lanes it is not known what they did at some time */
};

/* False with an error that says why nothing can be drawn. */
bool chart_make(struct chart *chart, const struct show_panel *panel, struct error *error);
void chart_free(struct chart *chart);

/* Never negative, never infinite; NaN: not there, or not known. */
double chart_value(const struct chart *chart, size_t row, size_t column);
bool chart_unknown(const struct chart *chart, size_t row, size_t column); /* NaN: not known */
double chart_sum(const struct chart *chart, size_t column); /* of a column; 0 when nothing is */
double chart_mean(const struct chart *chart, size_t row);   /* of what is there; NaN: nothing */
double chart_peak(const struct chart *chart, size_t row);   /* the same */

/* 0 to PALETTE_LEVELS - 1 */
size_t chart_level(const struct chart *chart, double value);

/* The mean of the values that fall into cell `cell` of `cells` that a row of `columns` is drawn in:
 * several columns in a cell, or several cells for a column. NaN: none is there, or known. */
double chart_cell(const struct chart *chart, size_t row, size_t cell, size_t cells);

/* Whether one of these values is not known. */
bool chart_cell_unknown(const struct chart *chart, size_t row, size_t cell, size_t cells);

/* Seconds since the run began, of the start of a column (or the end of the last one). */
double chart_time(const struct chart *chart, double column);

/* "When × Where: utilisation", a sentence on how to read it, and one on where it comes from. */
void chart_title(struct buffer *to, const struct show_panel *panel, bool utf8);
void chart_subtitle(struct buffer *to, const struct chart *chart);
void chart_note(struct buffer *to, const struct chart *chart, bool utf8);

/* Of one value, for tooltips: "solve (cg.c:17), 1.2 s to 1.3 s: 45 %". */
void chart_tip(struct buffer *to, const struct chart *chart, size_t row, size_t column,
               size_t columns);

#endif
