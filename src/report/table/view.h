/* view.h: what all tables of a report are made from. */
#ifndef REPORT_TABLE_VIEW_H
#define REPORT_TABLE_VIEW_H

#include "cube/cube.h"
#include "cube/region_words.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* One line of a table: a region, on one lane or on all, perhaps on one data file only. */
struct view_item {
    uint32_t region;
    uint32_t lane; /* ARCHIVE_NONE: the sum */
    uint32_t file; /* region of a data file; 0: none */
    struct cube_sums sums;
};

struct view_items {
    struct view_item *items;
    size_t count, room;
    size_t more; /* left out by --top */
};

struct delays_kept;
struct efficiency_kept;
struct critical_kept;

struct view {
    const struct archive *archive;
    const struct report_options *options;
    struct cube *cube;
    struct cube_rows regions; /* (region, 0); the time of I/O and waits is their own time */
    struct cube_rows lanes;   /* (region, lane), only with --lanes; the same */
    struct cube_rows within;  /* (I/O statement, file) */
    uint32_t *row_of_region;  /* in `regions`; ARCHIVE_NONE: never visited */
    uint64_t executed; /* instructions, where these were counted and nothing was timed; else 0 */
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

/* Whether anything is known of the trips: not of what is no loop, nor when no visit has ended by
 * itself, nor of a loop whose iterations threads share (it has a note). */
bool view_has_trips(const struct view *view, uint32_t region, const struct cube_sums *sums);

/* Not of calls that do not tell how much they moved: these have a note. */
bool view_has_bytes(const struct view *view, uint32_t region);

/* Not what is only not known in part: that has just a note. */
bool view_is_unmeasured(const struct view *view, uint32_t region);

/* Neither counted nor timed: left alone, excluded, or skipped as hot. */
bool view_is_left_out(const struct view *view, uint32_t region);

double view_percent(const struct view *view, uint64_t ns);

void view_add_item(struct view_items *items, struct view_item item);

/* In the order that was asked for. */
void view_sort(const struct view *view, struct view_items *items);

/* The regions of a kind that were visited, sorted and cut as the options say, each with its lanes
 * behind it. */
struct view_items view_items_of(const struct view *view, uint32_t kind);
struct view_items view_items_of_kinds(const struct view *view, uint32_t kinds); /* bits by kind */

/* I/O statements: one item for each file that a statement went to; what went to none, or goes on,
 * is another. In no order. */
struct view_items view_io_items(const struct view *view);
void view_items_free(struct view_items *items);

/* Cells that many tables have. */
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
/* Visits, and whether there may be more. */
void view_visits_cells(struct sheet *sheet, const struct cube_sums *sums);
/* The part of its exclusive time that is in loops. */
void view_loops_cell(struct sheet *sheet, const struct cube_sums *sums);
/* For machines: whether times are estimated and numbers derived, and of how many visits the time is
 * not known by itself. */
void view_add_how_columns(struct sheet *sheet);
void view_how_cells(struct sheet *sheet, const struct cube_sums *sums);
/* Notes on times that are missing or marked in a table of these; `what`: behind the mark, " of
 * seconds". */
void view_note_times(const struct view *view, struct sheet *sheet, const struct view_items *items,
                     const char *what);
/* Where nothing was timed, but instructions were counted: their number, % and the bar, instead of
 * the columns of times, which are not shown then. */
void view_add_work_columns(const struct view *view, struct sheet *sheet);
void view_hide_times(const struct view *view, struct sheet *sheet);
void view_work_cells(const struct view *view, struct sheet *sheet, const struct cube_sums *sums);
void view_trips_cells(const struct view *view, struct sheet *sheet, uint32_t region,
                      const struct cube_sums *sums); /* rotations, and whether there were more */
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
                    uint32_t place); /* only where ranks are known */
void view_add_lane_columns(const struct view *view, struct sheet *sheet);

/* The tables. NULL: there is nothing to show. */
struct sheet *sheet_routines(const struct view *view);
struct sheet *sheet_loops(const struct view *view);
struct sheet *sheet_io(const struct view *view);
struct sheet *sheet_user(const struct view *view);
struct sheet *sheet_sync(const struct view *view);

/* How many calls that may wait for other threads were made, if none ever waited; else 0. (Libraries
 * lock what nobody else wants.) Where there are no ranks of MPI, nothing but locks may be among
 * them. */
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

/* Of the routine with that name. */
struct sheet *sheet_kinds(const struct view *view, uint32_t routine);
struct sheet *sheet_parts(const struct view *view, uint32_t routine);
struct sheet *sheet_callers(const struct view *view, uint32_t routine);
struct sheet *sheet_callees(const struct view *view, uint32_t routine);

#endif
