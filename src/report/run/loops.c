/* loops.c: the table of loops. */
#include "report/table/view.h"

#include "cube/language.h"
#include "format/region.h"
#include "report/run/footnotes.h"
#include "report/run/loop_origin.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static void add_columns(const struct report_view *view, struct report_sheet *sheet)
{
    const struct report_sheet_column columns[] = {
        {NULL, "routine", SHEET_TEXT, 0, 8, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", "no.", SHEET_COUNT, 0, 0, false},
        {"label", "label", SHEET_TEXT, 2, 5, false},
        {"type", "T", SHEET_WORD, 2, 1, false},
        {"form", "form", SHEET_WORD, 9, 3, false},
        {"trips", "trips", SHEET_COUNT, 0, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"trips_mean", "mean", SHEET_MEAN, 1, 0, false},
        {"trips_min", "min", SHEET_COUNT, 4, 0, false},
        {"trips_max", "max", SHEET_COUNT, 4, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"visits_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 2, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"aborted", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", "inclusive", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"exclusive_ns", "exclusive", SHEET_TIME, 7, 0, false},
        {"exclusive_percent", NULL, SHEET_PERCENT, 0, 0, false},
        {"line", "line", SHEET_ID, 3, 0, false},
        {"file", "file", SHEET_TEXT, 3, 7, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"note", NULL, SHEET_TEXT, 0, 0, false},
    };
    const struct report_sheet_column origin[] = {{NULL, "from line", SHEET_WORD, 2, 0, false},
                                                 REPORT_LOOP_ORIGIN_LINE_COLUMNS,
                                                 REPORT_LOOP_ORIGIN_NAME_COLUMNS};
    report_view_add_region_columns(view, sheet, columns, sizeof columns / sizeof columns[0]);
    if (view->archive->loops.rows)
        report_sheet_add_columns(sheet, origin, sizeof origin / sizeof origin[0]);
}

/* Adds trips, mean, min and max of the visits that ended normally. */
static void add_trips(const struct report_view *view, struct report_sheet *sheet, uint32_t region,
                      const struct cube_sums *sums)
{
    report_view_trips_cells(view, sheet, region, sums);
    bool known = report_view_has_trips(view, region, sums);
    bool extremes = known && !sums->vague && sums->trips_min != ARCHIVE_UNKNOWN;
    if (extremes || (known && sums->vague))
        report_sheet_mean(sheet, "trips_mean", (double)sums->trips / (double)sums->ended,
                          sums->peeled);
    else
        report_sheet_unknown(sheet, "trips_mean");
    if (extremes) {
        report_sheet_count_known(sheet, "trips_min", sums->trips_min, sums->peeled);
        report_sheet_count_known(sheet, "trips_max", sums->trips_max, sums->peeled);
    } else {
        report_sheet_unknown(sheet, "trips_min");
        report_sheet_unknown(sheet, "trips_max");
    }
}

/* Returns, by region, its row in archive->loops; ARCHIVE_NONE: it was not found in a binary. To be
 * freed. */
static uint32_t *find_rows(const struct archive *archive)
{
    uint32_t *rows = memory_zeroed(archive->regions.rows + 1, sizeof *rows);
    for (size_t i = 0; i < archive->regions.rows; i++)
        rows[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < archive->loops.rows; i++)
        rows[archive->loops.region[i]] = i;
    return rows;
}

static void add_origin(const struct archive *archive, struct report_sheet *sheet, uint32_t row)
{
    struct report_loop_origin origin = report_loop_origin_of(archive, row);
    struct buffer where = {0};
    report_loop_origin_where(&where, &origin);
    report_sheet_text(sheet, "from line", where.text ? where.text : "");
    report_loop_origin_line_cells(sheet, &origin);
    report_loop_origin_name_cells(sheet, &origin);
    buffer_free(&where);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct report_view_item *item, const uint32_t *rows)
{
    const struct archive_regions *regions = &view->archive->regions;
    const struct cube_sums *sums = &item->sums;
    uint32_t flags = regions->flags[item->region];
    report_view_name_cell(view, sheet, "routine", "routine", item,
                          report_view_routine(view, item->region));
    report_sheet_count(sheet, "seq", regions->seq[item->region]);
    report_sheet_text(sheet, "label", report_view_name(view, item->region));
    report_sheet_text(sheet, "type",
                      flags & FORMAT_BINARY    ? ""
                      : flags & TRI_DETERMINED ? "D"
                                               : "U");
    report_sheet_text(sheet, "form",
                      cube_language_loop(report_view_file(view, item->region), flags));
    add_trips(view, sheet, item->region, sums);
    report_view_visits_cells(sheet, sums);
    report_view_unfinished_cell(sheet, sums);
    report_sheet_count(sheet, "aborted", sums->aborted);
    report_view_work_cells(view, sheet, sums);
    report_view_time_cells(view, sheet, &report_view_time_share, sums, sums->time);
    report_view_exclusive_cells(view, sheet, &report_view_exclusive_only, sums, sums->self);
    report_sheet_line(sheet, "line", regions->line[item->region]);
    report_sheet_text(sheet, "file", report_view_file(view, item->region));
    report_sheet_text(sheet, "dir", report_view_text(view, regions->dir[item->region]));
    report_view_note_cell(view, sheet, item->region);
    report_view_how_cells(sheet, sums);
    report_view_lane_cells(view, sheet, item);
    if (view->archive->loops.rows)
        add_origin(view->archive, sheet, rows[item->region]);
}

/* Adds the notes that explain something in the table. */
static void add_notes(const struct report_view *view, struct report_sheet *sheet,
                      const struct report_view_items *items)
{
    bool unfinished = false, aborted = false, written = false, derived = false, peeled = false;
    for (size_t i = 0; i < items->count; i++) {
        written |= !(view->archive->regions.flags[items->items[i].region] & FORMAT_BINARY);
        unfinished |= items->items[i].sums.unfinished != 0;
        aborted |= items->items[i].sums.aborted != 0;
        peeled |= items->items[i].sums.peeled;
        derived |= items->items[i].sums.how & (ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    }
    report_sheet_note(
        sheet, "no.: the loop's position within its routine.%s mean, min, max: trips per visit.",
        written ? " T: type; D: the number of trips is known when the loop begins; U: it is not."
                : "");
    if (unfinished)
        report_sheet_note(sheet, "unfin.: unfinished visits.");
    if (unfinished || aborted)
        report_sheet_note(
            sheet,
            "%s, - of trips: unknown for visits that %s; mean, min and max are of the other "
            "visits.",
            view->options->utf8 ? "≥" : ">",
            !aborted ? "are unfinished"
            : !unfinished
                ? "were ended by longjmp, exit or the end of the thread, or began before "
                  "a fork"
                : "are unfinished, were ended by longjmp, exit or the end of the thread, or "
                  "began before a fork");
    if (peeled)
        report_sheet_note(
            sheet,
            "%s of trips, mean, min and max: the compiler took passes out of the loop, "
            "which were not counted.",
            view->options->utf8 ? "≥" : ">");
    report_footnotes_note(view, sheet, items, "- of trips");
    if (view->executed)
        report_sheet_note(sheet,
                          "instructions: exclusive, without the loops and calls inside; %%: of all "
                          "instructions.");
    else
        report_sheet_note(
            sheet, "inclusive: seconds with the loops and calls inside; exclusive: without them.");
    if (derived)
        report_sheet_note(sheet,
                          "Some visits and trips were not counted, but derived exactly from the "
                          "enclosing region.");
    report_view_note_times(view, sheet, items, " of seconds");
}

struct report_sheet *report_loops(const struct report_view *view)
{
    struct report_view_items items = report_view_items_of(view, TRI_KIND_LOOP);
    struct report_sheet *sheet = report_sheet_new("loops", "Loops");
    add_columns(view, sheet);
    uint32_t *rows = find_rows(view->archive);
    for (size_t i = 0; i < items.count; i++)
        add_row(view, sheet, &items.items[i], rows);
    free(rows);
    report_sheet_meaning(sheet, "from line", "the user's own line from which the loop was inlined");
    report_loop_origin_meaning(sheet);
    sheet->more = items.more;
    add_notes(view, sheet, &items);
    report_view_items_free(&items);
    return sheet;
}
