/* io.c: the tables of I/O statements and of the data files they went to. */
#include "report/view.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const char *direction(uint32_t flags)
{
    bool reads = flags & TRI_READS, writes = flags & TRI_WRITES;
    return reads && writes ? "read/write" : reads ? "read" : writes ? "write" : "";
}

static void add_io_columns(const struct view *view, struct sheet *sheet)
{
    const struct sheet_column columns[] = {
        {NULL, "routine", SHEET_TEXT, 0, 8, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"seq", "no.", SHEET_COUNT, 2, 0, false},
        {"target", "to or from", SHEET_TEXT, 0, 10, false},
        {"function", "call", SHEET_TEXT, 1, 6, false},
        {"direction", "kind", SHEET_TEXT, 2, 5, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"count", "times", SHEET_COUNT, 1, 0, false},
        {NULL, "open", SHEET_TEXT, 0, 4, false},
        {"open", NULL, SHEET_COUNT, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 3, 7, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    view_add_lane_columns(view, sheet);
}

/* What of a statement went to files. */
struct on_files {
    uint64_t count, time, bytes;
};

static void add_files(const struct view *view, struct view_items *items, struct on_files *on_files)
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
        view_add_item(items, (struct view_item){row->a, ARCHIVE_NONE, row->b, row->sums});
    }
}

/* A statement is one line for each file it went to; what went to none, or goes on, is another. */
static struct view_items io_items(const struct view *view)
{
    struct view_items items = {0};
    struct on_files *on_files = memory_zeroed(view->archive->regions.rows, sizeof *on_files);
    add_files(view, &items, on_files);
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        const struct on_files *files = &on_files[row->a];
        struct view_item item = {row->a, ARCHIVE_NONE, 0, row->sums};
        item.sums.count = number_minus(row->sums.count, files->count);
        item.sums.time = number_minus(row->sums.time, files->time);
        item.sums.bytes = number_minus(row->sums.bytes, files->bytes);
        bool rest = item.sums.count || item.sums.open;
        if (view->archive->regions.kind[row->a] == TRI_KIND_IO && rest)
            view_add_item(&items, item);
    }
    free(on_files);
    view_sort(view, &items);
    return items;
}

static void add_io_row(const struct view *view, struct sheet *sheet, const struct view_item *item)
{
    const struct archive_regions *regions = &view->archive->regions;
    const struct cube_sums *sums = &item->sums;
    view_name_cell(view, sheet, item, view_routine(view, item->region));
    sheet_count(sheet, regions->seq[item->region]);
    if (item->file)
        sheet_text(sheet, view_name(view, item->file));
    else if (view->options->lanes)
        sheet_text(sheet, ""); /* all files together */
    else
        sheet_unknown(sheet);
    sheet_text(sheet, view_name(view, item->region));
    sheet_text(sheet, direction(regions->flags[item->region]));
    view_bytes_cell(view, sheet, item->region, sums);
    sheet_count(sheet, sums->count);
    view_open_cell(sheet, sums);
    view_time_cells(view, sheet, sums, sums->time, true);
    sheet_line(sheet, regions->line[item->region]);
    sheet_text(sheet, view_file(view, item->region));
    sheet_text(sheet, view_text(view, regions->dir[item->region]));
    view_lane_cells(view, sheet, item);
}

struct sheet *sheet_io(const struct view *view)
{
    struct view_items items =
        view->options->lanes ? view_items_of(view, TRI_KIND_IO) : io_items(view);
    struct sheet *sheet = sheet_new("io", "I/O");
    add_io_columns(view, sheet);
    bool untold = false;
    for (size_t i = 0; i < items.count; i++) {
        add_io_row(view, sheet, &items.items[i]);
        untold |= !view_has_bytes(view, items.items[i].region);
    }
    sheet->more = items.more;
    sheet_note(
        sheet,
        "no.: the how-many-th I/O statement of its routine. bytes: as the calls reported them. "
        "seconds: without the measured routines that its arguments call.");
    if (untold)
        sheet_note(sheet, "- of bytes: the call does not tell them.");
    view_items_free(&items);
    return sheet;
}

/* Bytes in one direction. */
struct moved {
    uint64_t bytes;
    bool told, untold; /* by some of the calls */
};

struct file_sums {
    uint32_t region;
    struct moved read, written;
    uint64_t count, time;
    bool untimed;
};

static void add_moved(struct moved *moved, uint64_t bytes, bool told)
{
    moved->told |= told;
    moved->untold |= !told;
    if (told)
        moved->bytes = number_add(moved->bytes, bytes);
}

static void add_moved_cells(struct sheet *sheet, const struct moved *moved)
{
    bool more = moved->told && moved->untold;
    if (moved->told || !moved->untold)
        sheet_count_known(sheet, moved->bytes, more);
    else
        sheet_unknown(sheet);
    sheet_flag(sheet, more);
}

static int by_time(const void *left, const void *right)
{
    const struct file_sums *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

static size_t sum_files(const struct view *view, struct file_sums *files)
{
    const struct archive_regions *regions = &view->archive->regions;
    size_t count = 0;
    uint32_t *place = memory_zeroed(regions->rows, sizeof *place); /* in files, plus 1 */
    for (size_t i = 0; i < view->within.count; i++) {
        const struct cube_row *row = &view->within.rows[i];
        if (regions->kind[row->b] != TRI_KIND_FILE)
            continue;
        if (!place[row->b]) {
            files[count].region = row->b;
            place[row->b] = (uint32_t)++count;
        }
        struct file_sums *file = &files[place[row->b] - 1];
        uint32_t flags = regions->flags[row->a];
        file->count = number_add(file->count, row->sums.count);
        file->time = number_add(file->time, row->sums.time);
        file->untimed |= row->sums.untimed;
        if (flags & TRI_READS)
            add_moved(&file->read, row->sums.bytes, view_has_bytes(view, row->a));
        if (flags & TRI_WRITES && !(flags & TRI_READS))
            add_moved(&file->written, row->sums.bytes, view_has_bytes(view, row->a));
    }
    free(place);
    return count;
}

struct sheet *sheet_files(const struct view *view)
{
    const struct sheet_column columns[] = {
        {"name", "file or stream", SHEET_TEXT, 0, 16, false},
        {"read_bytes", "bytes read", SHEET_COUNT, 0, 0, false},
        {"read_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"written_bytes", "bytes written", SHEET_COUNT, 0, 0, false},
        {"written_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"count", "times", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 1, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct file_sums *files = memory_zeroed(view->archive->regions.rows, sizeof *files);
    size_t count = sum_files(view, files), top = view->options->top;
    struct sheet *sheet = sheet_new("files", "Data files");
    bool untold = false;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    qsort(files, count, sizeof *files, by_time);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++) {
        struct cube_sums sums = {.untimed = files[i].untimed};
        sheet_text(sheet, view_name(view, files[i].region));
        add_moved_cells(sheet, &files[i].read);
        add_moved_cells(sheet, &files[i].written);
        sheet_count(sheet, files[i].count);
        view_time_cells(view, sheet, &sums, files[i].time, true);
        untold |= files[i].read.untold || files[i].written.untold;
    }
    if (untold)
        sheet_note(sheet, "%s, - of bytes: some calls do not tell how many they moved.",
                   view->options->utf8 ? "≥" : ">");
    free(files);
    return sheet;
}
