/* breakdown.c: the tables of one routine: where its time goes, its callers and callees. */
#include "report/mpi/comm.h"

#include "archive/messages/mpi_calls.h"
#include "util/number.h"

#include <stdlib.h>
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
        return;
    }
    report_sheet_time(sheet, "time_ns", sums->time, sums->at_least);
    report_sheet_real(sheet, "percent", percent);
    report_sheet_real(sheet, "share", percent);
}

static void add_columns(struct report_sheet *sheet, const char *heading)
{
    const struct report_sheet_column columns[] = {
        {"part", heading, SHEET_WORD, 0, 8, false},
        {"name", "name", SHEET_TEXT, 0, 12, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"trips", "trips", SHEET_COUNT, 2, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet, const char *part,
                    uint32_t region, const struct cube_sums *sums, uint64_t whole)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer text = {0};
    report_view_label(view, region, &text);
    report_sheet_text(sheet, "part", part);
    report_sheet_text(sheet, "name", region ? text.text ? text.text : "" : "(start of a lane)");
    buffer_free(&text);
    report_sheet_count(sheet, "visits", sums->count);
    report_view_trips_cells(view, sheet, region, sums);
    report_view_bytes_cell(view, sheet, region, sums);
    add_share(sheet, sums, whole);
    report_sheet_line(sheet, "line", regions->line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
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

/* Adds a row per kind of part. A kind that was not measured is unknown, not zero. */
static void add_kinds(struct report_sheet *sheet, const struct cube_sums *sums,
                      const bool *left_out, const struct cube_sums *whole)
{
    static const char *const names[PARTS] = {"loops",   "calls",  "I/O", "communication",
                                             "regions", "pauses", "rest"};
    for (int i = 0; i < PARTS; i++) {
        bool usual = i != PART_REGION && i != PART_PAUSE;
        if (!usual && !sums[i].nodes)
            continue;
        struct cube_sums sum = sums[i];
        bool unknown = left_out[i] && !sum.nodes;
        sum.untimed = whole->untimed || unknown;
        sum.at_least |= left_out[i];
        report_sheet_text(sheet, "part", names[i]);
        if (unknown) {
            report_sheet_unknown(sheet, "regions");
            report_sheet_unknown(sheet, "visits");
        } else {
            report_sheet_count_known(sheet, "regions", sum.nodes, left_out[i]);
            report_sheet_count_known(sheet, "visits", sum.count, left_out[i]);
        }
        add_share(sheet, &sum, whole->time);
    }
}

struct report_sheet *report_kinds(const struct report_view *view, uint32_t routine)
{
    const struct report_sheet_column columns[] = {
        {"part", "part", SHEET_WORD, 0, 8, false},
        {"regions", "regions", SHEET_COUNT, 2, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct cube_breakdown parts = cube_breakdown_new(view->cube, routine);
    struct cube_sums sums[PARTS] = {0};
    const bool left_out[PARTS] = {[PART_LOOP] = has_left_out(view, routine, TRI_KIND_LOOP),
                                  [PART_IO] = has_left_out(view, routine, TRI_KIND_IO),
                                  [PART_COMMUNICATION] = !has_communication(view->archive)};
    struct report_sheet *sheet = report_sheet_new("kinds", "Time by kind of part");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < parts.count; i++)
        add_part(&sums[part_of(view, routine, &parts.parts[i])], &parts.parts[i].sums);
    add_kinds(sheet, sums, left_out, &parts.whole);
    report_sheet_note(sheet,
                      "%srest: the routine's own code outside these, with all that is not timed.",
                      left_out[PART_COMMUNICATION]
                          ? "communication was not measured: its time is part of the others. "
                          : "");
    cube_breakdown_free(&parts);
    return sheet;
}

struct report_sheet *report_parts(const struct report_view *view, uint32_t routine)
{
    struct cube_breakdown parts = cube_breakdown_new(view->cube, routine);
    struct report_sheet *sheet = report_sheet_new("parts", "Where its time goes");
    add_columns(sheet, "part");
    if (parts.count)
        qsort(parts.parts, parts.count, sizeof *parts.parts, by_time);
    for (size_t i = 0; i < parts.count; i++)
        add_row(view, sheet, part_name(view, routine, &parts.parts[i]), parts.parts[i].a,
                &parts.parts[i].sums, parts.whole.untimed ? 0 : parts.whole.time);
    if (parts.whole.untimed)
        report_sheet_note(sheet,
                          "The routine was counted, not timed: how its time divides is not known.");
    else
        report_sheet_note(
            sheet, "itself, loop: in the routine's own code, without parts that have their own "
                   "row; call: inclusive. The parts add up to 100 %%.");
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
    add_columns(sheet, callers ? "caller" : "callee");
    if (rows.count)
        qsort(rows.rows, rows.count, sizeof *rows.rows, by_time);
    for (size_t i = 0; i < rows.count; i++) {
        if ((callers ? rows.rows[i].b : rows.rows[i].a) == routine)
            add_row(view, sheet, "", callers ? rows.rows[i].a : rows.rows[i].b, &rows.rows[i].sums,
                    whole);
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
