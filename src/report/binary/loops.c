/* loops.c: the table of loops that were counted in binaries. */
#include "report/binary/lcct.h"

#include "cube/region_words.h"
#include "format/loops.h"
#include "format/place.h"
#include "report/run/loop_origin.h"
#include "report/run/loop_words.h"
#include "util/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const struct report_sheet_column columns[] = {
    {"function", "function", SHEET_TEXT, 0, 8, false},
    {"loop", "loop", SHEET_ID, 0, 0, false},
    {NULL, "where", SHEET_TEXT, 0, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {NULL, "loop line", SHEET_TEXT, 3, 12, false},
    REPORT_LOOP_ORIGIN_LINE_COLUMNS,
    REPORT_LOOP_ORIGIN_NAME_COLUMNS,
    {"depth", "depth", SHEET_COUNT, 5, 0, false},
    {"visits", "visits", SHEET_COUNT, 1, 0, false},
    {"trips", "trips", SHEET_COUNT, 0, 0, false},
    {"trips_mean", "mean", SHEET_MEAN, 1, 0, false},
    {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
    {NULL, "min..max", SHEET_WORD, 6, 8, false},
    {"trips_min", NULL, SHEET_COUNT, 0, 0, false},
    {"trips_max", NULL, SHEET_COUNT, 0, 0, false},
    {"instructions", "instructions", SHEET_COUNT, 5, 0, false},
    {"exclusive_percent", "excl. %", SHEET_PERCENT, 0, 0, false},
    {"inclusive_instructions", NULL, SHEET_COUNT, 0, 0, false},
    {"inclusive_percent", "incl. %", SHEET_PERCENT, 2, 0, false},
    {NULL, "share", SHEET_PERCENT, 8, 0, true},
    {"exclusive_time_percent", "time %", SHEET_PERCENT, 1, 0, false},
    {"exclusive_time_ns", "excl. s", SHEET_TIME, 1, 0, false},
    {"time_ns", "incl. s", SHEET_TIME, 2, 0, false},
    {"mean_time_us", "us each", SHEET_MEAN, 3, 0, false},
    {"timing", NULL, SHEET_TEXT, 0, 0, false},
    {"kind", "kind", SHEET_WORD, 4, 11, false},
    {"factor", "factor", SHEET_COUNT, 2, 0, false},
    {"source_iterations", "in source", SHEET_COUNT, 3, 0, false},
    {"source_iterations_at_least", NULL, SHEET_FLAG, 0, 0, false},
    {"binary", NULL, SHEET_TEXT, 0, 0, false},
    {"address", NULL, SHEET_TEXT, 0, 0, false},
};

/* The context of a comparison. */
struct sorting {
    const struct archive *archive;
    enum report_lcct_sort sort;
    bool timed; /* exclusive, inclusive: by time */
};

static int larger(double a, double b)
{
    return a > b ? -1 : a < b;
}

static int compare(const struct sorting *sorting, const struct cube_lcct_sum *a,
                   const struct cube_lcct_sum *b)
{
    const struct archive *archive = sorting->archive;
    const uint32_t *lines = archive->regions.line;
    int files;
    switch (sorting->sort) {
    case LCCT_BY_EXCLUSIVE:
        if (sorting->timed && a->own_time != b->own_time)
            return a->own_time > b->own_time ? -1 : 1;
        return a->own > b->own ? -1 : a->own < b->own;
    case LCCT_BY_INCLUSIVE:
        if (sorting->timed && a->time != b->time)
            return a->time > b->time ? -1 : 1;
        return a->all > b->all ? -1 : a->all < b->all;
    case LCCT_BY_VISITS:
        return a->count > b->count ? -1 : a->count < b->count;
    case LCCT_BY_TRIPS:
        return a->trips > b->trips ? -1 : a->trips < b->trips;
    case LCCT_BY_MEAN:
        return larger(report_lcct_mean(a->trips, a->count), report_lcct_mean(b->trips, b->count));
    case LCCT_BY_NAME:
        return strcmp(cube_region_routine(archive, a->region),
                      cube_region_routine(archive, b->region));
    case LCCT_BY_LINE:
        files = strcmp(cube_region_file(archive, a->region), cube_region_file(archive, b->region));
        return files
                   ? files
                   : (lines[a->region] > lines[b->region]) - (lines[a->region] < lines[b->region]);
    }
    return 0;
}

static int in_order(const void *left, const void *right, void *context)
{
    const struct cube_lcct_sum *a = left, *b = right;
    int order = compare(context, a, b);
    return order ? order : (a->region > b->region) - (a->region < b->region);
}

/* Adds the least and the most trips of a visit. They are unknown if those of some visits are. */
static void add_ends(const struct report_lcct_view *view, struct report_sheet *sheet,
                     const struct cube_lcct_sum *sum, bool at_least)
{
    struct buffer text = {0};
    if (sum->least == ARCHIVE_UNKNOWN || sum->unknown_ends) {
        report_sheet_text(sheet, "min..max", "-");
        report_sheet_unknown(sheet, "trips_min");
        report_sheet_unknown(sheet, "trips_max");
        return;
    }
    if (at_least)
        buffer_add(&text, view->options->report.utf8 ? "≥" : ">");
    words_count(&text, sum->least, true);
    if (sum->least != sum->most) {
        buffer_add(&text, "..");
        words_count(&text, sum->most, true);
    }
    report_sheet_text(sheet, "min..max", text.text);
    report_sheet_count_known(sheet, "trips_min", sum->least, at_least);
    report_sheet_count_known(sheet, "trips_max", sum->most, at_least);
    buffer_free(&text);
}

/* All loops of a table. */
struct loops_sums {
    const struct cube_lcct_sum *all;
    size_t count;
};

static uint32_t loops_row(const struct report_lcct_view *view, const struct cube_lcct_sum *sum)
{
    return view->loop_rows[sum->region];
}

/* True if `rest` is the remainder loop of `whole`. */
static bool is_rest_of(const struct report_lcct_view *view, const struct cube_lcct_sum *rest,
                       const struct cube_lcct_sum *whole)
{
    const struct archive_regions *regions = &view->archive->regions;
    const struct archive_loops *loops = &view->archive->loops;
    uint32_t row = loops_row(view, rest), whole_row = loops_row(view, whole);
    return row != ARCHIVE_NONE && whole_row != ARCHIVE_NONE && loops->rest_of[row] &&
           loops->rest_of[row] == regions->seq[whole->region] &&
           regions->routine[rest->region] == regions->routine[whole->region] &&
           loops->binary[row] == loops->binary[whole_row];
}

/* Returns the loop whose remainder loop this is; NULL: none, or it has no row. */
static const struct cube_lcct_sum *whole_of(const struct report_lcct_view *view,
                                            const struct loops_sums *sums,
                                            const struct cube_lcct_sum *sum)
{
    uint32_t row = loops_row(view, sum);
    for (size_t i = 0; view->archive->loops.rest_of[row] && i < sums->count; i++) {
        if (is_rest_of(view, sum, &sums->all[i]))
            return &sums->all[i];
    }
    return NULL;
}

static bool add_product(uint64_t *to, uint64_t trips, uint32_t factor)
{
    uint64_t product;
    return !__builtin_mul_overflow(trips, (uint64_t)factor, &product) &&
           !__builtin_add_overflow(*to, product, to);
}

/* Counts the source iterations, with those in remainder loops and in code beside the loop. False if
 * the number is unknown, or the same as the trips. */
static bool count_in_source(const struct report_lcct_view *view, const struct loops_sums *sums,
                            const struct cube_lcct_sum *sum, uint64_t *count)
{
    const struct archive_loops *loops = &view->archive->loops;
    uint32_t row = loops_row(view, sum), factor = loops->factor[row];
    bool differs = factor > 1 || (factor && loops->flags[row] & FORMAT_LOOP_RESTS);
    *count = sum->beside;
    bool known = differs && add_product(count, sum->trips, factor);
    for (size_t i = 0; known && i < sums->count; i++) {
        const struct cube_lcct_sum *rest = &sums->all[i];
        if (is_rest_of(view, rest, sum))
            known = add_product(count, rest->trips, loops->factor[loops_row(view, rest)]);
    }
    return known;
}

/* Adds the cells on the loop in the binary: kind, factor, source iterations, address. */
static void add_kind(const struct report_lcct_view *view, struct report_sheet *sheet,
                     const struct loops_sums *sums, const struct cube_lcct_sum *sum)
{
    const struct archive_loops *loops = &view->archive->loops;
    uint32_t row = loops_row(view, sum);
    struct buffer kind = {0};
    char address[32];
    if (row == ARCHIVE_NONE) {
        report_sheet_text(sheet, "kind", "");
        report_sheet_nothing(sheet, "factor");
        report_sheet_nothing(sheet, "source_iterations");
        report_sheet_flag(sheet, "source_iterations_at_least", false);
        report_sheet_text(sheet, "binary", "");
        report_sheet_text(sheet, "address", "");
        return;
    }
    const struct cube_lcct_sum *whole = whole_of(view, sums, sum);
    report_loop_kind(&kind, loops->flags[row], 0);
    if (whole)
        buffer_printf(&kind, ", rest of %u", view->archive->regions.seq[whole->region]);
    report_sheet_text(sheet, "kind", kind.text);
    buffer_free(&kind);
    uint64_t in_source;
    if (loops->factor[row])
        report_sheet_count(sheet, "factor", loops->factor[row]);
    else
        report_sheet_nothing(sheet, "factor");
    bool rests = loops->flags[row] & FORMAT_LOOP_RESTS;
    bool known = !whole && count_in_source(view, sums, sum, &in_source);
    if (known)
        report_sheet_count_known(sheet, "source_iterations", in_source, rests);
    else
        report_sheet_nothing(sheet, "source_iterations");
    report_sheet_flag(sheet, "source_iterations_at_least", known && rests);
    report_sheet_text(sheet, "binary", archive_text(view->archive, loops->binary[row]));
    snprintf(address, sizeof address, "0x%" PRIx64, loops->address[row]);
    report_sheet_text(sheet, "address", address);
}

/* Adds the time, if all visits were timed. */
static void add_time(const struct report_lcct_view *view, struct report_sheet *sheet,
                     const struct cube_lcct_sum *sum)
{
    bool known = (sum->count || sum->time) && !sum->untimed;
    bool own_known = known && !sum->inner_untimed;
    report_lcct_share_cell(view, sheet, sum->own_time, own_known);
    report_lcct_time_cell(sheet, "exclusive_time_ns", sum->own_time, own_known, sum->own_sampled);
    report_lcct_inclusive_cells(sheet, sum, sum->own_sampled);
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct loops_sums *sums, const struct cube_lcct_sum *sum)
{
    const struct archive *archive = view->archive;
    const struct archive_regions *regions = &archive->regions;
    uint32_t region = sum->region, row = view->loop_rows[region];
    double percent = cube_lcct_percent(view->tree, sum->own);
    report_lcct_name_cell(view, sheet, region);
    report_sheet_id(sheet, "loop", regions->seq[region]);
    report_lcct_origin_cells(view, sheet, region);
    struct report_loop_origin origin = report_loop_origin_of(archive, row);
    report_loop_origin_name_cells(sheet, &origin);
    if (row == ARCHIVE_NONE)
        report_sheet_nothing(sheet, "depth");
    else
        report_sheet_count(sheet, "depth", archive->loops.depth[row]);
    report_sheet_count(sheet, "visits", sum->count);
    bool at_least = report_lcct_trips_are_least(view, region);
    report_sheet_count_known(sheet, "trips", sum->trips, at_least);
    report_sheet_mean(sheet, "trips_mean", report_lcct_mean(sum->trips, sum->count), at_least);
    report_sheet_flag(sheet, "trips_at_least", at_least);
    add_ends(view, sheet, sum, at_least);
    report_sheet_count(sheet, "instructions", sum->own);
    report_sheet_real(sheet, "exclusive_percent", percent);
    report_sheet_count(sheet, "inclusive_instructions", sum->all);
    report_sheet_real(sheet, "inclusive_percent", cube_lcct_percent(view->tree, sum->all));
    report_sheet_real(sheet, "share",
                      view->tree->time ? cube_lcct_time_percent(view->tree, sum->own_time)
                                       : percent);
    add_time(view, sheet, sum);
    add_kind(view, sheet, sums, sum);
}

struct cube_lcct_sum *report_lcct_sorted_loops(const struct report_lcct_view *view, size_t *count)
{
    struct cube_lcct_sum *sums = cube_lcct_sums(view->tree, TRI_KIND_LOOP, count);
    struct sorting sorting = {view->archive, view->options->sort, view->tree->time != 0};
    qsort_r(sums, *count, sizeof *sums, in_order, &sorting);
    return sums;
}

/* Explains the times, if they were asked for. */
static void note_times(const struct report_lcct_view *view, struct report_sheet *sheet)
{
    const struct archive *archive = view->archive;
    bool asked = false, other_clock = false;
    for (size_t i = 0; i < archive->loops.rows; i++)
        asked |= (archive->loops.flags[i] & FORMAT_LOOP_TIMED) != 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        other_clock |= archive->places.clock[i] != FORMAT_CLOCK_COUNTER;
    if (!asked)
        return;
    report_sheet_meaning(sheet, "time %", report_lcct_share_words);
    report_sheet_meaning(sheet, "excl. s", "exclusive seconds");
    report_sheet_meaning(sheet, "incl. s", "inclusive seconds");
    report_sheet_meaning(sheet, "us each", "mean microseconds per visit");
    report_sheet_note(sheet, cube_lcct_is_timed(view->tree)
                                 ? "Times are exact, or sampled (~) if a visit takes less than a "
                                   "microsecond or if functions call each other in circles."
                                 : "Samples could not be taken: loops whose visits take less than "
                                   "a microsecond are not timed.");
    if (other_clock)
        report_sheet_note(
            sheet, "Loops of processes with another clock than the processor's counter are not "
                   "timed.");
}

/* Returns the title, which says so if the order is by time. */
static const char *title_of(const struct report_lcct_view *view)
{
    if (view->tree->time && view->options->sort == LCCT_BY_EXCLUSIVE)
        return "Loops, by exclusive time";
    if (view->tree->time && view->options->sort == LCCT_BY_INCLUSIVE)
        return "Loops, by inclusive time";
    return "Loops";
}

struct report_sheet *report_lcct_loops_sheet(const struct report_lcct_view *view)
{
    struct report_sheet *sheet = report_sheet_new("loops", title_of(view));
    report_lcct_add_columns(view, sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count, top = view->options->report.top;
    struct cube_lcct_sum *sums = report_lcct_sorted_loops(view, &count);
    for (size_t i = 0; i < count; i++) {
        if (top && i >= top)
            sheet->more++;
        else
            add_row(view, sheet, &(struct loops_sums){sums, count}, &sums[i]);
    }
    free(sums);
    report_loop_origin_meaning(sheet);
    report_loop_origin_line_meaning(sheet);
    report_sheet_meaning(sheet, "visits", "how often the loop was entered");
    report_sheet_meaning(sheet, "mean", "trips per visit");
    report_sheet_meaning(sheet, "excl. %", "exclusive instructions, of all in counted code");
    report_sheet_meaning(sheet, "incl. %", "inclusive instructions");
    report_sheet_meaning(sheet, "kind", report_loop_kind_words);
    report_sheet_meaning(sheet, "factor", "source iterations per trip");
    report_sheet_meaning(sheet, "in source",
                         "source iterations, with those of its remainder loops");
    note_times(view, sheet);
    return sheet;
}
