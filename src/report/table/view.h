/* view.h: what all tables of a report are made from.
 *
 *     archive ──▶ cube ──▶ view: sums per region (and per lane, per data file)
 *                            │
 *                            ├─ report_view_items: the rows of a table, sorted and cut by --top
 *                            └─ report_NAME(view) ──▶ struct report_sheet ──▶ text, JSON or CSV
 *
 * A table is a function report_NAME; run/report.c has the list. It adds columns to a new sheet,
 * then a row for each item: report_sheet_* adds the cells of its own, report_view_*_cell(s) those
 * that many tables have. */
#ifndef REPORT_TABLE_VIEW_H
#define REPORT_TABLE_VIEW_H

#include "cube/cube.h"
#include "cube/region_words.h"
#include "report/run/kept.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* A row of a table: a region on one lane or on all, with one data file or with all. */
struct report_view_item {
    uint32_t region;
    uint32_t lane; /* ARCHIVE_NONE: the sum of all lanes */
    uint32_t file; /* region of the data file; 0: none */
    struct cube_sums sums;
};

struct report_view_items {
    struct report_view_item *items;
    size_t count, room;
    size_t more; /* rows that --top left out */
};

struct report_view {
    const struct archive *archive;
    const struct report_options *options;
    struct cube *cube;
    struct cube_rows regions; /* by (region, 0); the time of I/O and of waits is exclusive */
    struct cube_rows lanes;   /* by (region, lane), likewise; only with --lanes */
    struct cube_rows within;  /* by (I/O statement, file) */
    uint32_t *row_of_region;  /* row in `regions`; ARCHIVE_NONE: never visited */
    uint64_t executed;        /* instructions, if they were counted and nothing was timed; else 0 */
    struct report_kept *kept; /* that of the options, or its own */
};

void report_view_init(struct report_view *view, const struct archive *archive,
                      const struct report_options *options);
void report_view_free(struct report_view *view);

const char *report_view_text(const struct report_view *view, uint32_t string);
/* See region_words.h. */
static inline const char *report_view_name(const struct report_view *view, uint32_t region)
{
    return cube_region_name(view->archive, region);
}

static inline const char *report_view_kind(const struct report_view *view, uint32_t region)
{
    return cube_region_kind(view->archive, region);
}

static inline const char *report_view_routine(const struct report_view *view, uint32_t region)
{
    return cube_region_routine(view->archive, region);
}

static inline const char *report_view_target(const struct report_view *view, uint32_t file)
{
    return cube_region_target(view->archive, file);
}

static inline bool report_view_unit(const struct report_view *view, uint32_t file, int64_t *unit)
{
    return cube_region_unit(view->archive, file, unit);
}

static inline bool report_view_is_fortran(const struct report_view *view, uint32_t region)
{
    return cube_region_is_fortran(view->archive, region);
}

static inline void report_view_label(const struct report_view *view, uint32_t region,
                                     struct buffer *to)
{
    cube_region_label(view->archive, region, to);
}

static inline void report_view_describe(const struct report_view *view, uint32_t region,
                                        struct buffer *to)
{
    cube_region_describe(view->archive, region, to);
}

/* Adds " (ring.c:12)": see cube_region_place(). */
static inline void report_view_place(const struct report_view *view, uint32_t region,
                                     struct buffer *to)
{
    cube_region_place(view->archive, region, to);
}

static inline const char *report_view_file(const struct report_view *view, uint32_t region)
{
    return cube_region_file(view->archive, region);
}

static inline bool report_view_has_source(const struct report_view *view, uint32_t region)
{
    return cube_region_has_source(view->archive, region);
}

/* True if the trips are known: the region is a loop, a visit has ended normally, and threads do not
 * share its trips (such a loop has a note). */
bool report_view_has_trips(const struct report_view *view, uint32_t region,
                           const struct cube_sums *sums);

/* True if the region is I/O whose bytes are known; calls that do not tell them have a note. */
bool report_view_has_bytes(const struct report_view *view, uint32_t region);

/* True if nothing of the region was measured; false if only some of it is unknown. */
bool report_view_is_unmeasured(const struct report_view *view, uint32_t region);

/* True if the region was neither counted nor timed: not measured, excluded, or skipped as hot. */
bool report_view_is_left_out(const struct report_view *view, uint32_t region);

/* Returns the percentage of the time of all lanes. */
double report_view_percent(const struct report_view *view, uint64_t ns);

void report_view_add_item(struct report_view_items *items, struct report_view_item item);

/* Sorts the items as the options say, and cuts them by --top. */
void report_view_sort(const struct report_view *view, struct report_view_items *items);

/* True if the region was visited, or may have been: its count is a lower bound. */
bool report_view_was_visited(const struct cube_sums *sums);

/* Return the visited regions of a kind, sorted and cut as the options say, each followed by its
 * lanes if these are to be shown. */
struct report_view_items report_view_items_of(const struct report_view *view, uint32_t kind);
struct report_view_items report_view_items_of_kinds(const struct report_view *view,
                                                    uint32_t kinds); /* a bit per kind */

/* Returns the I/O statements, unsorted: an item per file that a statement used, and one more for
 * visits without a file and for running ones. */
struct report_view_items report_view_io_items(const struct report_view *view);
void report_view_items_free(struct report_view_items *items);

/* These add cells that many tables have. */
/* The columns of a time: ns, its percentage, and the same as a bar (NULL: no bar). */
struct report_view_time_columns {
    const char *ns, *percent, *bar;
};

extern const struct report_view_time_columns report_view_time_share; /* time_ns, percent, share */
extern const struct report_view_time_columns report_view_time_only;  /* time_ns, percent */
extern const struct report_view_time_columns
    report_view_exclusive_only; /* exclusive_ns, exclusive_percent */

/* Adds `ns` to these columns, unknown where `sums` were not timed, marked as they say. */
void report_view_time_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_time_columns *columns,
                            const struct cube_sums *sums, uint64_t ns);
/* Adds the exclusive time: it is an upper bound if the time of a region inside is a lower one. */
void report_view_exclusive_cells(const struct report_view *view, struct report_sheet *sheet,
                                 const struct report_view_time_columns *columns,
                                 const struct cube_sums *sums, uint64_t ns);
/* Adds the visits, and whether there may be more. */
void report_view_visits_cells(struct report_sheet *sheet, const struct cube_sums *sums);
/* Adds the part of the exclusive time that is in the routine's own loops, and whether it is a lower
 * or an upper bound. */
void report_view_loops_cells(struct report_sheet *sheet, const struct cube_sums *sums);
/* Adds, for machines, whether the time is a lower bound: the cell of a column "time_at_least". */
void report_view_at_least_cell(struct report_sheet *sheet, const struct cube_sums *sums);
/* Add columns and cells for machines: whether the exclusive time is a lower or an upper bound. */
void report_view_add_bound_columns(struct report_sheet *sheet);
void report_view_bound_cells(struct report_sheet *sheet, const struct cube_sums *sums);
/* Add columns and cells for machines: whether times are estimated and numbers derived, the number
 * of visits that were not timed, and whether times are bounds. */
void report_view_add_how_columns(struct report_sheet *sheet);
void report_view_how_cells(struct report_sheet *sheet, const struct cube_sums *sums);
/* Adds notes on times that are missing or marked; `what` follows the mark: " of seconds". */
void report_view_note_times(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_items *items, const char *what);
/* If instructions were counted and nothing was timed, these replace the columns of times by the
 * instructions, their percentage and a bar. Elsewhere they do nothing. */
void report_view_add_work_columns(const struct report_view *view, struct report_sheet *sheet);
void report_view_hide_times(const struct report_view *view, struct report_sheet *sheet);
void report_view_work_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct cube_sums *sums);
void report_view_trips_cells(
    const struct report_view *view, struct report_sheet *sheet, uint32_t region,
    const struct cube_sums *sums); /* trips, and whether there may be more */
void report_view_bytes_cell(const struct report_view *view, struct report_sheet *sheet,
                            uint32_t region, const struct cube_sums *sums);
/* Adds the data of a call or message; 0: not known. */
void report_view_data_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *column, uint32_t text);
void report_view_unfinished_cell(struct report_sheet *sheet, const struct cube_sums *sums);
/* Adds `name` for people (column `heading`; the lane instead, in the row of one lane) and for
 * machines (column `key`). */
void report_view_name_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *heading, const char *key,
                           const struct report_view_item *item, const char *name);
void report_view_lane_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_item *item);
void report_view_unit_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *column, uint32_t file); /* 0: none */
void report_view_note_cell(const struct report_view *view, struct report_sheet *sheet,
                           uint32_t region);
void report_view_rank_cell(const struct report_view *view, struct report_sheet *sheet,
                           uint32_t place); /* only if the archive has ranks */
void report_view_add_lane_columns(const struct report_view *view, struct report_sheet *sheet);

/* Adds the columns of a table of regions, instructions before times, and those for machines and
 * lanes behind them. */
void report_view_add_region_columns(const struct report_view *view, struct report_sheet *sheet,
                                    const struct report_sheet_column *columns, size_t count);

/* Returns how many of `count` rows --top lets a table show; sets sheet->more to the number of
 * others. */
size_t report_view_shown(const struct report_view *view, struct report_sheet *sheet, size_t count);

/* The tables. A table without rows is empty, not NULL. */
struct report_sheet *report_routines(const struct report_view *view);
struct report_sheet *report_loops(const struct report_view *view);
struct report_sheet *report_sampled(const struct report_view *view);
struct report_sheet *report_sampled_paths(const struct report_view *view);
struct report_sheet *report_io(const struct report_view *view);
struct report_sheet *report_user(const struct report_view *view);
struct report_sheet *report_sync(const struct report_view *view);

/* Returns the number of synchronisation calls, if none of them ever waited; 0 if one did. Such
 * calls are not worth a table: libraries take many locks that no other thread wants. Without MPI
 * ranks, it also returns 0 if one of the calls is not a lock. MPI calls do not count. */
uint64_t report_sync_calls_in_vain(const struct report_view *view);
struct report_sheet *report_tasks(const struct report_view *view);
struct report_sheet *report_objects(const struct report_view *view);
struct report_sheet *report_moves(const struct report_view *view);
struct report_sheet *report_moved(const struct report_view *view);
struct report_sheet *report_arrays(const struct report_view *view);
struct report_sheet *report_finishes(const struct report_view *view);
struct report_sheet *report_waits(const struct report_view *view);
struct report_sheet *report_comm_sites(const struct report_view *view);
struct report_sheet *report_comm_callers(const struct report_view *view);
struct report_sheet *report_comm_files(const struct report_view *view);
struct report_sheet *report_comm(const struct report_view *view);
struct report_sheet *report_comm_ranks(const struct report_view *view);
struct report_sheet *report_comm_means(const struct report_view *view);
struct report_sheet *report_comm_matrix(const struct report_view *view);
struct report_sheet *report_comm_data(const struct report_view *view);
struct report_sheet *report_comm_clocks(const struct report_view *view);
struct report_sheet *report_comm_sizes(const struct report_view *view);
struct report_sheet *report_comm_kinds(const struct report_view *view);
struct report_sheet *report_comm_doing(const struct report_view *view);
struct report_sheet *report_comm_causes(const struct report_view *view);
struct report_sheet *report_comm_waits(const struct report_view *view);
struct report_sheet *report_comm_stalls(const struct report_view *view);
struct report_sheet *report_balance(const struct report_view *view);
struct report_sheet *report_critical(const struct report_view *view);
struct report_sheet *report_critical_path(const struct report_view *view);
struct report_sheet *report_critical_places(const struct report_view *view);
struct report_sheet *report_efficiency(const struct report_view *view);
struct report_sheet *report_advice(const struct report_view *view);
struct report_sheet *report_divide(const struct report_view *view);
struct report_sheet *report_files(const struct report_view *view);
struct report_sheet *report_units(const struct report_view *view);
struct report_sheet *report_sources(const struct report_view *view);
struct report_sheet *report_lanes(const struct report_view *view);
struct report_sheet *report_places(const struct report_view *view);
struct report_sheet *report_untimed(const struct report_view *view);
struct report_sheet *report_excluded(const struct report_view *view);
struct report_sheet *report_hot(const struct report_view *view);
struct report_sheet *report_unmeasured(const struct report_view *view);
struct report_sheet *report_unsized(const struct report_view *view);
struct report_sheet *report_never(const struct report_view *view);
struct report_sheet *report_tree(const struct report_view *view);

/* The tables of one routine. */
struct report_sheet *report_kinds(const struct report_view *view, uint32_t routine);
struct report_sheet *report_parts(const struct report_view *view, uint32_t routine);
struct report_sheet *report_callers(const struct report_view *view, uint32_t routine);
struct report_sheet *report_callees(const struct report_view *view, uint32_t routine);

#endif
