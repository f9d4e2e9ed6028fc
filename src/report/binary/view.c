/* view.c: the data behind the tables and pictures: see lcct.h */
#include "report/binary/lcct.h"

#include "cube/cube.h"
#include "cube/region_words.h"
#include "report/run/loop_origin.h"
#include "report/run/loop_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { LONGEST = 32 }; /* columns: longer names of functions may be shortened */

/* Finds the lanes that the options choose. False with an error if there is none. */
static bool choose_lanes(struct report_lcct_view *view, struct error *error)
{
    const struct archive *archive = view->archive;
    const struct report_lcct_options *options = view->options;
    bool is_lane = false;
    view->chosen = memory_zeroed(archive->lanes.rows + 1, sizeof *view->chosen);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        char place[ARCHIVE_NAME], lane[ARCHIVE_NAME];
        archive_place_name(archive, archive->lanes.place[i], place);
        archive_lane_name(archive, i, lane);
        is_lane |= options->lane && !strcmp(options->lane, lane);
        view->chosen[i] = (!options->place || !strcmp(options->place, place)) &&
                          (!options->lane || !strcmp(options->lane, lane));
        view->lanes += view->chosen[i];
    }
    if (view->lanes)
        return true;
    if (is_lane && options->place)
        return error_set(error, "lane '%s' is not one of %s '%s'", options->lane,
                         archive->ranked ? "rank" : "place", options->place);
    const char *wanted = options->lane ? options->lane : options->place;
    return error_set(error,
                     "%s has no %s '%s'; `triptych report --places --lane-table %s` lists them",
                     archive->path,
                     options->lane     ? "lane"
                     : archive->ranked ? "rank"
                                       : "place",
                     wanted ? wanted : "", archive->path);
}

static void find_loop_rows(struct report_lcct_view *view)
{
    const struct archive *archive = view->archive;
    view->loop_rows = memory_zeroed(archive->regions.rows + 1, sizeof *view->loop_rows);
    for (size_t i = 0; i < archive->regions.rows; i++)
        view->loop_rows[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < archive->loops.rows; i++)
        view->loop_rows[archive->loops.region[i]] = i;
}

/* Finds the workers: busy lanes, or their places if there are several. */
static void find_workers(struct report_lcct_view *view)
{
    const struct archive *archive = view->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    size_t lanes = archive->lanes.rows, places = 0;
    bool *busy = memory_zeroed(lanes + 1, sizeof *busy);
    uint32_t *first = memory_zeroed(archive->places.rows + 1, sizeof *first); /* plus 1 */
    for (size_t i = 0; i < nodes->rows; i++)
        busy[nodes->lane[i]] |= view->chosen[nodes->lane[i]] && nodes->instructions[i];
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t place = archive->lanes.place[i];
        places += busy[i] && !first[place];
        first[place] |= busy[i];
    }
    memset(first, 0, archive->places.rows * sizeof *first);
    view->by_lane = places < 2;
    view->worker_of = memory_zeroed(lanes + 1, sizeof *view->worker_of);
    view->workers = memory_zeroed(lanes + 1, sizeof *view->workers);
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t place = archive->lanes.place[i];
        view->worker_of[i] = ARCHIVE_NONE;
        if (!busy[i])
            continue;
        if (!view->by_lane && first[place]) {
            view->worker_of[i] = first[place] - 1;
            continue;
        }
        if (view->by_lane)
            archive_lane_name(archive, i, view->workers[view->worker_count]);
        else
            archive_place_name(archive, place, view->workers[view->worker_count]);
        view->worker_of[i] = (uint32_t)view->worker_count++;
        first[place] = (uint32_t)view->worker_count;
    }
    free(busy);
    free(first);
}

/* Sets the error for an archive in which nothing was counted; returns false. */
static bool tell_nothing(const struct archive *archive, struct error *error)
{
    const char *why = report_lcct_main_reason(archive);
    if (why)
        return error_set(error,
                         "%s: the functions of the program were not counted: %s; `triptych run "
                         "--sample` may sample them",
                         archive->path, why);
    return error_set(error,
                     "%s has no loops that were counted in a binary: make it with `triptych loops "
                     "PROGRAM`; `triptych report` shows what probes measured",
                     archive->path);
}

bool report_lcct_view_init(struct report_lcct_view *view, const struct archive *archive,
                           const struct report_lcct_options *options, struct error *error)
{
    *view = (struct report_lcct_view){.archive = archive, .options = options};
    if (!cube_lcct_is_known(archive))
        return tell_nothing(archive, error);
    if (!choose_lanes(view, error)) {
        report_lcct_view_free(view);
        return false;
    }
    view->tree = cube_lcct_new(archive, view->chosen);
    view->hot = cube_lcct_hot(view->tree, options->threshold);
    for (size_t i = 0; i < view->tree->count; i++)
        view->cold += !view->hot[i];
    find_loop_rows(view);
    find_workers(view);
    return true;
}

void report_lcct_view_free(struct report_lcct_view *view)
{
    free(view->chosen);
    cube_lcct_free(view->tree);
    free(view->hot);
    free(view->loop_rows);
    free(view->worker_of);
    free(view->workers);
    *view = (struct report_lcct_view){0};
}

const char *report_lcct_workers(const struct report_lcct_view *view)
{
    return view->by_lane ? "threads" : view->archive->ranked ? "ranks" : "processes";
}

void report_lcct_label(const struct report_lcct_view *view, uint32_t region, struct buffer *to)
{
    const struct archive *archive = view->archive;
    if (archive->regions.kind[region] != TRI_KIND_LOOP) {
        buffer_add(to, cube_region_name(archive, region));
        return;
    }
    struct report_loop_origin origin = report_loop_origin_of(archive, view->loop_rows[region]);
    struct buffer name = {0};
    buffer_printf(to, "loop %u", archive->regions.seq[region]);
    if (report_loop_origin_name(&name, &origin))
        buffer_printf(to, " of %s", name.text);
    buffer_free(&name);
}

void report_lcct_brief(const struct report_lcct_view *view, uint32_t region, size_t width,
                       bool utf8, struct buffer *to)
{
    struct buffer name = {0};
    report_lcct_label(view, region, &name);
    char *clean = words_clean(name.text ? name.text : "");
    const char *of = strstr(clean, " of ");
    bool is_loop = view->archive->regions.kind[region] == TRI_KIND_LOOP && of;
    size_t before = is_loop ? (size_t)(of - clean) + strlen(" of ") : 0;
    bool fits = before < width;
    buffer_add_bytes(to, clean, fits ? before : 0);
    words_shorten_name(to, clean + (fits ? before : 0), width - (fits ? before : 0), utf8);
    buffer_free(&name);
    free(clean);
}

void report_lcct_name_cell(const struct report_lcct_view *view, struct report_sheet *sheet,
                           uint32_t region)
{
    bool is_loop = view->archive->regions.kind[region] == TRI_KIND_LOOP;
    const char *name = is_loop ? cube_region_routine(view->archive, region)
                               : cube_region_name(view->archive, region);
    struct buffer brief = {0};
    char *clean = words_clean(name);
    size_t third = view->options->report.width / 3;
    words_shorten_name(&brief, clean, third < LONGEST ? third : LONGEST,
                       view->options->report.utf8);
    int width = (int)words_width(brief.text ? brief.text : "");
    if (width > sheet->columns[0].min)
        sheet->columns[0].min = width;
    report_sheet_text(sheet, "function", name);
    buffer_free(&brief);
    free(clean);
}

void report_lcct_add_columns(const struct report_lcct_view *view, struct report_sheet *sheet,
                             const struct report_sheet_column *columns, size_t count)
{
    report_sheet_add_columns(sheet, columns, count);
    for (size_t i = 0; i < count && view->tree->time; i++) {
        const char *key = columns[i].key ? columns[i].key : "";
        if (!strcmp(key, "exclusive_percent"))
            sheet->columns[i].drop = 2;
        else if (!strcmp(key, "exclusive_time_percent"))
            sheet->columns[i].drop = 0;
    }
}

void report_lcct_where(const struct report_lcct_view *view, uint32_t region, struct buffer *to)
{
    report_loop_where(to, cube_region_file(view->archive, region),
                      view->archive->regions.line[region]);
}

void report_lcct_origin_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                              uint32_t region)
{
    struct report_loop_origin origin =
        report_loop_origin_of(view->archive, view->loop_rows[region]);
    report_loop_origin_where_cells(sheet, &origin, cube_region_file(view->archive, region),
                                   view->archive->regions.line[region]);
}

void report_lcct_where_cells(const struct report_lcct_view *view, struct report_sheet *sheet,
                             uint32_t region)
{
    struct buffer where = {0};
    report_lcct_where(view, region, &where);
    report_sheet_text(sheet, "where", where.text ? where.text : "");
    report_sheet_line(sheet, "line", view->archive->regions.line[region]);
    report_sheet_text(sheet, "file", cube_region_file(view->archive, region));
    buffer_free(&where);
}

double report_lcct_mean(uint64_t trips, uint64_t count)
{
    return count ? (double)trips / (double)count : 0;
}

bool report_lcct_trips_are_least(const struct report_lcct_view *view, uint32_t region)
{
    uint32_t row = view->loop_rows[region];
    return row != ARCHIVE_NONE && cube_is_peeled(view->archive, row);
}

void report_lcct_add_mean(const struct report_lcct_view *view, const struct cube_lcct_row *row,
                          struct buffer *to)
{
    buffer_add(to, report_lcct_trips_are_least(view, row->region) ? "≥" : "");
    report_loop_mean(to, report_lcct_mean(row->trips, row->count));
}

static uint32_t hot_from(const struct report_lcct_view *view, uint32_t row)
{
    while (row != ARCHIVE_NONE && !view->hot[row])
        row = view->tree->rows[row].next;
    return row;
}

uint32_t report_lcct_first_hot(const struct report_lcct_view *view, uint32_t row)
{
    return hot_from(view, view->tree->rows[row].first);
}

uint32_t report_lcct_sibling_hot(const struct report_lcct_view *view, uint32_t row)
{
    return hot_from(view, view->tree->rows[row].next);
}

uint32_t report_lcct_next_hot(const struct report_lcct_view *view, uint32_t row)
{
    uint32_t below = report_lcct_first_hot(view, row);
    if (below != ARCHIVE_NONE)
        return below;
    while (row) {
        uint32_t next = report_lcct_sibling_hot(view, row);
        if (next != ARCHIVE_NONE)
            return next;
        row = view->tree->rows[row].parent;
    }
    return ARCHIVE_NONE;
}
