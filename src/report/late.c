/* late.c: the table of receives that waited for a late sender. */
#include "report/view.h"

#include "analysis/late.h"

static void end_cells(const struct view *view, struct sheet *sheet, uint32_t place, uint32_t region)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    sheet_text(sheet, name);
    if (view->archive->places.rank[place] == ARCHIVE_NONE)
        sheet_unknown(sheet);
    else
        sheet_id(sheet, view->archive->places.rank[place]);
    sheet_text(sheet, view_name(view, region));
    sheet_text(sheet, view_routine(view, region));
    sheet_line(sheet, view->archive->regions.line[region]);
    sheet_text(sheet, view_file(view, region));
}

struct sheet *sheet_comm_late(const struct view *view)
{
    const struct sheet_column columns[] = {
        {NULL, "rank", SHEET_TEXT, 0, 4, false},
        {"rank", NULL, SHEET_ID, 0, 0, false},
        {"function", "waited in", SHEET_TEXT, 0, 8, false},
        {"routine", "of", SHEET_TEXT, 2, 6, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "for", SHEET_TEXT, 0, 3, false},
        {"cause_rank", NULL, SHEET_ID, 0, 0, false},
        {"cause_function", "in", SHEET_TEXT, 0, 8, false},
        {"cause_routine", "of", SHEET_TEXT, 2, 6, false},
        {"cause_line", "line", SHEET_ID, 0, 0, false},
        {"cause_file", NULL, SHEET_TEXT, 0, 0, false},
        {"count", "times", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 1, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct late late = late_find(view->archive);
    struct sheet *sheet = sheet_new("comm_late", "MPI: late senders");
    size_t top = view->options->top;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    sheet->more = top && late.count > top ? late.count - top : 0;
    for (size_t i = 0; i < late.count - sheet->more; i++) {
        const struct late_item *item = &late.items[i];
        const struct cube_sums sums = {0};
        end_cells(view, sheet, item->place, item->region);
        end_cells(view, sheet, item->cause, item->cause_region);
        sheet_count(sheet, item->count);
        view_time_cells(view, sheet, &sums, item->time, true);
    }
    sheet_note(sheet, "a rank waited for a message that another had not begun to send. seconds: "
                      "until that began. %%: of the time of all lanes.");
    if (late.unknown)
        sheet_note(sheet, "%llu messages between different clocks are left out.",
                   (unsigned long long)late.unknown);
    late_free(&late);
    return sheet;
}
