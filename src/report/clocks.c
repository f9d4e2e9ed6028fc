/* clocks.c: ranks whose clocks are not that of rank 0: how well they are known, and how far times
 * had to be moved. */
#include "report/view.h"
#include "report/words.h"

static void note(const struct view *view, struct sheet *sheet)
{
    const struct archive_places *places = &view->archive->places;
    uint64_t early = 0, most = 0;
    struct buffer time = {0};
    for (size_t i = 0; i < places->rows; i++) {
        early += places->early[i];
        most = places->moved[i] > most ? places->moved[i] : most;
    }
    words_time(&time, most);
    sheet_note(sheet, "all times are on the clock of rank 0, with straight lines between the "
                      "moments at which the clocks were compared. compared: how often; off by: at "
                      "most, when they were.");
    if (early)
        sheet_note(sheet,
                   "%llu messages and parts of collective operations ended before they could, by "
                   "these clocks: times were moved on, by %s at most.",
                   (unsigned long long)early, time.text);
    else if (most)
        sheet_note(sheet, "times were moved on, by %s at most.", time.text);
    else
        sheet_note(sheet, "no message that was logged came before it was sent: no time was moved.");
    buffer_free(&time);
}

struct sheet *sheet_comm_clocks(const struct view *view)
{
    const struct sheet_column columns[] = {
        {"rank", "rank", SHEET_ID, 0, 0, false},
        {"host", "host", SHEET_TEXT, 0, 0, false},
        {"compared", "compared", SHEET_COUNT, 0, 0, false},
        {"within_ns", "off by s", SHEET_TIME, 0, 0, false},
        {"early", "too early", SHEET_COUNT, 0, 0, false},
        {"moved_ns", "moved s", SHEET_TIME, 0, 0, false},
    };
    const struct archive_places *places = &view->archive->places;
    struct sheet *sheet = sheet_new("comm_clocks", "MPI: clocks that are not that of rank 0");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    for (size_t i = 0; i < places->rows; i++) {
        if (!places->aligned[i] && !places->moved[i])
            continue;
        sheet_id(sheet, places->rank[i]);
        sheet_text(sheet, view_text(view, places->host[i]));
        sheet_count(sheet, places->aligned[i]);
        sheet_time(sheet, places->within[i], false);
        sheet_count(sheet, places->early[i]);
        sheet_time(sheet, places->moved[i], false);
    }
    if (sheet_rows(sheet))
        note(view, sheet);
    return sheet;
}
