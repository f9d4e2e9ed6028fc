/* view.h: what all tables of a report are made from.
 *
 *     archive ──▶ cube ──▶ view: sums per region (and per lane, per data file)
 *                            │
 *                            ├─ view_items: the rows that a table shows, sorted and cut by --top
 *                            └─ sheet_NAME(view) ──▶ struct sheet ──▶ text, JSON or CSV
 *
 * A table is a function sheet_NAME; report.c has the list. It adds columns to a new sheet, then for
 * each item a row, by sheet_* for its own cells and view_*_cell(s) for those that many tables have.
 */
#ifndef REPORT_TABLE_VIEW_H
#define REPORT_TABLE_VIEW_H

#include "cube/cube.h"
#include "cube/region_words.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* A row of a table: a region on one lane or on all, with one data file or with all. */
struct view_item {
    uint32_t region;
    uint32_t lane; /* ARCHIVE_NONE: the sum of all lanes */
    uint32_t file; /* region of the data file; 0: none */
    struct cube_sums sums;
};

struct view_items {
    struct view_item *items;
    size_t count, room;
    size_t more; /* rows that --top left out */
};

struct delays_kept;
struct efficiency_kept;
struct critical_kept;

struct view {
    const struct archive *archive;
    const struct report_options *options;
    struct cube *cube;
    struct cube_rows regions; /* by (region, 0); the time of I/O and of waits is exclusive */
    struct cube_rows lanes;   /* by (region, lane), likewise; only with --lanes */
    struct cube_rows within;  /* by (I/O statement, file) */
    uint32_t *row_of_region;  /* row in `regions`; ARCHIVE_NONE: never visited */
    uint64_t executed;        /* instructions, if they were counted and nothing was timed; else 0 */
    struct delays_kept *delays;         /* see delays.h */
    struct efficiency_kept *efficiency; /* see efficiency.h */
    struct critical_kept *critical;     /* see critical.h */
};

void view_init(struct view *view, const struct archive *archive,
               const struct report_options *options);
void view_free(struct view *view);

const char *view_text(const struct view *view, uint32_t string);
/* See region_words.h. */
static inline const char *view_name(const struct view *view, uint32_t region)
{
    return region_name(view->archive, region);
}

static inline const char *view_kind(const struct view *view, uint32_t region)
{
    return region_kind(view->archive, region);
}

static inline const char *view_routine(const struct view *view, uint32_t region)
{
    return region_routine(view->archive, region);
}

static inline const char *view_target(const struct view *view, uint32_t file)
{
    return region_target(view->archive, file);
}

static inline bool view_unit(const struct view *view, uint32_t file, int64_t *unit)
{
    return region_unit(view->archive, file, unit);
}

static inline bool view_is_fortran(const struct view *view, uint32_t region)
{
    return region_is_fortran(view->archive, region);
}

static inline void view_label(const struct view *view, uint32_t region, struct buffer *to)
{
    region_label(view->archive, region, to);
}

static inline void view_describe(const struct view *view, uint32_t region, struct buffer *to)
{
    region_describe(view->archive, region, to);
}

static inline const char *view_file(const struct view *view, uint32_t region)
{
    return region_file(view->archive, region);
}

static inline bool view_has_source(const struct view *view, uint32_t region)
{
    return region_has_source(view->archive, region);
}

/* True if the trips are known: the region is a loop, a visit has ended normally, and threads do not
 * share its trips (such a loop has a note). */
bool view_has_trips(const struct view *view, uint32_t region, const struct cube_sums *sums);

/* True if the region is I/O whose bytes are known; calls that do not tell them have a note. */
bool view_has_bytes(const struct view *view, uint32_t region);

/* True if nothing of the region was measured; false if only some of it is unknown. */
bool view_is_unmeasured(const struct view *view, uint32_t region);

/* True if the region was neither counted nor timed: not measured, excluded, or skipped as hot. */
bool view_is_left_out(const struct view *view, uint32_t region);

/* Returns the percentage of the time of all lanes. */
double view_percent(const struct view *view, uint64_t ns);

void view_add_item(struct view_items *items, struct view_item item);

/* Sorts the items as the options say, and cuts them by --top. */
void view_sort(const struct view *view, struct view_items *items);

/* Return the visited regions of a kind, sorted and cut as the options say, each followed by its
 * lanes if these are to be shown. */
struct view_items view_items_of(const struct view *view, uint32_t kind);
struct view_items view_items_of_kinds(const struct view *view, uint32_t kinds); /* a bit per kind */

/* Returns the I/O statements, unsorted: an item per file that a statement used, and one more for
 * visits without a file and for running ones. */
struct view_items view_io_items(const struct view *view);
void view_items_free(struct view_items *items);

/* These add cells that many tables have. */
/* The columns of a time: ns, its percentage, and the same as a bar (NULL: no bar). */
struct view_time_columns {
    const char *ns, *percent, *bar;
};

extern const struct view_time_columns view_time_share;     /* time_ns, percent, share */
extern const struct view_time_columns view_time_only;      /* time_ns, percent */
extern const struct view_time_columns view_exclusive_only; /* exclusive_ns, exclusive_percent */

/* Adds `ns` to these columns, unknown where `sums` were not timed, marked as they say. */
void view_time_cells(const struct view *view, struct sheet *sheet,
                     const struct view_time_columns *columns, const struct cube_sums *sums,
                     uint64_t ns);
/* Adds the visits, and whether there may be more. */
void view_visits_cells(struct sheet *sheet, const struct cube_sums *sums);
/* Adds the part of the exclusive time that is in the routine's own loops. */
void view_loops_cell(struct sheet *sheet, const struct cube_sums *sums);
/* Add columns and cells for machines: whether times are estimated and numbers derived, the number
 * of visits that were not timed, and whether the time is a lower bound. */
void view_add_how_columns(struct sheet *sheet);
void view_how_cells(struct sheet *sheet, const struct cube_sums *sums);
/* Adds notes on times that are missing or marked; `what` follows the mark: " of seconds". */
void view_note_times(const struct view *view, struct sheet *sheet, const struct view_items *items,
                     const char *what);
/* If instructions were counted and nothing was timed, these replace the columns of times by the
 * instructions, their percentage and a bar. Elsewhere they do nothing. */
void view_add_work_columns(const struct view *view, struct sheet *sheet);
void view_hide_times(const struct view *view, struct sheet *sheet);
void view_work_cells(const struct view *view, struct sheet *sheet, const struct cube_sums *sums);
void view_trips_cells(const struct view *view, struct sheet *sheet, uint32_t region,
                      const struct cube_sums *sums); /* trips, and whether there may be more */
void view_bytes_cell(const struct view *view, struct sheet *sheet, uint32_t region,
                     const struct cube_sums *sums);
void view_open_cell(struct sheet *sheet, const struct cube_sums *sums);
/* Adds `name` for people (column `heading`; the lane instead, in the row of one lane) and for
 * machines (column `key`). */
void view_name_cell(const struct view *view, struct sheet *sheet, const char *heading,
                    const char *key, const struct view_item *item, const char *name);
void view_lane_cells(const struct view *view, struct sheet *sheet, const struct view_item *item);
void view_unit_cell(const struct view *view, struct sheet *sheet, const char *column,
                    uint32_t file); /* 0: none */
void view_note_cell(const struct view *view, struct sheet *sheet, uint32_t region);
void view_rank_cell(const struct view *view, struct sheet *sheet,
                    uint32_t place); /* only if the archive has ranks */
void view_add_lane_columns(const struct view *view, struct sheet *sheet);

/* The tables. A table without rows is empty, not NULL. */
struct sheet *sheet_routines(const struct view *view);
struct sheet *sheet_loops(const struct view *view);
struct sheet *sheet_io(const struct view *view);
struct sheet *sheet_user(const struct view *view);
struct sheet *sheet_sync(const struct view *view);

/* Returns the number of calls that may wait for other threads, if none of them ever waited; else 0.
 * Libraries lock much that no other thread wants. Without MPI ranks it is 0 unless all are locks.
 */
uint64_t sync_calls_in_vain(const struct view *view);
struct sheet *sheet_tasks(const struct view *view);
struct sheet *sheet_objects(const struct view *view);
struct sheet *sheet_waits(const struct view *view);
struct sheet *sheet_comm_sites(const struct view *view);
struct sheet *sheet_comm_callers(const struct view *view);
struct sheet *sheet_comm_files(const struct view *view);
struct sheet *sheet_comm(const struct view *view);
struct sheet *sheet_comm_ranks(const struct view *view);
struct sheet *sheet_comm_means(const struct view *view);
struct sheet *sheet_comm_matrix(const struct view *view);
struct sheet *sheet_comm_clocks(const struct view *view);
struct sheet *sheet_comm_sizes(const struct view *view);
struct sheet *sheet_comm_kinds(const struct view *view);
struct sheet *sheet_comm_doing(const struct view *view);
struct sheet *sheet_comm_causes(const struct view *view);
struct sheet *sheet_comm_waits(const struct view *view);
struct sheet *sheet_comm_stalls(const struct view *view);
struct sheet *sheet_balance(const struct view *view);
struct sheet *sheet_critical(const struct view *view);
struct sheet *sheet_critical_path(const struct view *view);
struct sheet *sheet_critical_places(const struct view *view);
struct sheet *sheet_efficiency(const struct view *view);
struct sheet *sheet_advice(const struct view *view);
struct sheet *sheet_files(const struct view *view);
struct sheet *sheet_units(const struct view *view);
struct sheet *sheet_sources(const struct view *view);
struct sheet *sheet_lanes(const struct view *view);
struct sheet *sheet_places(const struct view *view);
struct sheet *sheet_untimed(const struct view *view);
struct sheet *sheet_excluded(const struct view *view);
struct sheet *sheet_hot(const struct view *view);
struct sheet *sheet_unmeasured(const struct view *view);
struct sheet *sheet_never(const struct view *view);
struct sheet *sheet_tree(const struct view *view);

/* The tables of one routine. */
struct sheet *sheet_kinds(const struct view *view, uint32_t routine);
struct sheet *sheet_parts(const struct view *view, uint32_t routine);
struct sheet *sheet_callers(const struct view *view, uint32_t routine);
struct sheet *sheet_callees(const struct view *view, uint32_t routine);

#endif
