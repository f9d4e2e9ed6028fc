/* lcct.h: loop-call-context trees and tables of loops that were counted in binaries, as text, JSON,
 * CSV, Graphviz DOT and SVG. */
#ifndef REPORT_BINARY_LCCT_H
#define REPORT_BINARY_LCCT_H

#include "cube/lcct.h"
#include "report/run/report.h"
#include "report/show/show.h"
#include "report/table/sheet.h"

enum lcct_sort {
    LCCT_BY_EXCLUSIVE,
    LCCT_BY_INCLUSIVE,
    LCCT_BY_VISITS,
    LCCT_BY_TRIPS,
    LCCT_BY_MEAN,
    LCCT_BY_NAME,
    LCCT_BY_LINE,
};

/* Which of them, by their bits. */
enum lcct_section {
    LCCT_LOOPS = 1,
    LCCT_TREE = 2,
    LCCT_RANKS = 4, /* trips of each rank, process or thread */
    LCCT_NATIVES = 8,
    LCCT_USUAL = 15,
};

struct lcct_options {
    struct report_options report; /* format, top, width, color, utf8 */
    unsigned sections;            /* enum lcct_section */
    enum lcct_sort sort;
    double threshold;         /* percent: the tree has what takes as much by itself, and its
                                 ancestors */
    const char *place, *lane; /* only these, by name; NULL: all */
    const char *table;        /* of the CSV: loops, tree, ranks, natives; NULL: the first */
    enum show_theme theme;    /* of the SVG */
};

/* What all the views are made from. */
struct lcct_view {
    const struct archive *archive;
    const struct lcct_options *options;
    uint8_t *chosen; /* by row of lanes */
    size_t lanes;    /* so many are */
    struct lcct *tree;
    bool *hot;           /* by row of the tree */
    size_t cold;         /* how many are not */
    uint32_t *loop_rows; /* by region: its row in the table loops; ARCHIVE_NONE: none */
    /* Who did it: places, if several are chosen, else lanes. */
    uint32_t *worker_of; /* by row of lanes */
    char (*workers)[ARCHIVE_NAME];
    size_t worker_count;
    bool by_lane;
};

/* False with an error: nothing was counted in it, or there is no such rank or lane. */
bool lcct_view_init(struct lcct_view *view, const struct archive *archive,
                    const struct lcct_options *options, struct error *error);
void lcct_view_free(struct lcct_view *view);

/* "threads", "ranks", "processes". */
const char *lcct_workers(const struct lcct_view *view);

/* "loop 3", "loop 3 of dot" when it was inlined, or the name of the function. */
void lcct_label(const struct lcct_view *view, uint32_t region, struct buffer *to);

/* The same, clean, and at most that wide. */
void lcct_brief(const struct lcct_view *view, uint32_t region, size_t width, bool utf8,
                struct buffer *to);

/* The function that a region is in, as the first cell of a row: it is not made too short. */
void lcct_name_cell(const struct lcct_view *view, struct sheet *sheet, uint32_t region);

/* "heat.c:30"; nothing when it is not known. */
void lcct_where(const struct lcct_view *view, uint32_t region, struct buffer *to);

/* The same as a cell, and the line and file for machines. */
void lcct_where_cells(const struct lcct_view *view, struct sheet *sheet, uint32_t region);

/* Mean trips of a visit. */
double lcct_mean(uint64_t trips, uint64_t count);

/* Next row of the hot tree, from one before those below it to the next; ARCHIVE_NONE: the end. */
uint32_t lcct_next_hot(const struct lcct_view *view, uint32_t row);
uint32_t lcct_first_hot(const struct lcct_view *view, uint32_t row); /* of its children */
uint32_t lcct_sibling_hot(const struct lcct_view *view, uint32_t row);

/* Sums of all loops, in the order that was asked for; to be freed. */
struct lcct_sum *lcct_sorted_loops(const struct lcct_view *view, size_t *count);

struct sheet *lcct_loops_sheet(const struct lcct_view *view);
struct sheet *lcct_tree_sheet(const struct lcct_view *view);
struct sheet *lcct_ranks_sheet(const struct lcct_view *view);
struct sheet *lcct_natives_sheet(const struct lcct_view *view);

/* Where the program was found when it was looked for. */
struct lcct_shares {
    uint64_t samples;   /* so often it was, without `own` */
    uint64_t libraries; /* not asked for */
    uint64_t functions; /* that were left as they are */
    uint64_t own;       /* Triptych itself */
};
struct lcct_shares lcct_shares(const struct lcct_view *view);

/* The tables and the tree. */
bool lcct_write(struct buffer *to, const struct lcct_view *view, struct error *error);

/* The hot tree as a picture. */
void lcct_dot(struct buffer *to, const struct lcct_view *view);
void lcct_svg(struct buffer *to, const struct lcct_view *view);

#endif
