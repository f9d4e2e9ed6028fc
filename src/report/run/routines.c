/* routines.c: the tables of routines and of regions that the user named. */
#include "report/table/view.h"

#include "report/run/footnotes.h"

#include <string.h>
#include <triptych/probes.h>

static void add_columns(const struct view *view, struct sheet *sheet, const char *heading)
{
    const struct sheet_column columns[] = {
        {NULL, heading, SHEET_TEXT, 0, 12, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"visits_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "open", SHEET_WORD, 1, 4, false},
        {"open", NULL, SHEET_COUNT, 0, 0, false},
        {"left", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", "inclusive", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"exclusive_ns", "exclusive", SHEET_TIME, 1, 0, false},
        {"exclusive_percent", "excl. %", SHEET_PERCENT, 6, 0, false},
        {"loops_ns", "in loops", SHEET_TIME, 1, 0, false},
        {"min_ns", "min s", SHEET_TIME, 8, 0, false},
        {"max_ns", "max s", SHEET_TIME, 7, 0, false},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 3, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"note", NULL, SHEET_TEXT, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        if (columns[i].key && !strcmp(columns[i].key, "time_ns"))
            view_add_work_columns(view, sheet);
        sheet_add_column(sheet, columns[i]);
    }
    view_hide_times(view, sheet);
    view_add_how_columns(sheet);
    view_add_lane_columns(view, sheet);
}

static void add_extremes(struct sheet *sheet, const struct cube_sums *sums)
{
    if (sums->untimed || sums->min == ARCHIVE_UNKNOWN) {
        sheet_unknown(sheet, "min_ns");
        sheet_unknown(sheet, "max_ns");
        return;
    }
    sheet_time(sheet, "min_ns", sums->min, false);
    sheet_time(sheet, "max_ns", sums->max, false);
}

static void add_row(const struct view *view, struct sheet *sheet, const char *heading,
                    const struct view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    view_name_cell(view, sheet, heading, "name", item, view_name(view, item->region));
    view_visits_cells(sheet, sums);
    view_open_cell(sheet, sums);
    sheet_count(sheet, "left", sums->left);
    view_work_cells(view, sheet, sums);
    view_time_cells(view, sheet, &view_time_share, sums, sums->time);
    view_time_cells(view, sheet, &view_exclusive_only, sums, cube_exclusive(sums));
    view_loops_cell(sheet, sums);
    add_extremes(sheet, sums);
    sheet_line(sheet, "line", view->archive->regions.line[item->region]);
    sheet_text(sheet, "file", view_file(view, item->region));
    sheet_text(sheet, "dir", view_text(view, view->archive->regions.dir[item->region]));
    view_note_cell(view, sheet, item->region);
    view_how_cells(sheet, sums);
    view_lane_cells(view, sheet, item);
}

static struct sheet *sheet_of(const struct view *view, uint32_t kind, const char *key,
                              const char *title, const char *heading)
{
    struct view_items items = view_items_of(view, kind);
    struct sheet *sheet = sheet_new(key, title);
    bool open = false;
    add_columns(view, sheet, heading);
    for (size_t i = 0; i < items.count; i++) {
        add_row(view, sheet, heading, &items.items[i]);
        open |= items.items[i].sums.open != 0;
    }
    sheet->more = items.more;
    sheet_note(
        sheet, "%s",
        view->executed
            ? "instructions: exclusive, without its loops and what it calls; %: of all "
              "instructions."
            : "inclusive: seconds with all that it calls; exclusive: without, but with its own "
              "loops; in loops: in its own loops only; %: of the time of all lanes.");
    if (view->options->lanes)
        sheet_note(sheet,
                   "The rows below each one are its lanes: PLACE.LANE and the thread's name.");
    if (open)
        sheet_note(sheet, "open: visits that had not ended; their time so far is included.");
    view_note_times(view, sheet, &items, "");
    reasons_note(view, sheet, &items, NULL);
    view_items_free(&items);
    return sheet;
}

struct sheet *sheet_routines(const struct view *view)
{
    return sheet_of(view, TRI_KIND_ROUTINE, "routines", "Routines", "routine");
}

struct sheet *sheet_user(const struct view *view)
{
    return sheet_of(view, TRI_KIND_USER, "user", "Regions named in the program", "region");
}
