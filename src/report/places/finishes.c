/* finishes.c: the table of finishes: who waited, for how many activities, and for whom. */
#include "report/table/view.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* The visits of one `finish`. */
struct site {
    uint32_t region;
    uint64_t visits, activities, waited, late;
    uint64_t longest; /* the longest time that one activity was late */
    uint32_t last;    /* row of that activity; ARCHIVE_NONE: none */
};

static int by_waited(const void *left, const void *right)
{
    const struct site *a = left, *b = right;
    if (a->waited != b->waited)
        return a->waited > b->waited ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

static size_t add_up(const struct archive *archive, struct site *sites)
{
    const struct archive_finishes *all = &archive->finishes;
    size_t count = 0;
    for (uint32_t i = 0; i < archive->regions.rows; i++)
        sites[i].last = ARCHIVE_NONE;
    for (size_t i = 0; i < all->rows; i++) {
        struct site *site = &sites[archive->nodes.region[all->node[i]]];
        site->visits++;
        site->activities += all->participant_count[i];
        site->waited = number_add(site->waited, all->end[i] - all->wait[i]);
        if (all->participant_count[i] < 2) /* there are no others */
            continue;
        site->late = number_add(site->late, all->late[i]);
        if (all->last[i] != ARCHIVE_NONE && all->late[i] >= site->longest) {
            site->longest = all->late[i];
            site->last = all->last[i];
        }
    }
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        sites[i].region = i;
        if (sites[i].visits)
            sites[count++] = sites[i];
    }
    if (count)
        qsort(sites, count, sizeof *sites, by_waited);
    return count;
}

struct report_sheet *report_finishes(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    struct report_sheet *sheet = report_sheet_new("finishes", "Finishes");
    const struct report_sheet_column columns[] = {
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"activities", "activities", SHEET_COUNT, 0, 0, false},
        {"waited_ns", "waited s", SHEET_TIME, 0, 0, false},
        {"late_ns", "late s", SHEET_TIME, 1, 0, false},
        {"latest_ns", "latest s", SHEET_TIME, 0, 0, false},
        {"last", "activity", SHEET_WORD, 0, 0, false},
        {"last_path", "its path", SHEET_TEXT, 1, 16, false},
        {"routine", "routine", SHEET_TEXT, 3, 8, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
    };
    struct site *sites = memory_zeroed(archive->regions.rows + 1, sizeof *sites);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count = add_up(archive, sites), shown = report_view_shown(view, sheet, count);
    for (size_t i = 0; i < shown; i++) {
        const struct site *site = &sites[i];
        uint32_t routine = archive->regions.routine[site->region];
        report_sheet_count(sheet, "visits", site->visits);
        report_sheet_count(sheet, "activities", site->activities);
        report_sheet_time(sheet, "waited_ns", site->waited, false);
        report_sheet_time(sheet, "late_ns", site->late, false);
        if (site->last == ARCHIVE_NONE) {
            report_sheet_nothing_range(sheet, "latest_ns", "last_path");
        } else {
            char name[ARCHIVE_NAME], path[256];
            archive_activity_name(archive, archive->activities.place[site->last],
                                  archive->activities.number[site->last], name);
            archive_activity_path(archive, site->last, path, sizeof path);
            report_sheet_time(sheet, "latest_ns", site->longest, false);
            report_sheet_text(sheet, "last", name);
            report_sheet_text(sheet, "last_path", path);
        }
        report_sheet_text(sheet, "routine", routine ? report_view_name(view, routine) : "");
        report_sheet_line(sheet, "line", archive->regions.line[site->region]);
        report_sheet_text(sheet, "file", report_view_file(view, site->region));
    }
    report_sheet_note(sheet,
                      "late: how much later than all others, and than the finish itself, the last "
                      "activity ended, where there were others; latest: the longest of these "
                      "times, and the activity.");
    free(sites);
    return sheet;
}
