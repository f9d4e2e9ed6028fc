/* lcct.h: loops that were counted in binaries: tables, and the loop-call-context tree as text,
 * JSON, CSV, Graphviz DOT and SVG.
 *
 *     archive ──▶ struct cube_lcct (cube/lcct.h): a row per context, a path of calls and loops
 *                    │   row 0 is the root; rows have a first child, a next sibling, a parent
 *             struct report_lcct_view: the rows of the chosen lanes, and which of them are hot
 *                    ├─ report_lcct_*_sheet ──▶ tables
 *                    └─ report_lcct_dot, report_lcct_svg ──▶ pictures */
#ifndef REPORT_BINARY_LCCT_H
#define REPORT_BINARY_LCCT_H

#include "cube/lcct.h"
#include "report/run/report.h"
#include "report/show/show.h"
#include "report/table/sheet.h"

enum report_lcct_sort {
    LCCT_BY_EXCLUSIVE,
    LCCT_BY_INCLUSIVE,
    LCCT_BY_VISITS,
    LCCT_BY_TRIPS,
    LCCT_BY_MEAN,
    LCCT_BY_NAME,
    LCCT_BY_LINE,
};

/* A bit per table. */
enum report_lcct_section {
    LCCT_LOOPS = 1,
    LCCT_TREE = 2,
    LCCT_RANKS = 4, /* trips of each rank, process or thread */
    LCCT_NATIVES = 8,
    LCCT_MIX = 16,         /* what the instructions of loops and functions did */
    LCCT_ROOFLINE = 32,    /* loops under the roofs of a machine */
    LCCT_DEPENDENCES = 64, /* dependences between trips of watched loops */
    LCCT_FUNCTIONS = 128,  /* of a timed run */
    LCCT_USUAL =
        LCCT_LOOPS | LCCT_TREE | LCCT_RANKS | LCCT_NATIVES | LCCT_DEPENDENCES | LCCT_FUNCTIONS,
};

struct model_machine;

/* The options of `triptych loops`. */
struct report_lcct_options {
    struct report_options report; /* format, top, width, color, utf8 */
    unsigned sections;            /* enum report_lcct_section */
    enum report_lcct_sort sort;
    double threshold; /* percent: the tree shows contexts with at least this exclusive share,
                         and their ancestors */
    const char *place, *lane; /* only these, by name; NULL: all */
    const char *table; /* the table to write as CSV: functions, loops, tree, ranks, natives, mix,
                          roofline, dependences; NULL: the first */
    enum report_show_theme theme;        /* colours of the SVG */
    const struct model_machine *machine; /* whose roofs are shown; NULL: there is no roofline */
};

/* The data that all tables and pictures are made from. */
struct report_lcct_view {
    const struct archive *archive;
    const struct report_lcct_options *options;
    uint8_t *chosen; /* by row of lanes */
    size_t lanes;    /* number of chosen lanes */
    struct cube_lcct *tree;
    bool *hot;           /* by row of the tree */
    size_t cold;         /* number of rows that are not hot */
    uint32_t *loop_rows; /* by region: its row in archive->loops; ARCHIVE_NONE: none */
    /* Workers are places, if several are chosen, else lanes. */
    uint32_t *worker_of; /* by row of lanes; ARCHIVE_NONE: it did nothing */
    char (*workers)[ARCHIVE_NAME];
    size_t worker_count;
    bool by_lane;
};

/* Makes the view; it is freed by report_lcct_view_free. False with an error if nothing was counted,
 * or if there is no such rank or lane. */
bool report_lcct_view_init(struct report_lcct_view *view, const struct archive *archive,
                           const struct report_lcct_options *options, struct error *error);
void report_lcct_view_free(struct report_lcct_view *view);

/* Returns the reason why the largest function was not counted; NULL if all were. */
const char *report_lcct_main_reason(const struct archive *archive);

/* Returns what workers are: "threads", "ranks" or "processes". */
const char *report_lcct_workers(const struct report_lcct_view *view);

/* Adds "loop 3", "loop 3 of dot" if it was inlined from there, or the name of the function. */
void report_lcct_label(const struct report_lcct_view *view, uint32_t region, struct buffer *to);

/* Adds the label, cleaned and shortened to that width. */
void report_lcct_brief(const struct report_lcct_view *view, uint32_t region, size_t width,
                       bool utf8, struct buffer *to);

/* Adds the function of a region as the first cell of a row; its column keeps enough width. */
void report_lcct_name_cell(const struct report_lcct_view *view, struct report_sheet *sheet,
                           uint32_t region);

/* Adds "heat.c:30"; nothing if the line is unknown. */
void report_lcct_where(const struct report_lcct_view *view, uint32_t region, struct buffer *to);

/* Adds the same position as a cell, and the line and file for machines. */
void report_lcct_where_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                             uint32_t region);

/* Adds instead the user's own line as that position, and that of the loop in a column "loop line"
 * of its own, if the loop was inlined. */
void report_lcct_origin_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                              uint32_t region);

/* Returns the mean trips per visit, 0 without visits. */
double report_lcct_mean(uint64_t trips, uint64_t count);

/* True if the trips of a loop are a lower bound: a trip is one iteration, and the compiler took
 * some passes out of the loop, which are not counted. */
bool report_lcct_trips_are_least(const struct report_lcct_view *view, uint32_t region);

/* Adds the mean trips of a row to a picture: "12", or "≥12" where that is a lower bound. */
void report_lcct_add_mean(const struct report_lcct_view *view, const struct cube_lcct_row *row,
                          struct buffer *to);

/* Returns the next row of the hot tree in depth-first order, parents first; ARCHIVE_NONE: the end.
 */
uint32_t report_lcct_next_hot(const struct report_lcct_view *view, uint32_t row);
/* Return the first hot child, and the next hot sibling; ARCHIVE_NONE: none. */
uint32_t report_lcct_first_hot(const struct report_lcct_view *view, uint32_t row);
uint32_t report_lcct_sibling_hot(const struct report_lcct_view *view, uint32_t row);

/* Returns the sums of all loops, sorted as the options say; to be freed. */
struct cube_lcct_sum *report_lcct_sorted_loops(const struct report_lcct_view *view, size_t *count);

/* The tables. */
struct report_sheet *report_lcct_loops_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_functions_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_tree_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_ranks_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_natives_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_mix_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_dependences_sheet(const struct report_lcct_view *view);
struct report_sheet *report_lcct_roofline_sheet(const struct report_lcct_view *view);

/* Returns how an inclusive and an exclusive time were found: "exact", "sampled", or "excl.
 * sampled".
 */
const char *report_lcct_timing(bool sampled, bool own_sampled);

/* Adds a time, marked if it is sampled, or nothing if it is not known. */
void report_lcct_time_cell(struct report_sheet *sheet, const char *column, uint64_t ns,
                           bool is_known, bool is_sampled);

/* Adds the columns of a table. Where functions were timed, the share of the time is dropped last,
 * not that of the instructions. */
void report_lcct_add_columns(const struct report_lcct_view *view, struct report_sheet *sheet,
                             const struct report_sheet_column *columns, size_t count);

/* Adds the share of an exclusive time, and explains it. */
void report_lcct_share_cell(const struct report_lcct_view *view, struct report_sheet *sheet,
                            uint64_t ns, bool is_known);
extern const char report_lcct_share_words[];

/* Adds the inclusive time, the mean of a visit, and how these and the exclusive time were found. */
void report_lcct_inclusive_cells(struct report_sheet *sheet, const struct cube_lcct_sum *sum,
                                 bool own_sampled);

/* Samples of the program counter, by where the program was. */
struct report_lcct_shares {
    uint64_t samples;   /* all, without `own` */
    uint64_t libraries; /* in libraries that --libs does not name */
    uint64_t functions; /* in functions that could not be counted */
    uint64_t own;       /* in Triptych itself */
};
struct report_lcct_shares report_lcct_shares(const struct report_lcct_view *view);

/* Writes the chosen tables as text, JSON or CSV. False with an error if there is no such table. */
bool report_lcct_write(struct buffer *to, const struct report_lcct_view *view, struct error *error);

/* Write the hot tree as a picture. */
void report_lcct_dot(struct buffer *to, const struct report_lcct_view *view);
void report_lcct_svg(struct buffer *to, const struct report_lcct_view *view);

/* Writes the loops under the roofs as a picture. */
void report_roofline_svg(struct buffer *to, const struct report_lcct_view *view);

#endif
