/* kpx.c: see kpx.h */
#include "report/kpx/kpx.h"

#include "report/run/summary.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The rows of a table, and their sums. */
struct kpx_rows {
    const struct report_view *view;
    const struct report_kpx_files *files;
    struct report_sheet *sheet;
    struct report_view_items items; /* their sums.time excludes the other rows */
    struct cube_sums total;
    bool timed; /* some rows are timed */
};

/* True if its counts are known; a region that never ran has 0. */
static bool is_known(const struct kpx_rows *table, const struct report_view_item *item)
{
    return !report_view_is_left_out(table->view, item->region);
}

static bool was_visited(const struct cube_sums *sums)
{
    return sums->count || sums->unfinished;
}

static bool may_have_more_trips(const struct cube_sums *sums)
{
    return sums->unfinished || sums->aborted || sums->fewest || sums->peeled;
}

static void add_to_total(struct kpx_rows *table, const struct report_view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    struct cube_sums *total = &table->total;
    total->count = number_add(total->count, sums->count);
    total->trips = number_add(total->trips, sums->trips);
    total->unfinished += sums->unfinished;
    total->aborted += sums->aborted;
    total->fewest |= sums->fewest;
    total->peeled |= sums->peeled;
    if (sums->untimed)
        return;
    total->time = number_add(total->time, sums->time);
    total->at_least |= sums->at_least;
    table->timed |= was_visited(sums);
}

/* Sorts the rows, cuts them as the options say, and adds all of them up. */
static void finish_items(struct kpx_rows *table)
{
    for (size_t i = 0; i < table->items.count; i++)
        add_to_total(table, &table->items.items[i]);
    report_view_sort(table->view, &table->items);
}

/* True if a node has its own time in the table of a kind. */
static bool is_row(const struct report_view *view, uint32_t node, uint32_t kind)
{
    const struct archive *archive = view->archive;
    uint32_t region = archive->nodes.region[node], row = view->row_of_region[region];
    return archive->regions.kind[region] == kind && archive->nodes.timed[node] &&
           row != ARCHIVE_NONE && !view->regions.rows[row].sums.untimed;
}

/* False for files and objects, whose time is part of the node above them, and for pauses, which
 * have none. */
static bool has_own_time(const struct report_view *view, uint32_t node)
{
    uint32_t kind = view->archive->regions.kind[view->archive->nodes.region[node]];
    return kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT && kind != TRI_KIND_PAUSE;
}

/* Returns for each region of a kind (routine or loop) the ns in it with all that is inside, except
 * regions of the same kind, so that they add up. Time that was not measured separately belongs to
 * the region around it. To be freed. */
static uint64_t *kpx_times(const struct report_view *view, uint32_t kind)
{
    const struct archive_nodes *nodes = &view->archive->nodes;
    uint64_t *times = memory_zeroed(view->archive->regions.rows + 1, sizeof *times);
    uint32_t *around = memory_zeroed(nodes->rows + 1, sizeof *around); /* region; 0: none */
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t above = nodes->parent[i];
        around[i] = is_row(view, i, kind)   ? nodes->region[i]
                    : above == ARCHIVE_NONE ? 0
                                            : around[above];
        if (around[i] && has_own_time(view, i))
            times[around[i]] = number_add(times[around[i]], view->cube->self[i]);
    }
    free(around);
    return times;
}

/* Finds the rows of units or loops: all that are registered, visited or not. */
static void find_items(struct kpx_rows *table, uint32_t kind)
{
    const struct report_view *view = table->view;
    uint64_t *times = kpx_times(view, kind);
    for (uint32_t i = 1; i < view->archive->regions.rows; i++) {
        uint32_t row = view->row_of_region[i];
        struct report_view_item item = {.region = i, .lane = ARCHIVE_NONE};
        if (view->archive->regions.kind[i] != kind || archive_is_only_named(view->archive, i))
            continue;
        if (row != ARCHIVE_NONE)
            item.sums = view->regions.rows[row].sums;
        item.sums.untimed |= report_view_is_left_out(view, i);
        item.sums.time = item.sums.self = times[i];
        item.sums.loops = 0;
        report_view_add_item(&table->items, item);
    }
    free(times);
    finish_items(table);
}

static bool same_unit(const struct report_view *view, uint32_t file, uint32_t other)
{
    int64_t a = 0, b = 0;
    bool has = file && report_view_unit(view, file, &a),
         other_has = other && report_view_unit(view, other, &b);
    return has == other_has && a == b;
}

/* Adds a statement's sums for a file to its row for the file's unit. */
static void add_io_item(struct kpx_rows *table, const struct report_view_item *item)
{
    struct report_view_items *items = &table->items;
    for (size_t i = items->count; i-- > 0;) {
        struct report_view_item *other = &items->items[i];
        if (other->region != item->region || !same_unit(table->view, other->file, item->file))
            continue;
        other->sums.count = number_add(other->sums.count, item->sums.count);
        other->sums.time = number_add(other->sums.time, item->sums.time);
        other->sums.untimed |= item->sums.untimed;
        other->sums.at_least |= item->sums.at_least;
        other->sums.unfinished += item->sums.unfinished;
        return;
    }
    report_view_add_item(items, *item);
}

static void find_io_items(struct kpx_rows *table)
{
    const struct report_view *view = table->view;
    struct report_view_items all = report_view_io_items(view);
    uint8_t *seen = memory_zeroed(view->archive->regions.rows + 1, sizeof *seen);
    for (size_t i = 0; i < all.count; i++) {
        add_io_item(table, &all.items[i]);
        seen[all.items[i].region] = 1;
    }
    for (uint32_t i = 1; i < view->archive->regions.rows; i++) {
        struct report_view_item item = {.region = i, .lane = ARCHIVE_NONE};
        item.sums.untimed = report_view_is_left_out(view, i);
        if (view->archive->regions.kind[i] == TRI_KIND_IO && !seen[i])
            report_view_add_item(&table->items, item);
    }
    free(seen);
    report_view_items_free(&all);
    finish_items(table);
}

static void add_times_columns(struct report_sheet *sheet)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "TIMES", SHEET_COUNT, 0, 10, false}, {NULL, "TIME:SEC", SHEET_TIME, 0, 12, false},
        {NULL, "%", SHEET_PERCENT, 0, 5, false},    {NULL, "LINE", SHEET_ID, 0, 6, false},
        {NULL, "FILE", SHEET_TEXT, 0, 12, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
}

static void add_time(const struct kpx_rows *table, const struct cube_sums *sums)
{
    if (sums->untimed)
        report_sheet_unknown(table->sheet, "TIME:SEC");
    else
        report_sheet_time(table->sheet, "TIME:SEC", sums->time, sums->at_least);
    if (sums->untimed || !table->total.time)
        report_sheet_unknown(table->sheet, "%");
    else
        report_sheet_real(table->sheet, "%", 100 * (double)sums->time / (double)table->total.time);
}

static void add_times(const struct kpx_rows *table, const struct report_view_item *item)
{
    struct report_sheet *sheet = table->sheet;
    if (is_known(table, item))
        report_sheet_count_known(sheet, "TIMES", item->sums.count, item->sums.fewest);
    else
        report_sheet_unknown(sheet, "TIMES");
    add_time(table, &item->sums);
    report_sheet_id(sheet, "LINE", table->view->archive->regions.line[item->region]);
    report_sheet_text(sheet, "FILE", table->files->of_region[item->region]);
}

/* Adds the last cells of the total. */
static void add_total(struct kpx_rows *table)
{
    struct report_sheet *sheet = table->sheet;
    struct cube_sums total = table->total;
    total.untimed = !table->timed;
    report_sheet_count_known(sheet, "TIMES", total.count, total.fewest);
    add_time(table, &total);
    report_sheet_unknown(sheet, "LINE");
    report_sheet_unknown(sheet, "FILE");
    sheet->more = table->items.more;
}

static void write_units(struct kpx_rows *table)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false}};
    struct report_sheet *sheet = table->sheet;
    find_items(table, TRI_KIND_ROUTINE);
    report_sheet_add_columns(sheet, columns, 1);
    add_times_columns(sheet);
    for (size_t i = 0; i < table->items.count; i++) {
        report_sheet_text(sheet, "PROGRAM",
                          report_view_name(table->view, table->items.items[i].region));
        add_times(table, &table->items.items[i]);
    }
    report_sheet_text(sheet, "PROGRAM", "TOTAL");
    add_total(table);
}

static void write_io(struct kpx_rows *table)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},
        {NULL, "SEQ.", SHEET_ID, 0, 5, false},
        {NULL, "UNIT", SHEET_ID, 0, 5, false},
        {NULL, "KIND", SHEET_TEXT, 0, 9, false},
    };
    struct report_sheet *sheet = table->sheet;
    find_io_items(table);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_times_columns(sheet);
    for (size_t i = 0; i < table->items.count; i++) {
        const struct report_view_item *item = &table->items.items[i];
        report_sheet_text(sheet, "PROGRAM", report_view_routine(table->view, item->region));
        report_sheet_id(sheet, "SEQ.", table->view->archive->regions.seq[item->region]);
        report_view_unit_cell(table->view, sheet, "UNIT", item->file);
        report_sheet_text(sheet, "KIND", report_view_name(table->view, item->region));
        add_times(table, item);
    }
    report_sheet_text(sheet, "PROGRAM", "TOTAL");
    report_sheet_unknown(sheet, "SEQ.");
    report_sheet_unknown(sheet, "UNIT");
    report_sheet_unknown(sheet, "KIND");
    add_total(table);
}

static void add_rotations(const struct kpx_rows *table, const struct report_view_item *item)
{
    const struct cube_sums *sums = &item->sums;
    uint32_t flags = table->view->archive->regions.flags[item->region];
    bool never = is_known(table, item) && !was_visited(sums);
    report_sheet_id(table->sheet, "T", flags & TRI_DETERMINED ? 1 : 0);
    if (!never && !report_view_has_trips(table->view, item->region, sums)) {
        report_sheet_unknown(table->sheet, "ROTATION");
        report_sheet_unknown(table->sheet, "MEAN:ROT");
        return;
    }
    report_sheet_count_known(table->sheet, "ROTATION", sums->trips, may_have_more_trips(sums));
    report_sheet_real(table->sheet, "MEAN:ROT",
                      sums->ended ? (double)sums->trips / (double)sums->ended : 0);
}

static void write_loops(struct kpx_rows *table)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},   {NULL, "SEQ.", SHEET_ID, 0, 5, false},
        {NULL, "LABEL", SHEET_TEXT, 0, 6, false},      {NULL, "T", SHEET_ID, 0, 1, false},
        {NULL, "ROTATION", SHEET_COUNT, 0, 12, false}, {NULL, "MEAN:ROT", SHEET_MEAN, 0, 12, false},
    };
    struct report_sheet *sheet = table->sheet;
    find_items(table, TRI_KIND_LOOP);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_times_columns(sheet);
    for (size_t i = 0; i < table->items.count; i++) {
        const struct report_view_item *item = &table->items.items[i];
        report_sheet_text(sheet, "PROGRAM", report_view_routine(table->view, item->region));
        report_sheet_id(sheet, "SEQ.", table->view->archive->regions.seq[item->region]);
        report_sheet_text(sheet, "LABEL", report_view_name(table->view, item->region));
        add_rotations(table, item);
        add_times(table, item);
    }
    report_sheet_text(sheet, "PROGRAM", "TOTAL");
    report_sheet_unknown_range(sheet, "SEQ.", "T");
    report_sheet_count_known(sheet, "ROTATION", table->total.trips,
                             may_have_more_trips(&table->total));
    report_sheet_unknown(sheet, "MEAN:ROT");
    add_total(table);
}

void report_kpx_write(const struct report_view *view, struct buffer *to)
{
    static const struct {
        unsigned bit;
        const char *title;
        void (*write)(struct kpx_rows *table);
    } sections[] = {{REPORT_ROUTINES, "<<< PROGRAM UNIT RESULTS >>>", write_units},
                    {REPORT_IO, "<<< I/O PROCESS RESULTS >>>", write_io},
                    {REPORT_LOOPS, "<<< DO LOOP RESULTS >>>", write_loops}};
    if (view->options->sections == REPORT_MPI) {
        report_kpx_mpi(view, to);
        return;
    }
    struct report_kpx_files files = report_kpx_files_new(view);
    report_summary_head(view, to);
    report_summary_foot(
        view, to); /* in front: after the last table, scripts would take it for a record */
    buffer_add(to, "\n");
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (!(view->options->sections & sections[i].bit))
            continue;
        struct kpx_rows table = {
            .view = view, .files = &files, .sheet = report_sheet_new("", sections[i].title)};
        sections[i].write(&table);
        report_kpx_table(view, to, table.sheet);
        report_view_items_free(&table.items);
        report_sheet_free(table.sheet);
    }
    report_kpx_files_free(&files);
}
