/* breakdown.c: one routine: where its time goes, who calls it, whom it calls. */
#include "report/view.h"

#include "util/memory.h"

#include <stdio.h>
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

static void add_share(struct sheet *sheet, const struct cube_sums *sums, uint64_t whole)
{
    double percent = whole ? 100.0 * (double)sums->time / (double)whole : 0;
    if (sums->untimed) {
        for (int i = 0; i < 3; i++)
            sheet_unknown(sheet);
        return;
    }
    sheet_time(sheet, sums->time, sums->at_least);
    sheet_real(sheet, percent);
    sheet_real(sheet, percent);
}

static void add_columns(struct sheet *sheet, const char *what)
{
    const struct sheet_column columns[] = {
        {"part", what, SHEET_TEXT, 0, 8, false},
        {"name", "name", SHEET_TEXT, 0, 12, false},
        {"count", "times", SHEET_COUNT, 0, 0, false},
        {"trips", "rotations", SHEET_COUNT, 2, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
}

static void add_row(const struct view *view, struct sheet *sheet, const char *part, uint32_t region,
                    const struct cube_sums *sums, uint64_t whole)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer text = {0};
    view_label(view, region, &text);
    sheet_text(sheet, part);
    sheet_text(sheet, region ? text.text ? text.text : "" : "(start of a lane)");
    buffer_free(&text);
    sheet_count(sheet, sums->count);
    view_trips_cells(view, sheet, region, sums);
    view_bytes_cell(view, sheet, region, sums);
    add_share(sheet, sums, whole);
    sheet_line(sheet, regions->line[region]);
    sheet_text(sheet, view_file(view, region));
}

static const char *part_name(const struct view *view, uint32_t routine, const struct cube_row *part)
{
    uint32_t kind = view->archive->regions.kind[part->a];
    return part->a == routine       ? "itself"
           : part->b                ? "call"
           : kind == TRI_KIND_LOOP  ? "loop"
           : kind == TRI_KIND_IO    ? "I/O"
           : kind == TRI_KIND_PAUSE ? "pause"
                                    : "region";
}

struct sheet *sheet_parts(const struct view *view, uint32_t routine)
{
    struct cube_breakdown parts = cube_breakdown_new(view->cube, routine);
    struct sheet *sheet = sheet_new("parts", "Where its time goes");
    add_columns(sheet, "part");
    if (parts.count)
        qsort(parts.parts, parts.count, sizeof *parts.parts, by_time);
    for (size_t i = 0; i < parts.count; i++)
        add_row(view, sheet, part_name(view, routine, &parts.parts[i]), parts.parts[i].a,
                &parts.parts[i].sums, parts.whole.untimed ? 0 : parts.whole.time);
    if (parts.whole.untimed)
        sheet_note(sheet, "The routine was only counted: how its time divides is not known.");
    else
        sheet_note(sheet, "itself, loop: in its own code, without what is listed by itself; call: "
                          "with all that is "
                          "called further on. The parts add up to 100 %%.");
    cube_breakdown_free(&parts);
    return sheet;
}

static struct sheet *calls(const struct view *view, uint32_t routine, bool callers)
{
    struct cube_rows rows = cube_calls(view->cube);
    struct sheet *sheet =
        callers ? sheet_new("callers", "Called by") : sheet_new("callees", "Calls");
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

struct sheet *sheet_callers(const struct view *view, uint32_t routine)
{
    struct sheet *sheet = calls(view, routine, true);
    sheet_note(sheet, "%%: of the routine's time, for calls from there.");
    return sheet;
}

struct sheet *sheet_callees(const struct view *view, uint32_t routine)
{
    struct sheet *sheet = calls(view, routine, false);
    sheet_note(sheet, "%%: of the routine's time, with all that is called further on.");
    return sheet;
}
