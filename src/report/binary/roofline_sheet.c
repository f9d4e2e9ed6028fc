/* roofline_sheet.c: the table of loops under the roofs of a machine. */
#include "report/binary/roofline.h"

#include <math.h>
#include <stdlib.h>

static const struct report_sheet_column columns[] = {
    {NULL, "", SHEET_WORD, 0, 0, false},
    {"function", "function", SHEET_TEXT, 0, 8, false},
    {"loop", "loop", SHEET_ID, 0, 0, false},
    {NULL, "where", SHEET_TEXT, 3, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
    {"flops_per_byte", "FLOP/byte", SHEET_MEAN, 1, 0, false},
    {"gflops_per_second", "GFLOP/s", SHEET_MEAN, 0, 0, false},
    {"gbytes_per_second", "GB/s", SHEET_MEAN, 2, 0, false},
    {"vector_flops_percent", "vector %", SHEET_PERCENT, 4, 0, false},
    {"roof", "roof", SHEET_WORD, 0, 0, false},
    {"roof_gflops_per_second", NULL, SHEET_MEAN, 0, 0, false},
    {"roof_percent", "% of it", SHEET_PERCENT, 0, 0, false},
    {"advice", NULL, SHEET_TEXT, 0, 0, false},
};

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct report_roofline_point *point, size_t number)
{
    char mark[2] = {report_roofline_mark(number), 0};
    const struct analysis_roofline_loop *loop = &point->loop;
    report_sheet_text(sheet, "", mark);
    report_lcct_name_cell(view, sheet, point->region);
    report_sheet_id(sheet, "loop", view->archive->regions.seq[point->region]);
    report_lcct_where_cells(view, sheet, point->region);
    report_lcct_time_cell(sheet, "time_ns", point->time, true, point->sampled);
    bool has_bytes = isfinite(loop->intensity), has_roof = point->verdict.reach > 0;
    if (has_bytes)
        report_sheet_real(sheet, "flops_per_byte", loop->intensity);
    else
        report_sheet_nothing(sheet, "flops_per_byte");
    report_sheet_real(sheet, "gflops_per_second", loop->speed / 1e9);
    report_sheet_real(sheet, "gbytes_per_second",
                      has_bytes ? loop->speed / loop->intensity / 1e9 : 0);
    report_sheet_real(sheet, "vector_flops_percent", 100 * loop->vector_share);
    report_sheet_text(sheet, "roof", has_roof ? analysis_roofline_word(point->verdict.near) : "");
    report_sheet_real(sheet, "roof_gflops_per_second", point->verdict.reach / 1e9);
    if (has_roof)
        report_sheet_real(sheet, "roof_percent", 100 * point->verdict.share);
    else
        report_sheet_nothing(sheet, "roof_percent");
    report_sheet_text(sheet, "advice", point->verdict.advice ? point->verdict.advice : "");
}

/* Adds advice on the loops that take most of the time. */
static void add_advice(struct report_sheet *sheet, const struct report_roofline *roofline)
{
    enum { FEW = 5, LEAST_PERCENT = 5 };
    for (size_t i = 0; i < roofline->count && i < FEW; i++) {
        const struct report_roofline_point *point = &roofline->points[i];
        if (point->time * 100 >= roofline->points[0].time * LEAST_PERCENT && point->verdict.advice)
            report_sheet_note(sheet, "%c: %s.", report_roofline_mark(i), point->verdict.advice);
    }
}

struct report_sheet *report_lcct_roofline_sheet(const struct report_lcct_view *view)
{
    struct report_sheet *sheet = report_sheet_new("roofline", "Loops under the roofs");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (!view->options->machine)
        return sheet;
    struct report_roofline roofline;
    size_t top = view->options->report.top;
    report_roofline_init(&roofline, view);
    for (size_t i = 0; i < roofline.count; i++) {
        if (top && i >= top)
            sheet->more++;
        else
            add_row(view, sheet, &roofline.points[i], i);
    }
    report_sheet_meaning(sheet, "FLOP/byte", "inclusive operations per byte loaded or stored");
    report_sheet_meaning(sheet, "roof", "the lowest limit of the machine that is above the loop");
    add_advice(sheet, &roofline);
    if (roofline.has_dry)
        report_sheet_note(sheet,
                          "Loops without loads and stores have no FLOP/byte: they are at the "
                          "right edge of the picture, and only the peaks limit them.");
    if (roofline.untimed)
        report_sheet_note(
            sheet,
            "%zu more loop%s with floating-point operations %s not timed, or by too few "
            "samples.",
            roofline.untimed, roofline.untimed == 1 ? "" : "s",
            roofline.untimed == 1 ? "was" : "were");
    if (roofline.sampled)
        report_sheet_note(sheet, "Times with ~ are sampled.");
    if (roofline.around == 1)
        report_sheet_note(sheet, "1 loop around others is not shown: nearly all of its operations "
                                 "are theirs.");
    else if (roofline.around)
        report_sheet_note(sheet,
                          "%zu loops around others are not shown: nearly all of their operations "
                          "are those of the others.",
                          roofline.around);
    if (roofline.idle)
        report_sheet_note(sheet, "%zu timed loop%s hardly any floating-point operations.",
                          roofline.idle, roofline.idle == 1 ? " has" : "s have");
    report_roofline_free(&roofline);
    return sheet;
}
