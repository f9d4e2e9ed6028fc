/* unmeasured.c: the tables of regions that were not measured, and why. */
#include "report/table/view.h"

#include "format/region.h"
#include "report/run/summary.h"

#include <triptych/probes.h>

/* Returns a table of the chosen regions, in the order of the archive. */
static struct report_sheet *list(const struct report_view *view, const char *key, const char *title,
                                 bool (*chosen)(const struct report_view *view, uint32_t region))
{
    const struct report_sheet_column columns[] = {
        {NULL, "region", SHEET_TEXT, 0, 12, false}, {"kind", "kind", SHEET_WORD, 3, 4, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},    {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", NULL, SHEET_COUNT, 0, 0, false},    {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 0, 8, false},  {"reason", "reason", SHEET_TEXT, 0, 20, false},
    };
    const struct archive_regions *regions = &view->archive->regions;
    struct report_sheet *sheet = report_sheet_new(key, title);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t shown = 0;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (!chosen(view, i))
            continue;
        if (view->options->top && shown++ >= view->options->top) {
            sheet->more++;
            continue;
        }
        struct buffer text = {0};
        report_view_describe(view, i, &text);
        report_sheet_text(sheet, "region", text.text ? text.text : "");
        buffer_free(&text);
        report_sheet_text(sheet, "kind", report_view_kind(view, i));
        report_sheet_text(sheet, "name", report_view_name(view, i));
        report_sheet_text(sheet, "routine", report_view_routine(view, i));
        report_sheet_count(sheet, "seq", regions->seq[i]);
        report_sheet_line(sheet, "line", regions->line[i]);
        report_sheet_text(sheet, "file", report_view_file(view, i));
        report_sheet_text(sheet, "reason", report_view_text(view, regions->note[i]));
    }
    return sheet;
}

static bool is_excluded(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->reason[region] == FORMAT_EXCLUDED &&
           regions->kind[region] != TRI_KIND_FILE; /* it is a part of its I/O statement */
}

static bool is_hot(const struct report_view *view, uint32_t region)
{
    return view->archive->regions.reason[region] == FORMAT_HOT;
}

static bool is_never(const struct report_view *view, uint32_t region)
{
    uint32_t row = view->row_of_region[region], kind = view->archive->regions.kind[region];
    uint32_t reason = view->archive->regions.reason[region];
    bool visited = row != ARCHIVE_NONE && report_view_was_visited(&view->regions.rows[row].sums);
    return !visited && !report_view_is_unmeasured(view, region) && kind <= TRI_KIND_USER &&
           !archive_is_only_named(view->archive, region) &&
           (reason == FORMAT_MEASURED || reason == FORMAT_STOPPED);
}

static bool is_unsized(const struct report_view *view, uint32_t region)
{
    return view->archive->regions.flags[region] & FORMAT_UNSIZED_FLAGS;
}

struct report_sheet *report_excluded(const struct report_view *view)
{
    struct report_sheet *sheet =
        list(view, "excluded", "Excluded by --only or --exclude", is_excluded);
    report_sheet_note(sheet,
                      "Neither counted nor timed; the enclosing regions include their time.");
    return sheet;
}

struct report_sheet *report_hot(const struct report_view *view)
{
    struct report_sheet *sheet = list(view, "hot", "Skipped as hot by --skip-hot", is_hot);
    report_sheet_note(sheet,
                      "Neither counted nor timed; the enclosing regions include their time.");
    return sheet;
}

struct report_sheet *report_unmeasured(const struct report_view *view)
{
    return list(view, "unmeasured", "Not measured", report_view_is_unmeasured);
}

struct report_sheet *report_unsized(const struct report_view *view)
{
    struct report_sheet *sheet =
        list(view, "unsized", "Calls whose bytes are not known", is_unsized);
    report_sheet_note(sheet, "Events of those calls whose bytes are known have them.");
    return sheet;
}

struct report_sheet *report_never(const struct report_view *view)
{
    bool stopped = report_summary_has_stopped(view->archive);
    return list(view, "never",
                *view->archive->run.part_of ? "Not in this part"
                : stopped                   ? "Never visited before measuring stopped"
                                            : "Never visited",
                is_never);
}
