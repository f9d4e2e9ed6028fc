/* io.c: the table of I/O statements. */
#include "report/table/view.h"

#include "report/run/footnotes.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

static const char *direction(uint32_t flags)
{
    bool reads = flags & TRI_READS, writes = flags & TRI_WRITES;
    return reads && writes ? "read/write" : reads ? "read" : writes ? "write" : "";
}

static void add_io_columns(const struct report_view *view, struct report_sheet *sheet)
{
    const struct report_sheet_column columns[] = {
        {NULL, "routine", SHEET_TEXT, 0, 8, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", "no.", SHEET_COUNT, 2, 0, false},
        {"unit", "unit", SHEET_ID, 1, 0, false},
        {"target", "to or from", SHEET_TEXT, 0, 10, false},
        {"function", "call", SHEET_TEXT, 1, 7, false},
        {"direction", "kind", SHEET_WORD, 2, 5, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {NULL, "unfin.", SHEET_WORD, 0, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 3, 7, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"note", NULL, SHEET_TEXT, 0, 0, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_lane_columns(view, sheet);
}

/* The sums of a statement's visits that used a file. */
struct on_files {
    uint64_t count, time, bytes;
};

static void add_files(const struct report_view *view, struct report_view_items *items,
                      struct on_files *on_files)
{
    const struct archive_regions *regions = &view->archive->regions;
    for (size_t i = 0; i < view->within.count; i++) {
        const struct cube_row *row = &view->within.rows[i];
        if (regions->kind[row->a] != TRI_KIND_IO || regions->kind[row->b] != TRI_KIND_FILE)
            continue;
        struct on_files *sums = &on_files[row->a];
        sums->count = number_add(sums->count, row->sums.count);
        sums->time = number_add(sums->time, row->sums.time);
        sums->bytes = number_add(sums->bytes, row->sums.bytes);
        report_view_add_item(items,
                             (struct report_view_item){row->a, ARCHIVE_NONE, row->b, row->sums});
    }
}

struct report_view_items report_view_io_items(const struct report_view *view)
{
    struct report_view_items items = {0};
    struct on_files *on_files = memory_zeroed(view->archive->regions.rows, sizeof *on_files);
    add_files(view, &items, on_files);
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        const struct on_files *files = &on_files[row->a];
        struct report_view_item item = {row->a, ARCHIVE_NONE, 0, row->sums};
        item.sums.count = number_minus(row->sums.count, files->count);
        item.sums.time = number_minus(row->sums.time, files->time);
        item.sums.bytes = number_minus(row->sums.bytes, files->bytes);
        bool rest = item.sums.count || item.sums.unfinished;
        if (view->archive->regions.kind[row->a] == TRI_KIND_IO && rest)
            report_view_add_item(&items, item);
    }
    free(on_files);
    return items;
}

static void add_io_row(const struct report_view *view, struct report_sheet *sheet,
                       const struct report_view_item *item)
{
    const struct archive_regions *regions = &view->archive->regions;
    const struct cube_sums *sums = &item->sums;
    report_view_name_cell(view, sheet, "routine", "routine", item,
                          report_view_routine(view, item->region));
    report_sheet_line(sheet, "seq",
                      regions->seq[item->region]); /* 0: without a probe there is no number */
    report_view_unit_cell(view, sheet, "unit", item->file);
    if (item->file)
        report_sheet_text(sheet, "target", report_view_target(view, item->file));
    else if (view->options->lanes)
        report_sheet_text(sheet, "target", ""); /* all files together */
    else
        report_sheet_unknown(sheet, "target");
    report_sheet_text(sheet, "function", report_view_name(view, item->region));
    report_sheet_text(sheet, "direction", direction(regions->flags[item->region]));
    report_view_bytes_cell(view, sheet, item->region, sums);
    report_sheet_count(sheet, "visits", sums->count);
    report_view_unfinished_cell(sheet, sums);
    report_view_time_cells(view, sheet, &report_view_time_share, sums, sums->time);
    report_view_at_least_cell(sheet, sums);
    report_sheet_line(sheet, "line", regions->line[item->region]);
    report_sheet_text(sheet, "file", report_view_file(view, item->region));
    report_sheet_text(sheet, "dir", report_view_text(view, regions->dir[item->region]));
    report_view_note_cell(view, sheet, item->region);
    report_view_lane_cells(view, sheet, item);
}

struct report_sheet *report_io(const struct report_view *view)
{
    struct report_view_items items = {0};
    if (view->options->lanes) {
        items = report_view_items_of(view, TRI_KIND_IO);
    } else {
        items = report_view_io_items(view);
        report_view_sort(view, &items);
    }
    struct report_sheet *sheet = report_sheet_new("io", "I/O");
    add_io_columns(view, sheet);
    for (size_t i = 0; i < items.count; i++)
        add_io_row(view, sheet, &items.items[i]);
    sheet->more = items.more;
    report_sheet_note(
        sheet, "no.: the statement's position within its routine. bytes: as the calls report them. "
               "seconds: without measured routines that are called in its arguments.");
    report_footnotes_note(view, sheet, &items, "- of bytes");
    report_view_items_free(&items);
    return sheet;
}
