/* files.c: the tables of data files and of Fortran units. */
#include "report/table/view.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Bytes in one direction. */
struct moved {
    uint64_t bytes;
    bool told, untold; /* some calls told their bytes; some did not */
};

/* The sums of a file, or of a unit. */
struct file_sums {
    uint32_t region; /* the first region of that file or unit */
    struct moved read, written;
    uint64_t reads, writes, count, time;
    bool untimed;
    struct buffer names; /* names of a unit's files */
};

struct files {
    struct file_sums *files;
    size_t count, room;
};

/* Adds the key by which a file is assigned to a row. False: it belongs to no row. */
typedef bool key_of(const struct report_view *view, uint32_t file, struct buffer *key);

static bool key_of_path(const struct report_view *view, uint32_t file, struct buffer *key)
{
    buffer_add(key, report_view_target(view, file));
    return true;
}

static bool key_of_unit(const struct report_view *view, uint32_t file, struct buffer *key)
{
    int64_t unit;
    bool known = report_view_unit(view, file, &unit);
    if (known)
        buffer_printf(key, "%lld", (long long)unit);
    return known;
}

static void add_moved(struct moved *moved, uint64_t bytes, bool told)
{
    moved->told |= told;
    moved->untold |= !told;
    if (told)
        moved->bytes = number_add(moved->bytes, bytes);
}

static void add_statement(const struct report_view *view, struct file_sums *file,
                          const struct cube_row *row)
{
    uint32_t flags = view->archive->regions.flags[row->a];
    file->count = number_add(file->count, row->sums.count);
    file->time = number_add(file->time, row->sums.time);
    file->untimed |= row->sums.untimed;
    if (flags & TRI_READS) {
        file->reads = number_add(file->reads, row->sums.count);
        add_moved(&file->read, row->sums.bytes, report_view_has_bytes(view, row->a));
    } else if (flags & TRI_WRITES) {
        file->writes = number_add(file->writes, row->sums.count);
        add_moved(&file->written, row->sums.bytes, report_view_has_bytes(view, row->a));
    }
}

/* Adds a file's name to a row, unless the row has it already. */
static void add_name(const struct report_view *view, struct interned *seen, uint32_t number,
                     struct file_sums *file, uint32_t region)
{
    uint32_t before = interned_count(seen);
    char *pair = memory_printf("%u %s", number, report_view_target(view, region));
    if (interned_add_text(seen, pair) == before)
        buffer_printf(&file->names, "%s%s", file->names.used ? ", " : "",
                      report_view_target(view, region));
    free(pair);
}

static int by_time(const void *left, const void *right)
{
    const struct file_sums *a = left, *b = right;
    if (a->untimed != b->untimed)
        return a->untimed ? 1 : -1;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns the sums per key, the longest time first. */
static struct files sum_up(const struct report_view *view, key_of *key)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct files all = {0};
    struct interned *keys = interned_new(), *names = interned_new();
    for (size_t i = 0; i < view->within.count; i++) {
        const struct cube_row *row = &view->within.rows[i];
        struct buffer text = {0};
        if (regions->kind[row->b] == TRI_KIND_FILE && key(view, row->b, &text)) {
            uint32_t number = interned_add_text(keys, text.text ? text.text : "");
            if (number == all.count) {
                all.files = memory_grow(all.files, &all.room, all.count + 1, sizeof *all.files);
                all.files[all.count++] = (struct file_sums){.region = row->b};
            }
            add_statement(view, &all.files[number], row);
            add_name(view, names, number, &all.files[number], row->b);
        }
        buffer_free(&text);
    }
    interned_free(keys);
    interned_free(names);
    if (all.count)
        qsort(all.files, all.count, sizeof *all.files, by_time);
    return all;
}

static void release(struct files *all)
{
    for (size_t i = 0; i < all->count; i++)
        buffer_free(&all->files[i].names);
    free(all->files);
}

static void add_moved_cells(struct report_sheet *sheet, const char *bytes, const char *at_least,
                            const struct moved *moved)
{
    bool more = moved->told && moved->untold;
    if (moved->told || !moved->untold)
        report_sheet_count_known(sheet, bytes, moved->bytes, more);
    else
        report_sheet_unknown(sheet, bytes);
    report_sheet_flag(sheet, at_least, more);
}

static void add_time_cells(const struct report_view *view, struct report_sheet *sheet,
                           const struct file_sums *file)
{
    struct cube_sums sums = {.untimed = file->untimed};
    report_view_time_cells(view, sheet, &report_view_time_share, &sums, file->time);
}

struct report_sheet *report_files(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"name", "file or stream", SHEET_TEXT, 0, 16, false},
        {"read_bytes", "bytes read", SHEET_COUNT, 0, 0, false},
        {"read_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"written_bytes", "bytes written", SHEET_COUNT, 0, 0, false},
        {"written_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 1, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct files all = sum_up(view, key_of_path);
    struct report_sheet *sheet = report_sheet_new("files", "Data files");
    bool untold = false;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t shown = report_view_shown(view, sheet, all.count);
    for (size_t i = 0; i < shown; i++) {
        const struct file_sums *file = &all.files[i];
        report_sheet_text(sheet, "name", report_view_target(view, file->region));
        add_moved_cells(sheet, "read_bytes", "read_at_least", &file->read);
        add_moved_cells(sheet, "written_bytes", "written_at_least", &file->written);
        report_sheet_count(sheet, "visits", file->count);
        add_time_cells(view, sheet, file);
        untold |= file->read.untold || file->written.untold;
    }
    if (untold)
        report_sheet_note(sheet, "%s, - of bytes: some calls do not report their bytes.",
                          view->options->utf8 ? "≥" : ">");
    release(&all);
    return sheet;
}

struct report_sheet *report_units(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"unit", "unit", SHEET_ID, 0, 0, false},
        {"files", "file", SHEET_TEXT, 0, 16, false},
        {"reads", "reads", SHEET_COUNT, 0, 0, false},
        {"writes", "writes", SHEET_COUNT, 0, 0, false},
        {"others", "others", SHEET_COUNT, 1, 0, false},
        {"visits", "visits", SHEET_COUNT, 2, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    struct files all = sum_up(view, key_of_unit);
    struct report_sheet *sheet = report_sheet_new("units", "Fortran units");
    bool negative = false;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t shown = report_view_shown(view, sheet, all.count);
    for (size_t i = 0; i < shown; i++) {
        const struct file_sums *file = &all.files[i];
        int64_t unit = 0;
        report_view_unit(view, file->region, &unit);
        negative |= unit < 0;
        report_sheet_id(sheet, "unit", unit);
        report_sheet_text(sheet, "files", file->names.text);
        report_sheet_count(sheet, "reads", file->reads);
        report_sheet_count(sheet, "writes", file->writes);
        report_sheet_count(sheet, "others",
                           number_minus(file->count, number_add(file->reads, file->writes)));
        report_sheet_count(sheet, "visits", file->count);
        add_time_cells(view, sheet, file);
    }
    report_sheet_note(
        sheet,
        "reads, writes: visits of statements that read or write; others: OPEN, CLOSE and similar "
        "statements; visits: the sum.%s",
        negative ? " Negative units were chosen by NEWUNIT=." : "");
    release(&all);
    return sheet;
}
