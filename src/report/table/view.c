/* view.c: see view.h */
#include "report/table/view.h"

#include "format/event.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* Replaces the inclusive time of I/O and waits by the exclusive one: routines called in the
 * arguments of an I/O statement are not I/O, and a thread that runs a task while it waits does not
 * wait. */
static void take_own_times(const struct archive *archive, struct cube_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t kind = archive->regions.kind[rows->rows[i].a];
        struct cube_sums *sums = &rows->rows[i].sums;
        bool waits = format_may_wait(kind);
        if (waits && sums->self < sums->time)
            sums->min = ARCHIVE_UNKNOWN; /* min and max are of the inclusive time */
        if (waits || kind == TRI_KIND_IO)
            sums->time = sums->self;
    }
}

/* Returns the instructions of all nodes, or 0 if anything was timed. */
static uint64_t count_executed(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t executed = 0;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] != ARCHIVE_NONE && nodes->timed[i])
            return 0;
        executed = number_add(executed, nodes->instructions[i]);
    }
    return executed;
}

void report_view_init(struct report_view *view, const struct archive *archive,
                      const struct report_options *options)
{
    *view = (struct report_view){.archive = archive, .options = options};
    view->executed = count_executed(archive);
    view->cube = options->floor ? cube_new_floored(archive, options->floor)
                                : cube_new(archive, options->compensate);
    assert(!options->kept || (!options->floor && !options->compensate));
    view->kept = options->kept ? options->kept : report_kept_new();
    view->regions = cube_project(view->cube, cube_key_region, NULL);
    view->within = cube_project(view->cube, cube_key_within, NULL);
    if (options->lanes)
        view->lanes = cube_project(view->cube, cube_key_lane, NULL);
    take_own_times(archive, &view->regions);
    take_own_times(archive, &view->lanes);
    view->row_of_region = memory_zeroed(archive->regions.rows, sizeof *view->row_of_region);
    for (size_t i = 0; i < archive->regions.rows; i++)
        view->row_of_region[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < view->regions.count; i++)
        view->row_of_region[view->regions.rows[i].a] = (uint32_t)i;
}

void report_view_free(struct report_view *view)
{
    cube_rows_free(&view->regions);
    cube_rows_free(&view->lanes);
    cube_rows_free(&view->within);
    free(view->row_of_region);
    if (!view->options->kept)
        report_kept_free(view->kept);
    cube_free(view->cube);
}

const char *report_view_text(const struct report_view *view, uint32_t string)
{
    return archive_text(view->archive, string);
}

double report_view_percent(const struct report_view *view, uint64_t ns)
{
    return view->cube->total ? 100.0 * (double)ns / (double)view->cube->total : 0;
}

void report_view_add_item(struct report_view_items *items, struct report_view_item item)
{
    items->items = memory_grow(items->items, &items->room, items->count + 1, sizeof *items->items);
    items->items[items->count++] = item;
}

void report_view_items_free(struct report_view_items *items)
{
    free(items->items);
    *items = (struct report_view_items){0};
}

static int larger_first(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

static int by_source(const struct report_view *view, const struct report_view_item *a,
                     const struct report_view_item *b)
{
    const struct archive_regions *regions = &view->archive->regions;
    int files = strcmp(report_view_file(view, a->region), report_view_file(view, b->region));
    if (files)
        return files;
    if (regions->line[a->region] != regions->line[b->region])
        return regions->line[a->region] < regions->line[b->region] ? -1 : 1;
    return regions->seq[a->region] < regions->seq[b->region]
               ? -1
               : regions->seq[a->region] > regions->seq[b->region];
}

static int by_name(const struct report_view *view, const struct report_view_item *a,
                   const struct report_view_item *b)
{
    int routines =
        strcmp(report_view_routine(view, a->region), report_view_routine(view, b->region));
    return routines ? routines
                    : strcmp(report_view_name(view, a->region), report_view_name(view, b->region));
}

/* Returns the sort key of a time; regions that were not timed come last. */
static uint64_t time_key(const struct report_view *view, const struct report_view_item *item,
                         uint64_t ns)
{
    if (view->executed)
        return item->sums.instructions;
    return item->sums.untimed ? 0 : ns + 1;
}

static int by_options(const void *left, const void *right, void *context)
{
    const struct report_view *view = context;
    const struct report_view_item *a = left, *b = right;
    int order = 0;
    switch (view->options->sort) {
    case REPORT_BY_TIME:
        order = larger_first(time_key(view, a, a->sums.time), time_key(view, b, b->sums.time));
        break;
    case REPORT_BY_SELF:
        order = larger_first(time_key(view, a, cube_exclusive(&a->sums)),
                             time_key(view, b, cube_exclusive(&b->sums)));
        break;
    case REPORT_BY_COUNT:
        order = larger_first(a->sums.count, b->sums.count);
        break;
    case REPORT_BY_TRIPS:
        order = larger_first(a->sums.trips, b->sums.trips);
        break;
    case REPORT_BY_NAME:
        order = by_name(view, a, b);
        break;
    case REPORT_BY_LINE:
        break;
    }
    if (!order)
        order = by_source(view, a, b);
    if (!order)
        order = by_name(view, a, b);
    if (!order && a->file && b->file)
        order = strcmp(report_view_target(view, a->file), report_view_target(view, b->file));
    if (!order && a->region != b->region)
        order = a->region < b->region ? -1 : 1;
    return order ? order : a->file < b->file ? -1 : a->file > b->file;
}

void report_view_sort(const struct report_view *view, struct report_view_items *items)
{
    if (items->count)
        qsort_r(items->items, items->count, sizeof *items->items, by_options, (void *)view);
    size_t top = view->options->top;
    if (top && items->count > top) {
        items->more = items->count - top;
        items->count = top;
    }
}

static int by_region_and_lane(const void *left, const void *right)
{
    const struct cube_row *a = left, *b = right;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Returns the items with those of their lanes behind each; frees `sums`. */
static struct report_view_items with_lanes(const struct report_view *view,
                                           struct report_view_items *sums)
{
    struct report_view_items all = {.more = sums->more};
    const struct cube_rows *lanes = &view->lanes;
    if (lanes->count)
        qsort(lanes->rows, lanes->count, sizeof *lanes->rows, by_region_and_lane);
    size_t *first = memory_zeroed(view->archive->regions.rows, sizeof *first); /* plus 1 */
    for (size_t i = lanes->count; i-- > 0;)
        first[lanes->rows[i].a] = i + 1;
    for (size_t i = 0; i < sums->count; i++) {
        report_view_add_item(&all, sums->items[i]);
        uint32_t region = sums->items[i].region;
        for (size_t j = first[region] - 1;
             first[region] && j < lanes->count && lanes->rows[j].a == region; j++)
            report_view_add_item(
                &all, (struct report_view_item){region, lanes->rows[j].b, 0, lanes->rows[j].sums});
    }
    free(first);
    report_view_items_free(sums);
    return all;
}

bool report_view_was_visited(const struct cube_sums *sums)
{
    return sums->count || sums->unfinished || sums->how & ARCHIVE_AT_LEAST;
}

struct report_view_items report_view_items_of(const struct report_view *view, uint32_t kind)
{
    return report_view_items_of_kinds(view, UINT32_C(1) << kind);
}

struct report_view_items report_view_items_of_kinds(const struct report_view *view, uint32_t kinds)
{
    struct report_view_items items = {0};
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        uint32_t kind = view->archive->regions.kind[row->a];
        if (kind < 32 && kinds >> kind & 1 && report_view_was_visited(&row->sums))
            report_view_add_item(&items,
                                 (struct report_view_item){row->a, ARCHIVE_NONE, 0, row->sums});
    }
    report_view_sort(view, &items);
    return view->options->lanes ? with_lanes(view, &items) : items;
}

void report_view_add_work_columns(const struct report_view *view, struct report_sheet *sheet)
{
    static const struct report_sheet_column columns[] = {
        {"instructions", "instructions", SHEET_COUNT, 0, 0, false},
        {"instructions_percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
    };
    for (size_t i = 0; view->executed && i < sizeof columns / sizeof columns[0]; i++)
        report_sheet_add_column(sheet, columns[i]);
}

void report_view_hide_times(const struct report_view *view, struct report_sheet *sheet)
{
    bool behind = false; /* percentages of times follow the times */
    for (size_t i = 0; view->executed && i < sheet->column_count; i++) {
        const struct report_sheet_column *column = &sheet->columns[i];
        behind |= column->kind == SHEET_TIME;
        if (column->kind == SHEET_TIME || (behind && column->kind == SHEET_PERCENT))
            sheet->hidden[i] = true;
    }
}

void report_view_work_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct cube_sums *sums)
{
    if (!view->executed)
        return;
    double percent = 100 * (double)sums->instructions / (double)view->executed;
    report_sheet_count(sheet, "instructions", sums->instructions);
    report_sheet_real(sheet, "instructions_percent", percent);
    report_sheet_real(sheet, "share", percent);
}

const struct report_view_time_columns report_view_time_share = {"time_ns", "percent", "share"};
const struct report_view_time_columns report_view_time_only = {"time_ns", "percent", NULL};
const struct report_view_time_columns report_view_exclusive_only = {"exclusive_ns",
                                                                    "exclusive_percent", NULL};

static void add_percent(const struct report_view *view, struct report_sheet *sheet,
                        const struct report_view_time_columns *columns, uint64_t ns)
{
    report_sheet_real(sheet, columns->percent, report_view_percent(view, ns));
    if (columns->bar)
        report_sheet_real(sheet, columns->bar, report_view_percent(view, ns));
}

void report_view_time_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_time_columns *columns,
                            const struct cube_sums *sums, uint64_t ns)
{
    if (sums->untimed) {
        report_sheet_unknown_range(sheet, columns->ns,
                                   columns->bar ? columns->bar : columns->percent);
        return;
    }
    if (sums->estimated && !sums->at_least)
        report_sheet_time_estimated(sheet, columns->ns, ns);
    else
        report_sheet_time(sheet, columns->ns, ns, sums->at_least);
    add_percent(view, sheet, columns, ns);
}

void report_view_at_least_cell(struct report_sheet *sheet, const struct cube_sums *sums)
{
    report_sheet_flag(sheet, "time_at_least", sums->at_least && !sums->untimed);
}

static bool is_exclusive_at_most(const struct cube_sums *sums)
{
    return cube_has_excess(sums) && !sums->at_least;
}

void report_view_exclusive_cells(const struct report_view *view, struct report_sheet *sheet,
                                 const struct report_view_time_columns *columns,
                                 const struct cube_sums *sums, uint64_t ns)
{
    if (!cube_has_excess(sums)) {
        report_view_time_cells(view, sheet, columns, sums, ns);
        return;
    }
    if (sums->at_least) /* too short for one reason and too long for the other */
        report_sheet_time_estimated(sheet, columns->ns, ns);
    else
        report_sheet_time_at_most(sheet, columns->ns, ns);
    add_percent(view, sheet, columns, ns);
}

void report_view_visits_cells(struct report_sheet *sheet, const struct cube_sums *sums)
{
    report_sheet_count_known(sheet, "visits", sums->count, sums->fewest);
    report_sheet_flag(sheet, "visits_at_least", sums->fewest);
}

void report_view_loops_cells(struct report_sheet *sheet, const struct cube_sums *sums)
{
    bool known = !sums->untimed && (sums->loops || !sums->loops_lack);
    bool less = known && sums->loops && (sums->at_least || sums->loops_lack);
    bool more = known && sums->loops && sums->loops_excess;
    bool estimated = sums->estimated && !sums->at_least && !sums->loops_lack;
    if (!known)
        report_sheet_unknown(sheet, "loops_ns");
    else if ((less && more) || estimated)
        report_sheet_time_estimated(sheet, "loops_ns", sums->loops);
    else if (more)
        report_sheet_time_at_most(sheet, "loops_ns", sums->loops);
    else
        report_sheet_time(sheet, "loops_ns", sums->loops, less);
    report_sheet_flag(sheet, "loops_at_least", less && !more);
    report_sheet_flag(sheet, "loops_at_most", more && !less && !estimated);
}

/* A column for machines. */
static void add_flag_column(struct report_sheet *sheet, const char *key)
{
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){key, NULL, SHEET_FLAG, 0, 0, false});
}

void report_view_add_bound_columns(struct report_sheet *sheet)
{
    add_flag_column(sheet, "exclusive_at_least");
    add_flag_column(sheet, "exclusive_at_most");
}

void report_view_bound_cells(struct report_sheet *sheet, const struct cube_sums *sums)
{
    report_sheet_flag(sheet, "exclusive_at_least",
                      sums->at_least && !sums->untimed && !cube_has_excess(sums));
    report_sheet_flag(sheet, "exclusive_at_most", is_exclusive_at_most(sums));
}

void report_view_add_how_columns(struct report_sheet *sheet)
{
    add_flag_column(sheet, "estimated");
    add_flag_column(sheet, "derived");
    report_sheet_add_column(
        sheet, (struct report_sheet_column){"untimed", NULL, SHEET_COUNT, 0, 0, false});
    add_flag_column(sheet, "time_at_least");
    report_view_add_bound_columns(sheet);
}

void report_view_how_cells(struct report_sheet *sheet, const struct cube_sums *sums)
{
    report_sheet_flag(sheet, "estimated", sums->estimated && !sums->untimed);
    report_sheet_flag(sheet, "derived",
                      (sums->how & (ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS)) != 0);
    report_sheet_count(sheet, "untimed",
                       sums->untimed && !sums->unseen ? sums->count : sums->unseen);
    report_view_at_least_cell(sheet, sums);
    report_view_bound_cells(sheet, sums);
}

void report_view_note_times(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_items *items, const char *what)
{
    bool untimed = false, estimated = false, throttled = false, fewest = false, lacks = false;
    bool unlike = false, excess = false;
    for (size_t i = 0; i < items->count; i++) {
        const struct cube_sums *sums = &items->items[i].sums;
        untimed |= sums->untimed;
        estimated |= sums->estimated && !sums->untimed;
        lacks |= sums->unknown && !sums->untimed;
        throttled |= view->archive->regions.reason[items->items[i].region] == FORMAT_THROTTLED;
        fewest |= sums->fewest;
        unlike |= !sums->untimed && sums->how & ARCHIVE_UNLIKE;
        excess |= is_exclusive_at_most(sums);
    }
    if (untimed && !view->executed)
        report_sheet_note(sheet, "-%s: counted, not timed; the enclosing region includes the time.",
                          what);
    if (estimated)
        report_sheet_note(sheet, "~: estimated from the visits that were timed.");
    if (lacks)
        report_sheet_note(sheet,
                          "%s of seconds: a lower bound; on some call paths no visit was timed.",
                          view->options->utf8 ? "≥" : ">");
    if (unlike)
        report_sheet_note(
            sheet,
            "%s of seconds: a lower bound; visits that were not timed had a different "
            "number of trips than the timed ones.",
            view->options->utf8 ? "≥" : ">");
    if (excess)
        report_sheet_note(sheet,
                          "%s of seconds: an upper bound; it includes what is missing there.",
                          view->options->utf8 ? "≤" : "<");
    if (throttled && (untimed || estimated))
        report_sheet_note(sheet, "Only some visits of regions with many short visits are timed; "
                                 "`triptych run --throttle off` times all.");
    if (fewest)
        report_sheet_note(sheet,
                          "%s of visits: a lower bound; the visit that counts them has not ended, "
                          "or not by itself.",
                          view->options->utf8 ? "≥" : ">");
}

bool report_view_has_trips(const struct report_view *view, uint32_t region,
                           const struct cube_sums *sums)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->kind[region] == TRI_KIND_LOOP && sums->ended &&
           !*report_view_text(view, regions->note[region]);
}

void report_view_trips_cells(const struct report_view *view, struct report_sheet *sheet,
                             uint32_t region, const struct cube_sums *sums)
{
    bool continued = sums->nodes && !sums->count && !sums->unfinished &&
                     !sums->aborted; /* begun before a fork */
    struct cube_sums whole = {.ended = sums->ended || continued};
    bool known = report_view_has_trips(view, region, &whole);
    bool more = known && (sums->unfinished || sums->aborted || sums->fewest || sums->peeled);
    if (known)
        report_sheet_count_known(sheet, "trips", sums->trips, more);
    else
        report_sheet_unknown(sheet, "trips");
    report_sheet_flag(sheet, "trips_at_least", more);
}

bool report_view_has_bytes(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->kind[region] == TRI_KIND_IO && !*report_view_text(view, regions->note[region]);
}

void report_view_bytes_cell(const struct report_view *view, struct report_sheet *sheet,
                            uint32_t region, const struct cube_sums *sums)
{
    if (report_view_has_bytes(view, region))
        report_sheet_count(sheet, "bytes", sums->bytes);
    else
        report_sheet_unknown(sheet, "bytes");
}

bool report_view_is_unmeasured(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    return regions->reason[region] == FORMAT_UNMEASURED || regions->flags[region] & TRI_UNMEASURED;
}

bool report_view_is_left_out(const struct report_view *view, uint32_t region)
{
    uint32_t row = view->row_of_region[region], reason = view->archive->regions.reason[region];
    const struct cube_sums *sums = row == ARCHIVE_NONE ? NULL : &view->regions.rows[row].sums;
    return !(sums && (sums->count || sums->unfinished)) &&
           (reason == FORMAT_EXCLUDED || reason == FORMAT_HOT ||
            report_view_is_unmeasured(view, region));
}

void report_view_unit_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *column, uint32_t file)
{
    int64_t unit;
    if (report_view_unit(view, file, &unit))
        report_sheet_id(sheet, column, unit);
    else
        report_sheet_nothing(sheet, column);
}

void report_view_note_cell(const struct report_view *view, struct report_sheet *sheet,
                           uint32_t region)
{
    report_sheet_text(sheet, "note", report_view_text(view, view->archive->regions.note[region]));
}

void report_view_data_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *column, uint32_t text)
{
    if (text)
        report_sheet_text(sheet, column, report_view_text(view, text));
    else
        report_sheet_unknown(sheet, column);
}

void report_view_unfinished_cell(struct report_sheet *sheet, const struct cube_sums *sums)
{
    char text[32] = "";
    if (sums->unfinished)
        snprintf(text, sizeof text, "%llu", (unsigned long long)sums->unfinished);
    report_sheet_text(sheet, "unfin.", text);
    report_sheet_count(sheet, "unfinished", sums->unfinished);
}

static void lane_name(const struct report_view *view, uint32_t lane, char *text, size_t room)
{
    const struct archive *archive = view->archive;
    char number[ARCHIVE_NAME];
    archive_lane_name(archive, lane, number);
    const char *name = report_view_text(view, archive->lanes.name[lane]);
    snprintf(text, room, "  %s%s%s", number, *name ? " " : "", name);
}

void report_view_name_cell(const struct report_view *view, struct report_sheet *sheet,
                           const char *heading, const char *key,
                           const struct report_view_item *item, const char *name)
{
    char text[128];
    if (item->lane != ARCHIVE_NONE) {
        lane_name(view, item->lane, text, sizeof text);
        report_sheet_text(sheet, heading, text);
    } else {
        report_sheet_text(sheet, heading, name);
    }
    report_sheet_text(sheet, key, name);
}

void report_view_add_lane_columns(const struct report_view *view, struct report_sheet *sheet)
{
    if (!view->options->lanes)
        return;
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){"place", NULL, SHEET_COUNT, 0, 0, false});
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){"lane", NULL, SHEET_COUNT, 0, 0, false});
    if (view->archive->ranked)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){"rank", NULL, SHEET_COUNT, 0, 0, false});
}

void report_view_rank_cell(const struct report_view *view, struct report_sheet *sheet,
                           uint32_t place)
{
    if (!view->archive->ranked)
        return;
    if (place == ARCHIVE_NONE || view->archive->places.rank[place] == ARCHIVE_NONE)
        report_sheet_nothing(sheet, "rank");
    else
        report_sheet_id(sheet, "rank", view->archive->places.rank[place]);
}

void report_view_lane_cells(const struct report_view *view, struct report_sheet *sheet,
                            const struct report_view_item *item)
{
    if (!view->options->lanes)
        return;
    if (item->lane == ARCHIVE_NONE) {
        report_sheet_unknown(sheet, "place");
        report_sheet_unknown(sheet, "lane");
        report_view_rank_cell(view, sheet, ARCHIVE_NONE);
        return;
    }
    uint32_t place = view->archive->lanes.place[item->lane];
    report_sheet_count(sheet, "place", view->archive->places.number[place]);
    report_sheet_count(sheet, "lane", view->archive->lanes.number[item->lane]);
    report_view_rank_cell(view, sheet, place);
}

size_t report_view_shown(const struct report_view *view, struct report_sheet *sheet, size_t count)
{
    size_t top = view->options->top;
    sheet->more = top && count > top ? count - top : 0;
    return count - sheet->more;
}

void report_view_add_region_columns(const struct report_view *view, struct report_sheet *sheet,
                                    const struct report_sheet_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (columns[i].key && !strcmp(columns[i].key, "time_ns"))
            report_view_add_work_columns(view, sheet);
        report_sheet_add_column(sheet, columns[i]);
    }
    report_view_hide_times(view, sheet);
    report_view_add_how_columns(sheet);
    report_view_add_lane_columns(view, sheet);
}
