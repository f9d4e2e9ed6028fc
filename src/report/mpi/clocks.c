/* clocks.c: the table of ranks with another clock than rank 0: how well the clocks are aligned, and
 * how far times were moved. */
#include "report/table/view.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>

static void note(const struct report_view *view, struct report_sheet *sheet)
{
    const struct archive_places *places = &view->archive->places;
    uint64_t early = 0, most = 0;
    bool known = true;
    struct buffer time = {0};
    for (size_t i = 0; i < places->rows; i++) {
        known = known && places->early[i] != ARCHIVE_UNKNOWN;
        early += places->early[i];
        most = places->moved[i] > most ? places->moved[i] : most;
    }
    words_time(&time, most);
    report_sheet_note(sheet,
                      "All times are converted to the clock of rank 0, by linear interpolation "
                      "between the moments at which the clocks were compared. compared: number of "
                      "comparisons; off by: the largest error of a comparison.");
    if (!known)
        report_sheet_note(
            sheet, "Messages could not be sorted (is the folder for temporary files full?), so "
                   "times were not corrected where a message seems to arrive before it was "
                   "sent.");
    else if (early)
        report_sheet_note(
            sheet,
            "By these clocks, %llu messages and parts of collective operations ended too early "
            "(before they were sent); times were moved forward, by %s at most.",
            (unsigned long long)early, time.text);
    else if (most)
        report_sheet_note(sheet, "Times were moved forward, by %s at most.", time.text);
    else
        report_sheet_note(sheet,
                          "No logged message arrived before it was sent; no time was moved.");
    buffer_free(&time);
}

/* A place whose clock is not that of rank 0, or whose times were moved. */
struct other_clock {
    uint64_t moved;
    uint32_t place;
};

static int by_moved(const void *a, const void *b)
{
    const struct other_clock *left = a, *right = b;
    if (left->moved != right->moved)
        return left->moved > right->moved ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

static int by_place(const void *a, const void *b)
{
    const struct other_clock *left = a, *right = b;
    return left->place < right->place ? -1 : left->place > right->place;
}

static size_t find_clocks(const struct report_view *view, struct other_clock *others)
{
    const struct archive_places *places = &view->archive->places;
    size_t count = 0;
    for (uint32_t i = 0; i < places->rows; i++) {
        if (places->aligned[i] || places->moved[i])
            others[count++] = (struct other_clock){places->moved[i], i};
    }
    return count;
}

static void add_row(const struct report_view *view, struct report_sheet *sheet, uint32_t place)
{
    const struct archive_places *places = &view->archive->places;
    report_sheet_id(sheet, "rank", places->rank[place]);
    report_sheet_text(sheet, "host", report_view_text(view, places->host[place]));
    report_sheet_count(sheet, "compared", places->aligned[place]);
    report_sheet_time(sheet, "within_ns", places->within[place], false);
    if (places->early[place] == ARCHIVE_UNKNOWN)
        report_sheet_unknown(sheet, "early");
    else
        report_sheet_count(sheet, "early", places->early[place]);
    report_sheet_time(sheet, "moved_ns", places->moved[place], false);
}

/* Returns the table; --top keeps the ranks whose times were moved most. */
struct report_sheet *report_comm_clocks(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"rank", "rank", SHEET_ID, 0, 0, false},
        {"host", "host", SHEET_TEXT, 0, 0, false},
        {"compared", "compared", SHEET_COUNT, 0, 0, false},
        {"within_ns", "off by s", SHEET_TIME, 0, 0, false},
        {"early", "too early", SHEET_COUNT, 0, 0, false},
        {"moved_ns", "moved s", SHEET_TIME, 0, 0, false},
    };
    struct report_sheet *sheet =
        report_sheet_new("comm_clocks", "MPI: ranks with another clock than rank 0");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    struct other_clock *others = memory_zeroed(view->archive->places.rows + 1, sizeof *others);
    size_t count = find_clocks(view, others), top = view->options->top;
    if (top && count > top) {
        qsort(others, count, sizeof *others, by_moved);
        qsort(others, top, sizeof *others, by_place);
        sheet->more = count - top;
    }
    for (size_t i = 0; i < count - sheet->more; i++)
        add_row(view, sheet, others[i].place);
    free(others);
    if (report_sheet_rows(sheet))
        note(view, sheet);
    return sheet;
}
