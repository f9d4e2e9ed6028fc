/* tree.c: the loop-call-context tree as text. */
#include "report/binary/lcct.h"

#include "cube/region_words.h"
#include "report/run/loop_origin.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    INDENTED = 16, /* deeper paths have their depth written in front */
    LONGEST = 44,  /* width of a name, */
    NARROW = 120,  /* and below this width of the page, */
    LEAST = 36,    /* this */
};

static const struct report_sheet_column columns[] = {
    {NULL, "context", SHEET_TEXT, 0, 0, false},
    {"depth", NULL, SHEET_COUNT, 0, 0, false},
    {"id", NULL, SHEET_COUNT, 0, 0, false},
    {"parent", NULL, SHEET_COUNT, 0, 0, false},
    {"kind", NULL, SHEET_TEXT, 0, 0, false},
    {"name", NULL, SHEET_TEXT, 0, 0, false},
    {"function", NULL, SHEET_TEXT, 0, 0, false},
    {"exclusive_percent", "excl. %", SHEET_PERCENT, 0, 0, false},
    {"inclusive_percent", "incl. %", SHEET_PERCENT, 0, 0, false},
    {NULL, "share", SHEET_PERCENT, 8, 0, true},
    {"instructions", "instructions", SHEET_COUNT, 9, 0, false},
    {"inclusive_instructions", NULL, SHEET_COUNT, 0, 0, false},
    {"trips_mean", "mean trips", SHEET_MEAN, 1, 0, false},
    {"visits", "visits", SHEET_COUNT, 1, 0, false},
    {"trips", NULL, SHEET_COUNT, 0, 0, false},
    {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
    {"exclusive_time_percent", "time %", SHEET_PERCENT, 2, 0, false},
    {"exclusive_time_ns", "excl. s", SHEET_TIME, 2, 0, false},
    {"time_ns", "incl. s", SHEET_TIME, 2, 0, false},
    {"timing", NULL, SHEET_TEXT, 0, 0, false},
    {NULL, "where", SHEET_TEXT, 0, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {NULL, "loop line", SHEET_TEXT, 3, 12, false},
    REPORT_LOOP_ORIGIN_LINE_COLUMNS,
};

/* Draws the lines in front of a row; more[d] says whether the path's row at depth d has a sibling
 * further down. */
static void draw_lines(bool utf8, struct buffer *to, size_t depth, const bool *more)
{
    if (depth > INDENTED) {
        buffer_printf(to, "[%zu] ", depth);
        return;
    }
    for (size_t i = 2; i < depth; i++)
        buffer_add(to, !more[i] ? "  " : utf8 ? "│ " : "| ");
    if (depth > 1)
        buffer_add(to, utf8 ? more[depth] ? "├─" : "└─" : more[depth] ? "|-" : "`-");
}

/* Adds a name: loops in round brackets, functions in square ones. */
static void add_name(const struct report_lcct_view *view, struct buffer *to, uint32_t region)
{
    bool loop = view->archive->regions.kind[region] == TRI_KIND_LOOP;
    const struct report_options *options = &view->options->report;
    buffer_add(to, loop ? "(" : "[");
    report_lcct_brief(view, region, options->width < NARROW ? LEAST : LONGEST, options->utf8, to);
    buffer_add(to, loop ? ")" : "]");
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet, uint32_t row,
                    size_t depth, const bool *more)
{
    const struct cube_lcct_row *at = &view->tree->rows[row];
    const struct archive *archive = view->archive;
    bool loop = archive->regions.kind[at->region] == TRI_KIND_LOOP;
    bool at_least = loop && report_lcct_trips_are_least(view, at->region);
    struct buffer text = {0}, name = {0};
    draw_lines(view->options->report.utf8, &text, depth, more);
    add_name(view, &text, at->region);
    report_lcct_label(view, at->region, &name);
    report_sheet_text(sheet, "context", text.text);
    int width = (int)words_width(text.text);
    if (width > sheet->columns[0].min) /* the tree is never cut */
        sheet->columns[0].min = width;
    report_sheet_count(sheet, "depth", depth);
    report_sheet_count(sheet, "id", row);
    if (at->parent)
        report_sheet_count(sheet, "parent", at->parent);
    else
        report_sheet_nothing(sheet, "parent");
    report_sheet_text(sheet, "kind", loop ? "loop" : "function");
    report_sheet_text(sheet, "name", name.text ? name.text : "");
    report_sheet_text(sheet, "function", cube_region_routine(archive, at->region));
    report_sheet_real(sheet, "exclusive_percent", cube_lcct_percent(view->tree, at->own));
    report_sheet_real(sheet, "inclusive_percent", cube_lcct_percent(view->tree, at->all));
    report_sheet_real(sheet, "share",
                      view->tree->time ? cube_lcct_time_percent(view->tree, at->own_time)
                                       : cube_lcct_percent(view->tree, at->own));
    report_sheet_count(sheet, "instructions", at->own);
    report_sheet_count(sheet, "inclusive_instructions", at->all);
    if (loop)
        report_sheet_mean(sheet, "trips_mean", report_lcct_mean(at->trips, at->count), at_least);
    else
        report_sheet_nothing(sheet, "trips_mean");
    report_sheet_count(sheet, "visits", at->count);
    if (loop)
        report_sheet_count_known(sheet, "trips", at->trips, at_least);
    else
        report_sheet_nothing(sheet, "trips");
    report_sheet_flag(sheet, "trips_at_least", at_least);
    bool timed = (at->count || at->time) && !at->untimed;
    bool own_timed = timed && !at->inner_untimed;
    report_lcct_share_cell(view, sheet, at->own_time, own_timed);
    report_lcct_time_cell(sheet, "exclusive_time_ns", at->own_time, own_timed, at->own_sampled);
    report_lcct_time_cell(sheet, "time_ns", at->time, timed, at->sampled);
    report_sheet_text(sheet, "timing",
                      timed ? report_lcct_timing(at->sampled, at->own_sampled) : "");
    report_lcct_origin_cells(view, sheet, at->region);
    buffer_free(&text);
    buffer_free(&name);
}

struct report_sheet *report_lcct_tree_sheet(const struct report_lcct_view *view)
{
    bool whole = view->options->threshold <= 0, timed = view->tree->time;
    struct report_sheet *sheet = report_sheet_new(
        "tree", whole   ? timed ? "Loop-call-context tree, by time" : "Loop-call-context tree"
                : timed ? "Hot loop-call-context tree, by time"
                        : "Hot loop-call-context tree");
    report_lcct_add_columns(view, sheet, columns, sizeof columns / sizeof columns[0]);
    size_t *depth = memory_zeroed(view->tree->count, sizeof *depth);
    bool more[INDENTED + 1] = {false};
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row)) {
        depth[row] = depth[view->tree->rows[row].parent] + 1;
        if (depth[row] <= INDENTED)
            more[depth[row]] = report_lcct_sibling_hot(view, row) != ARCHIVE_NONE;
        add_row(view, sheet, row, depth[row], more);
    }
    free(depth);
    report_sheet_meaning(sheet, "context", "(loop), [function]");
    report_sheet_meaning(sheet, "excl. %", "exclusive instructions, of all in counted code");
    report_sheet_meaning(sheet, "incl. %", "inclusive instructions");
    report_sheet_meaning(sheet, "time %", report_lcct_share_words);
    report_sheet_meaning(sheet, "mean trips", "trips per visit of a loop");
    report_loop_origin_line_meaning(sheet);
    if (view->cold)
        report_sheet_note(
            sheet,
            "%zu context%s not shown: below %g %%%s, like all contexts in them; --threshold 0 "
            "shows all",
            view->cold, view->cold == 1 ? "" : "s", view->options->threshold,
            timed ? " of the instructions and of the time" : "");
    return sheet;
}
