/* roofline.h: timed loops of binaries under the roofs of a machine: a table, a picture for the
 * terminal, and an SVG. */
#ifndef REPORT_BINARY_ROOFLINE_H
#define REPORT_BINARY_ROOFLINE_H

#include "analysis/roofline.h"
#include "report/binary/lcct.h"

/* A loop in the picture. */
struct report_roofline_point {
    uint32_t region;
    uint64_t time; /* ns */
    bool sampled;  /* the time is */
    struct analysis_roofline_loop loop;
    struct analysis_roofline_verdict verdict;
};

struct report_roofline {
    struct analysis_roofline roofs;       /* of a core, in `precision` */
    uint32_t precision;                   /* enum format_precision */
    struct report_roofline_point *points; /* those with most time first */
    size_t count;
    size_t untimed; /* loops with operations that were not timed, or by too few samples */
    size_t around;  /* loops with hardly any operations but those of points inside of them */
    bool sampled;   /* some times are sampled */
    size_t idle;    /* timed loops with hardly any operations */
    bool has_dry;   /* some have no loads and stores */
};

/* Collects the loops; to be freed with report_roofline_free. */
void report_roofline_init(struct report_roofline *roofline, const struct report_lcct_view *view);
void report_roofline_free(struct report_roofline *roofline);

/* The part of the plane that a picture shows, as powers of 2 and 10. */
struct report_roofline_range {
    double x_low, x_high; /* log2 of FLOP per byte */
    double y_low, y_high; /* log10 of FLOP/s */
    bool has_edge;        /* the right edge is for loops without loads and stores, not for x_high */
};

struct report_roofline_range report_roofline_range(const struct report_roofline *roofline);

/* The label of the right edge, if it has one. */
#define REPORT_ROOFLINE_EDGE "no bytes"

/* Returns how far to the right an intensity is: 0 to 1, in front of the edge. */
double report_roofline_across(const struct report_roofline_range *range, double intensity);

/* Returns the mark of a point: A to Z, then a to z; '*' behind that. */
char report_roofline_mark(size_t number);

/* Draws the roofs and loops as characters. */
void report_roofline_text(struct buffer *to, const struct report_lcct_view *view);

#endif
