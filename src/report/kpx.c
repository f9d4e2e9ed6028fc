/* kpx.c: see kpx.h */
#include "report/kpx.h"

#include "report/summary.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static char *full_path(const struct view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    const char *file = view_text(view, regions->file[region]);
    const char *dir = view_text(view, regions->dir[region]);
    return *file == '/' || !*dir ? memory_string(file) : memory_printf("%s/%s", dir, file);
}

static int by_name(const void *left, const void *right)
{
    const struct kpx_source *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : strcmp(a->full, b->full);
}

/* Files that would look the same are told apart by their whole paths. */
static void name_sources(struct kpx_numbers *numbers)
{
    struct kpx_source *all = numbers->sources;
    for (size_t first = 0, end; first < numbers->count; first = end) {
        for (end = first + 1; end < numbers->count && !strcmp(all[end].name, all[first].name);)
            end++;
        for (size_t i = first; end - first > 1 && i < end; i++)
            all[i].name = all[i].full;
    }
}

static void number_sources(const struct view *view, struct kpx_numbers *numbers)
{
    const struct archive_regions *regions = &view->archive->regions;
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (!view_has_source(view, i))
            continue;
        char *full = full_path(view, i);
        uint32_t path = interned_add_text(numbers->paths, full);
        free(full);
        numbers->of_region[i] = path + 1;
        if (path < numbers->count)
            continue;
        numbers->sources = memory_grow(numbers->sources, &numbers->room, numbers->count + 1,
                                       sizeof *numbers->sources);
        numbers->sources[numbers->count++] = (struct kpx_source){i, path, view_file(view, i), NULL};
    }
    uint32_t *number = memory_zeroed(numbers->count + 1, sizeof *number);
    for (size_t i = 0; i < numbers->count; i++)
        numbers->sources[i].full = interned_text(numbers->paths, numbers->sources[i].path);
    if (numbers->count)
        qsort(numbers->sources, numbers->count, sizeof *numbers->sources, by_name);
    name_sources(numbers);
    for (size_t i = 0; i < numbers->count; i++)
        number[numbers->sources[i].path + 1] = (uint32_t)i + 1;
    for (uint32_t i = 1; i < regions->rows; i++)
        numbers->of_region[i] = number[numbers->of_region[i]];
    free(number);
}

static void number_units(const struct view *view, struct kpx_numbers *numbers)
{
    const struct report_options options = {.sort = REPORT_BY_LINE};
    struct view sorted = *view;
    struct view_items units = {0};
    sorted.options = &options;
    for (uint32_t i = 1; i < view->archive->regions.rows; i++) {
        if (view->archive->regions.kind[i] == TRI_KIND_ROUTINE &&
            !archive_is_only_named(view->archive, i))
            view_add_item(&units, (struct view_item){.region = i});
    }
    view_sort(&sorted, &units);
    for (size_t i = 0; i < units.count; i++)
        numbers->of_unit[units.items[i].region] = (uint32_t)i + 1;
    view_items_free(&units);
}

static struct kpx_numbers numbers_new(const struct view *view)
{
    size_t rows = view->archive->regions.rows;
    struct kpx_numbers numbers = {.of_region = memory_zeroed(rows, sizeof(uint32_t)),
                                  .of_unit = memory_zeroed(rows, sizeof(uint32_t)),
                                  .paths = interned_new()};
    number_sources(view, &numbers);
    number_units(view, &numbers);
    return numbers;
}

static void numbers_free(struct kpx_numbers *numbers)
{
    free(numbers->of_region);
    free(numbers->of_unit);
    free(numbers->sources);
    interned_free(numbers->paths);
}

static bool was_visited(const struct cube_sums *sums)
{
    return sums->count || sums->open;
}

static struct view_items items_of(const struct view *view, uint32_t kind)
{
    struct view_items items = {0};
    if (kind == TRI_KIND_IO)
        items = view_io_items(view);
    for (uint32_t i = 1; i < view->archive->regions.rows; i++) {
        uint32_t row = view->row_of_region[i];
        if (view->archive->regions.kind[i] != kind)
            continue;
        if (view_is_left_out(view, i))
            view_add_item(&items, (struct view_item){i, ARCHIVE_NONE, 0, {.untimed = true}});
        else if (kind != TRI_KIND_IO && row != ARCHIVE_NONE &&
                 was_visited(&view->regions.rows[row].sums))
            view_add_item(&items,
                          (struct view_item){i, ARCHIVE_NONE, 0, view->regions.rows[row].sums});
    }
    view_sort(view, &items);
    return items;
}

static void add_times_columns(struct sheet *sheet)
{
    static const struct sheet_column columns[] = {
        {NULL, "TIMES", SHEET_COUNT, 0, 8, false}, {NULL, "TIME:SEC", SHEET_TIME, 0, 12, false},
        {NULL, "%", SHEET_PERCENT, 0, 6, false},   {NULL, "LINE", SHEET_ID, 0, 5, false},
        {NULL, "FILE", SHEET_ID, 0, 4, false},
    };
    kpx_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

static void add_times(const struct view *view, const struct kpx_numbers *numbers,
                      struct sheet *sheet, const struct view_item *item)
{
    if (was_visited(&item->sums))
        sheet_count(sheet, item->sums.count);
    else
        sheet_unknown(sheet);
    view_time_cells(view, sheet, &item->sums, item->sums.time, false);
    sheet_id(sheet, view->archive->regions.line[item->region]);
    if (numbers->of_region[item->region])
        sheet_id(sheet, numbers->of_region[item->region]);
    else
        sheet_unknown(sheet);
}

static struct sheet *units(const struct view *view, const struct kpx_numbers *numbers)
{
    static const struct sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},
        {NULL, "SEQ.", SHEET_ID, 0, 4, false},
    };
    struct sheet *sheet = sheet_new("units", "<<< PROGRAM UNIT RESULTS >>>");
    struct view_items items = items_of(view, TRI_KIND_ROUTINE);
    kpx_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_times_columns(sheet);
    for (size_t i = 0; i < items.count; i++) {
        uint32_t region = items.items[i].region;
        sheet_text(sheet, view_name(view, region));
        sheet_id(sheet, numbers->of_unit[region]);
        add_times(view, numbers, sheet, &items.items[i]);
    }
    sheet->more = items.more;
    view_items_free(&items);
    return sheet;
}

static struct sheet *io(const struct view *view, const struct kpx_numbers *numbers)
{
    static const struct sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},
        {NULL, "SEQ.", SHEET_ID, 0, 4, false},
        {NULL, "LABEL", SHEET_TEXT, 0, 9, false},
        {NULL, "UNIT", SHEET_ID, 0, 4, false},
    };
    struct sheet *sheet = sheet_new("io", "<<< I/O PROCESS RESULTS >>>");
    struct view_items items = items_of(view, TRI_KIND_IO);
    kpx_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_times_columns(sheet);
    sheet_add_column(sheet, (struct sheet_column){NULL, "DATA-FILE", SHEET_TEXT, 0, 9, false});
    for (size_t i = 0; i < items.count; i++) {
        const struct view_item *item = &items.items[i];
        sheet_text(sheet, view_routine(view, item->region));
        sheet_id(sheet, view->archive->regions.seq[item->region]);
        sheet_text(sheet, view_name(view, item->region));
        view_unit_cell(view, sheet, item->file);
        add_times(view, numbers, sheet, item);
        sheet_text(sheet, item->file ? view_target(view, item->file) : "-");
    }
    sheet->more = items.more;
    view_items_free(&items);
    return sheet;
}

static void add_rotations(const struct view *view, struct sheet *sheet,
                          const struct view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    bool known = view_has_trips(view, item->region, sums);
    uint32_t flags = view->archive->regions.flags[item->region];
    sheet_text(sheet, !known ? "*" : flags & TRI_DETERMINED ? "D" : "U");
    if (!known) {
        sheet_unknown(sheet);
        sheet_unknown(sheet);
        return;
    }
    sheet_count_known(sheet, sums->trips, sums->open || sums->left);
    sheet_real(sheet, (double)sums->trips / (double)sums->ended);
}

static struct sheet *loops(const struct view *view, const struct kpx_numbers *numbers)
{
    static const struct sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},   {NULL, "SEQ.", SHEET_ID, 0, 4, false},
        {NULL, "LABEL", SHEET_TEXT, 0, 5, false},      {NULL, "T", SHEET_TEXT, 0, 1, false},
        {NULL, "ROTATION", SHEET_COUNT, 0, 10, false}, {NULL, "MEAN:ROT", SHEET_MEAN, 0, 10, false},
    };
    struct sheet *sheet = sheet_new("loops", "<<< DO LOOP RESULTS >>>");
    struct view_items items = items_of(view, TRI_KIND_LOOP);
    kpx_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_times_columns(sheet);
    for (size_t i = 0; i < items.count; i++) {
        const struct view_item *item = &items.items[i];
        sheet_text(sheet, view_routine(view, item->region));
        sheet_id(sheet, view->archive->regions.seq[item->region]);
        sheet_text(sheet, view_name(view, item->region));
        add_rotations(view, sheet, item);
        add_times(view, numbers, sheet, item);
    }
    sheet->more = items.more;
    view_items_free(&items);
    return sheet;
}

/* All of them, whatever --top says: the other tables refer to them. */
static struct sheet *sources(const struct view *view, const struct kpx_numbers *numbers)
{
    static const struct sheet_column columns[] = {
        {NULL, "FILE", SHEET_ID, 0, 4, false},
        {NULL, "NAME", SHEET_TEXT, 0, 40, false},
    };
    (void)view;
    struct sheet *sheet = sheet_new("sources", "<<< SOURCE FILE NAME(S) >>>");
    kpx_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < numbers->count; i++) {
        sheet_id(sheet, (int64_t)i + 1);
        sheet_text(sheet, numbers->sources[i].name);
    }
    return sheet;
}

void kpx_write(const struct view *view, struct buffer *to)
{
    static const struct {
        unsigned bit;
        struct sheet *(*make)(const struct view *view, const struct kpx_numbers *numbers);
    } sections[] = {{REPORT_ROUTINES, units},
                    {REPORT_IO, io},
                    {REPORT_LOOPS, loops},
                    {REPORT_SOURCES, sources}};
    struct kpx_numbers numbers = numbers_new(view);
    summary_head(view, to);
    summary_foot(view, to); /* here: behind the last table, it would be taken for a record */
    buffer_add(to, "\n");
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (!(view->options->sections & sections[i].bit))
            continue;
        struct sheet *sheet = sections[i].make(view, &numbers);
        kpx_table(view, to, sheet);
        sheet_free(sheet);
    }
    if (view->options->sections & REPORT_MPI)
        kpx_mpi(view, &numbers, to);
    numbers_free(&numbers);
}
