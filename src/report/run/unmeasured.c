/* unmeasured.c: the tables of regions that were not measured, and why. */
#include "report/table/view.h"

#include "format/region.h"
#include "report/run/summary.h"

#include <triptych/probes.h>

/* Returns a table of the chosen regions, in the order of the archive. */
static struct sheet *list(const struct view *view, const char *key, const char *title,
                          bool (*chosen)(const struct view *view, uint32_t region))
{
    const struct sheet_column columns[] = {
        {NULL, "region", SHEET_TEXT, 0, 12, false}, {"kind", "kind", SHEET_WORD, 3, 4, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},    {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", NULL, SHEET_COUNT, 0, 0, false},    {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 0, 8, false},  {"reason", "reason", SHEET_TEXT, 0, 20, false},
    };
    const struct archive_regions *regions = &view->archive->regions;
    struct sheet *sheet = sheet_new(key, title);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    size_t shown = 0;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (!chosen(view, i))
            continue;
        if (view->options->top && shown++ >= view->options->top) {
            sheet->more++;
            continue;
        }
        struct buffer text = {0};
        view_describe(view, i, &text);
        sheet_text(sheet, "region", text.text ? text.text : "");
        buffer_free(&text);
        sheet_text(sheet, "kind", view_kind(view, i));
        sheet_text(sheet, "name", view_name(view, i));
        sheet_text(sheet, "routine", view_routine(view, i));
        sheet_count(sheet, "seq", regions->seq[i]);
        sheet_line(sheet, "line", regions->line[i]);
        sheet_text(sheet, "file", view_file(view, i));
        sheet_text(sheet, "reason", view_text(view, regions->note[i]));
    }
    return sheet;
}

static bool is_excluded(const struct view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->reason[region] == FORMAT_EXCLUDED &&
           regions->kind[region] != TRI_KIND_FILE; /* it is a part of its I/O statement */
}

static bool is_hot(const struct view *view, uint32_t region)
{
    return view->archive->regions.reason[region] == FORMAT_HOT;
}

static bool is_never(const struct view *view, uint32_t region)
{
    uint32_t row = view->row_of_region[region], kind = view->archive->regions.kind[region];
    uint32_t reason = view->archive->regions.reason[region];
    bool visited = row != ARCHIVE_NONE &&
                   (view->regions.rows[row].sums.count || view->regions.rows[row].sums.open);
    return !visited && !view_is_unmeasured(view, region) && kind <= TRI_KIND_USER &&
           !archive_is_only_named(view->archive, region) &&
           (reason == FORMAT_MEASURED || reason == FORMAT_STOPPED);
}

struct sheet *sheet_excluded(const struct view *view)
{
    struct sheet *sheet = list(view, "excluded", "Excluded by --only or --exclude", is_excluded);
    sheet_note(sheet, "Neither counted nor timed; the enclosing regions include their time.");
    return sheet;
}

struct sheet *sheet_hot(const struct view *view)
{
    struct sheet *sheet = list(view, "hot", "Skipped as hot by --skip-hot", is_hot);
    sheet_note(sheet, "Neither counted nor timed; the enclosing regions include their time.");
    return sheet;
}

struct sheet *sheet_unmeasured(const struct view *view)
{
    return list(view, "unmeasured", "Not measured", view_is_unmeasured);
}

struct sheet *sheet_never(const struct view *view)
{
    bool stopped = summary_has_stopped(view->archive);
    return list(view, "never",
                *view->archive->run.part_of ? "Not in this part"
                : stopped                   ? "Never visited before measuring stopped"
                                            : "Never visited",
                is_never);
}
