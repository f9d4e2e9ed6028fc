/* routines.c: the tables of routines and of regions that the user named. */
#include "report/table/view.h"

#include "report/run/footnotes.h"
#include "report/table/node_words.h"

#include <string.h>
#include <triptych/probes.h>

static void add_columns(const struct report_view *view, struct report_sheet *sheet,
                        const char *heading)
{
    const struct report_sheet_column columns[] = {
        {NULL, heading, SHEET_TEXT, 0, 12, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"visits_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 1, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"aborted", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", "inclusive", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"exclusive_ns", "exclusive", SHEET_TIME, 1, 0, false},
        {"exclusive_percent", "excl. %", SHEET_PERCENT, 6, 0, false},
        {"loops_ns", "in loops", SHEET_TIME, 1, 0, false},
        {"loops_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"loops_at_most", NULL, SHEET_FLAG, 0, 0, false},
        {"min_ns", "min s", SHEET_TIME, 8, 0, false},
        {"max_ns", "max s", SHEET_TIME, 7, 0, false},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 3, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"note", NULL, SHEET_TEXT, 0, 0, false},
    };
    report_view_add_region_columns(view, sheet, columns, sizeof columns / sizeof columns[0]);
}

static void add_extremes(struct report_sheet *sheet, const struct cube_sums *sums)
{
    if (sums->untimed || sums->min == ARCHIVE_UNKNOWN) {
        report_sheet_unknown(sheet, "min_ns");
        report_sheet_unknown(sheet, "max_ns");
        return;
    }
    report_sheet_time(sheet, "min_ns", sums->min, false);
    report_sheet_time(sheet, "max_ns", sums->max, sums->at_least);
}

static void add_row(const struct report_view *view, struct report_sheet *sheet, const char *heading,
                    const struct report_view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    report_view_name_cell(view, sheet, heading, "name", item, report_view_name(view, item->region));
    report_view_visits_cells(sheet, sums);
    report_view_unfinished_cell(sheet, sums);
    report_sheet_count(sheet, "aborted", sums->aborted);
    report_view_work_cells(view, sheet, sums);
    report_view_time_cells(view, sheet, &report_view_time_share, sums, sums->time);
    report_view_exclusive_cells(view, sheet, &report_view_exclusive_only, sums,
                                cube_exclusive(sums));
    report_view_loops_cells(sheet, sums);
    add_extremes(sheet, sums);
    report_sheet_line(sheet, "line", view->archive->regions.line[item->region]);
    report_sheet_text(sheet, "file", report_view_file(view, item->region));
    report_sheet_text(sheet, "dir",
                      report_view_text(view, view->archive->regions.dir[item->region]));
    report_view_note_cell(view, sheet, item->region);
    report_view_how_cells(sheet, sums);
    report_view_lane_cells(view, sheet, item);
}

static struct report_sheet *sheet_of(const struct report_view *view, uint32_t kind, const char *key,
                                     const char *title, const char *heading)
{
    struct report_view_items items = report_view_items_of(view, kind);
    struct report_sheet *sheet = report_sheet_new(key, title);
    bool unfinished = false;
    add_columns(view, sheet, heading);
    for (size_t i = 0; i < items.count; i++) {
        add_row(view, sheet, heading, &items.items[i]);
        unfinished |= items.items[i].sums.unfinished != 0;
    }
    sheet->more = items.more;
    report_sheet_note(
        sheet, "%s",
        view->executed
            ? "instructions: exclusive, without its loops and what it calls; %: of all "
              "instructions."
            : "inclusive: seconds with all that it calls; exclusive: without, but with its own "
              "loops; in loops: in its own loops only; %: of the time of all lanes.");
    if (view->options->lanes)
        report_sheet_note(
            sheet, "The rows below each one are its lanes: PLACE.LANE and the thread's name.");
    if (unfinished)
        report_sheet_note(sheet, "unfin.: unfinished visits; their time so far is included.");
    report_view_note_times(view, sheet, &items, "");
    report_footnotes_note(view, sheet, &items, NULL);
    report_view_items_free(&items);
    return sheet;
}

struct report_sheet *report_routines(const struct report_view *view)
{
    if (report_view_is_script(view))
        return sheet_of(view, TRI_KIND_ROUTINE, "routines", "Tasks", "task");
    return sheet_of(view, TRI_KIND_ROUTINE, "routines", "Routines", "routine");
}

struct report_sheet *report_user(const struct report_view *view)
{
    return sheet_of(view, TRI_KIND_USER, "user", "Regions named in the program", "region");
}
