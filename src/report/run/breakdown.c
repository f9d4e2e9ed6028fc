/* breakdown.c: the tables of one routine: where its time goes, its callers and callees. */
#include "report/mpi/comm.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static int by_time(const void *left, const void *right)
{
    const struct cube_row *a = left, *b = right;
    if (a->sums.untimed != b->sums.untimed)
        return a->sums.untimed ? 1 : -1;
    if (a->sums.time != b->sums.time)
        return a->sums.time > b->sums.time ? -1 : 1;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b < b->b ? -1 : a->b > b->b;
}

/* Adds the time, its percentage of `whole`, and the bar. */
static void add_share(struct report_sheet *sheet, const struct cube_sums *sums, uint64_t whole)
{
    double percent = whole ? 100.0 * (double)sums->time / (double)whole : 0;
    if (sums->untimed) {
        report_sheet_unknown_range(sheet, "time_ns", "share");
    } else {
        report_sheet_time(sheet, "time_ns", sums->time, sums->at_least);
        report_sheet_real(sheet, "percent", percent);
        report_sheet_real(sheet, "share", percent);
    }
    report_view_at_least_cell(sheet, sums);
}

/* Adds the column `key`. With lanes, people read another one, which names the lane in its row. */
static void add_name_column(struct report_sheet *sheet, bool lanes, struct report_sheet_column name)
{
    struct report_sheet_column machine = name;
    if (lanes) {
        machine.heading = name.key = NULL;
        report_sheet_add_column(sheet, name);
    }
    report_sheet_add_column(sheet, machine);
}

/* Adds a cell for each column of add_name_column(). */
static void add_name_cell(const struct report_view *view, struct report_sheet *sheet, bool lanes,
                          const char *column, uint32_t lane, const char *name)
{
    const struct report_view_item item = {.lane = lane};
    if (lanes)
        report_view_name_cell(view, sheet, column, column, &item, name);
    else
        report_sheet_text(sheet, column, name);
}

static void add_lane_cells(const struct report_view *view, struct report_sheet *sheet,
                           uint32_t lane)
{
    const struct report_view_item item = {.lane = lane};
    report_view_lane_cells(view, sheet, &item);
}

static void add_columns(struct report_sheet *sheet, const char *heading, bool lanes)
{
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){"part", heading, SHEET_WORD, 0, 8, false});
    add_name_column(sheet, lanes,
                    (struct report_sheet_column){"name", "name", SHEET_TEXT, 0, 12, false});
    const struct report_sheet_column columns[] = {
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"trips", "trips", SHEET_COUNT, 2, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

/* The routine's parts on each lane. */
struct lane_parts {
    struct cube_rows rows; /* a: region, b: lane; in the order of the lanes; none without --lanes */
    struct cube_sums *whole; /* the routine's time on the lane; only count, time, untimed */
    uint32_t lanes;
};

/* A row of the table of parts: a part on one lane or on all (ARCHIVE_NONE). */
struct part_row {
    const char *part;
    uint32_t region, lane;
    const struct cube_sums *sums;
    uint64_t whole;
};

static int by_lane(const void *left, const void *right)
{
    const struct cube_row *a = left, *b = right;
    return a->b != b->b ? (a->b < b->b ? -1 : 1) : a->a < b->a ? -1 : a->a > b->a;
}

static struct lane_parts lane_parts_new(const struct report_view *view, uint32_t routine)
{
    struct lane_parts parts = {.lanes = view->archive->lanes.rows};
    parts.whole = memory_zeroed(parts.lanes, sizeof *parts.whole);
    if (!view->options->lanes)
        return parts;
    parts.rows = cube_breakdown_lanes(view->cube, routine);
    if (parts.rows.count)
        qsort(parts.rows.rows, parts.rows.count, sizeof *parts.rows.rows, by_lane);
    for (size_t i = 0; i < parts.rows.count; i++) {
        const struct cube_row *row = &parts.rows.rows[i];
        struct cube_sums *whole = &parts.whole[row->b];
        whole->nodes++; /* used here to count the parts */
        whole->time = number_add(whole->time, row->sums.untimed ? 0 : row->sums.time);
        whole->untimed |= row->a == routine && row->sums.untimed;
    }
    return parts;
}

static void lane_parts_free(struct lane_parts *parts)
{
    cube_rows_free(&parts->rows);
    free(parts->whole);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet, bool lanes,
                    const struct part_row *row)
{
    const struct cube_sums *sums = row->sums;
    uint32_t region = row->region;
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer text = {0};
    report_view_label(view, region, &text);
    report_sheet_text(sheet, "part", row->part);
    add_name_cell(view, sheet, lanes, "name", row->lane,
                  region ? text.text ? text.text : "" : "(start of a lane)");
    buffer_free(&text);
    report_sheet_count(sheet, "visits", sums->count);
    report_view_trips_cells(view, sheet, region, sums);
    report_view_bytes_cell(view, sheet, region, sums);
    add_share(sheet, sums, row->whole);
    report_sheet_line(sheet, "line", regions->line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
    if (lanes)
        add_lane_cells(view, sheet, row->lane);
}

/* The kinds of parts of a routine. */
enum part { PART_LOOP, PART_CALL, PART_IO, PART_COMMUNICATION, PART_REGION, PART_PAUSE, PART_REST };
enum { PARTS = PART_REST + 1 };

static enum part part_of(const struct report_view *view, uint32_t routine,
                         const struct cube_row *part)
{
    uint32_t kind = view->archive->regions.kind[part->a];
    return part->a == routine                            ? PART_REST
           : part->b                                     ? PART_CALL
           : kind == TRI_KIND_LOOP                       ? PART_LOOP
           : archive_mpi_is_call(view->archive, part->a) ? PART_COMMUNICATION
           : kind == TRI_KIND_IO                         ? PART_IO
           : kind == TRI_KIND_PAUSE                      ? PART_PAUSE
                                                         : PART_REGION;
}

static const char *part_name(const struct report_view *view, uint32_t routine,
                             const struct cube_row *part)
{
    static const char *const names[PARTS] = {"loop",   "call",  "I/O",   "communication",
                                             "region", "pause", "itself"};
    return names[part_of(view, routine, part)];
}

static bool is_call(const struct report_view *view, uint32_t routine, uint32_t region)
{
    return region != routine && view->archive->regions.kind[region] == TRI_KIND_ROUTINE;
}

static void add_part(struct cube_sums *sum, const struct cube_sums *part)
{
    sum->nodes++; /* used here to count the parts */
    sum->count = number_add(sum->count, part->count);
    sum->time = number_add(sum->time, part->untimed ? 0 : part->time);
    sum->at_least |= part->at_least;
}

/* True if a region of that kind in the routine was neither counted nor timed. */
static bool has_left_out(const struct report_view *view, uint32_t routine, uint32_t kind)
{
    const struct archive_regions *regions = &view->archive->regions;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (regions->kind[i] == kind && regions->routine[i] == routine &&
            report_view_is_left_out(view, i))
            return true;
    }
    return false;
}

/* True if the program called MPI. If it did not, MPI may not have been traced at all. */
static bool has_communication(const struct archive *archive)
{
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (archive_mpi_is_call(archive, i))
            return true;
    }
    return false;
}

/* The kinds of parts of a routine, summed. */
struct kinds {
    bool left_out[PARTS];
    struct cube_sums sums[PARTS];
    struct cube_sums whole;
};

static const char *const kind_names[PARTS] = {"loops",   "calls",  "I/O", "communication",
                                              "regions", "pauses", "rest"};

/* Adds a row of one kind, of one lane or of all. A kind that was not measured is unknown, not zero.
 */
static void add_kind(const struct report_view *view, struct report_sheet *sheet,
                     const struct kinds *kinds, int part, uint32_t lane)
{
    struct cube_sums sum = kinds->sums[part];
    bool left_out = kinds->left_out[part];
    bool unknown = left_out && !sum.nodes;
    sum.untimed = kinds->whole.untimed || unknown;
    sum.at_least |= left_out;
    add_name_cell(view, sheet, view->options->lanes, "part", lane, kind_names[part]);
    if (unknown) {
        report_sheet_unknown(sheet, "regions");
        report_sheet_unknown(sheet, "visits");
    } else {
        report_sheet_count_known(sheet, "regions", sum.nodes, left_out);
        report_sheet_count_known(sheet, "visits", sum.count, left_out);
    }
    add_share(sheet, &sum, kinds->whole.time);
    add_lane_cells(view, sheet, lane);
}

/* Adds the rows of a kind on each lane that visited the routine. */
static void add_kind_lanes(const struct report_view *view, struct report_sheet *sheet,
                           const struct kinds *all, const struct lane_parts *lanes,
                           uint32_t routine, int part)
{
    size_t at = 0;
    for (uint32_t lane = 0; lane < lanes->lanes; lane++) {
        struct kinds one = {.whole = lanes->whole[lane]};
        memcpy(one.left_out, all->left_out, sizeof one.left_out);
        for (; at < lanes->rows.count && lanes->rows.rows[at].b == lane; at++) {
            struct cube_row row = lanes->rows.rows[at];
            row.b = is_call(view, routine, row.a);
            add_part(&one.sums[part_of(view, routine, &row)], &row.sums);
        }
        if (one.whole.nodes)
            add_kind(view, sheet, &one, part, lane);
    }
}

static struct kinds kinds_new(const struct report_view *view, uint32_t routine,
                              const struct cube_breakdown *parts)
{
    struct kinds kinds = {
        .left_out = {[PART_LOOP] = has_left_out(view, routine, TRI_KIND_LOOP),
                     [PART_IO] = has_left_out(view, routine, TRI_KIND_IO),
                     [PART_COMMUNICATION] = !has_communication(view->archive)},
        .whole = parts->whole,
    };
    for (size_t i = 0; i < parts->count; i++)
        add_part(&kinds.sums[part_of(view, routine, &parts->parts[i])], &parts->parts[i].sums);
    return kinds;
}

static void add_kind_columns(const struct report_view *view, struct report_sheet *sheet)
{
    const struct report_sheet_column columns[] = {
        {"regions", "regions", SHEET_COUNT, 2, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    add_name_column(sheet, view->options->lanes,
                    (struct report_sheet_column){"part", "part", SHEET_WORD, 0, 8, false});
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_lane_columns(view, sheet);
}

static void note_lanes(const struct report_view *view, struct report_sheet *sheet)
{
    if (view->options->lanes)
        report_sheet_note(sheet, "The rows below each one are its lanes: PLACE.LANE and the "
                                 "thread's name; %%: of the routine's time on that lane.");
}

struct report_sheet *report_kinds(const struct report_view *view, uint32_t routine)
{
    struct cube_breakdown parts = cube_breakdown_new(view->cube, routine);
    struct lane_parts lanes = lane_parts_new(view, routine);
    struct kinds kinds = kinds_new(view, routine, &parts);
    struct report_sheet *sheet = report_sheet_new("kinds", "Time by kind of part");
    add_kind_columns(view, sheet);
    for (int i = 0; i < PARTS; i++) {
        bool usual = i != PART_REGION && i != PART_PAUSE;
        if (!usual && !kinds.sums[i].nodes)
            continue;
        add_kind(view, sheet, &kinds, i, ARCHIVE_NONE);
        add_kind_lanes(view, sheet, &kinds, &lanes, routine, i);
    }
    report_sheet_note(sheet,
                      "%srest: the routine's own code outside these, with all that is not timed.",
                      kinds.left_out[PART_COMMUNICATION]
                          ? "communication was not measured: its time is part of the others. "
                          : "");
    note_lanes(view, sheet);
    lane_parts_free(&lanes);
    cube_breakdown_free(&parts);
    return sheet;
}

/* Adds the rows of a part on each lane. */
static void add_part_lanes(const struct report_view *view, struct report_sheet *sheet,
                           const struct lane_parts *lanes, const char *part, uint32_t region)
{
    for (size_t i = 0; i < lanes->rows.count; i++) {
        const struct cube_row *row = &lanes->rows.rows[i];
        const struct cube_sums *whole = &lanes->whole[row->b];
        if (row->a == region)
            add_row(view, sheet, true,
                    &(struct part_row){part, region, row->b, &row->sums,
                                       whole->untimed ? 0 : whole->time});
    }
}

struct report_sheet *report_parts(const struct report_view *view, uint32_t routine)
{
    struct cube_breakdown parts = cube_breakdown_new(view->cube, routine);
    struct lane_parts lanes = lane_parts_new(view, routine);
    struct report_sheet *sheet = report_sheet_new("parts", "Where its time goes");
    add_columns(sheet, "part", view->options->lanes);
    report_view_add_lane_columns(view, sheet);
    if (parts.count)
        qsort(parts.parts, parts.count, sizeof *parts.parts, by_time);
    for (size_t i = 0; i < parts.count; i++) {
        const struct cube_row *at = &parts.parts[i];
        const char *part = part_name(view, routine, at);
        add_row(view, sheet, view->options->lanes,
                &(struct part_row){part, at->a, ARCHIVE_NONE, &at->sums,
                                   parts.whole.untimed ? 0 : parts.whole.time});
        add_part_lanes(view, sheet, &lanes, part, at->a);
    }
    if (parts.whole.untimed)
        report_sheet_note(sheet,
                          "The routine was counted, not timed: how its time divides is not known.");
    else
        report_sheet_note(
            sheet, "itself, loop: in the routine's own code, without parts that have their own "
                   "row; call: inclusive. The parts add up to 100 %%.");
    note_lanes(view, sheet);
    lane_parts_free(&lanes);
    cube_breakdown_free(&parts);
    return sheet;
}

static struct report_sheet *calls(const struct report_view *view, uint32_t routine, bool callers)
{
    struct cube_rows rows = cube_calls(view->cube);
    struct report_sheet *sheet =
        callers ? report_sheet_new("callers", "Called by") : report_sheet_new("callees", "Calls");
    uint32_t row = view->row_of_region[routine];
    uint64_t whole = row == ARCHIVE_NONE ? 0 : view->regions.rows[row].sums.time;
    add_columns(sheet, callers ? "caller" : "callee", false);
    if (rows.count)
        qsort(rows.rows, rows.count, sizeof *rows.rows, by_time);
    for (size_t i = 0; i < rows.count; i++) {
        if ((callers ? rows.rows[i].b : rows.rows[i].a) == routine)
            add_row(view, sheet, false,
                    &(struct part_row){"", callers ? rows.rows[i].a : rows.rows[i].b, ARCHIVE_NONE,
                                       &rows.rows[i].sums, whole});
    }
    cube_rows_free(&rows);
    return sheet;
}

struct report_sheet *report_callers(const struct report_view *view, uint32_t routine)
{
    struct report_sheet *sheet = calls(view, routine, true);
    report_sheet_note(sheet, "%%: share of the routine's time that is spent in calls from there.");
    return sheet;
}

struct report_sheet *report_callees(const struct report_view *view, uint32_t routine)
{
    struct report_sheet *sheet = calls(view, routine, false);
    report_sheet_note(sheet, "seconds: inclusive. %%: of the routine's time.");
    return sheet;
}
