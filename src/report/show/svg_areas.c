/* svg_areas.c: Overall What × When as SVG: stacked areas. */
#include "report/show/frame.h"

#include "report/show/palette.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

enum { HEIGHT = 280, SIDE = 52, NARROW = 5 };

/* Adds a border of an area in steps, from left to right or back. */
static void add_border(struct buffer *to, const struct frame *frame, const double *sum, bool back)
{
    size_t columns = frame->chart->columns;
    double pitch = (frame->right - frame->left) / (double)columns;
    double height = frame->bottom - frame->top;
    for (size_t step = 0; step < columns;) {
        size_t i = back ? columns - 1 - step : step, run = 1;
        while (step + run < columns && sum[back ? i - run : i + run] == sum[i])
            run++;
        step += run;
        buffer_add(to, "V");
        report_svg_number(to, frame->bottom - height * fmin(1, sum[i] / frame->chart->top));
        buffer_add(to, "H");
        report_svg_number(to, frame->left + pitch * (double)(back ? i + 1 - run : i + run));
    }
}

static void draw_area(const struct frame *frame, size_t row, double *below)
{
    const struct chart *chart = frame->chart;
    struct buffer *out = &frame->svg->out;
    double *above = memory_zeroed(chart->columns, sizeof *above);
    bool any = false;
    for (size_t i = 0; i < chart->columns; i++) {
        double value = chart_value(chart, row, i);
        any |= value > 0;
        above[i] = below[i] + (isnan(value) ? 0 : value);
    }
    if (any) {
        /* An outline would hide narrow steps. */
        bool edge = (frame->right - frame->left) / (double)chart->columns >= NARROW;
        char paint[64];
        report_svg_paint(frame->svg, chart->look[row], edge ? "edge" : "", paint, sizeof paint);
        buffer_printf(out, "<path %s d=\"M", paint);
        report_svg_number(out, frame->left);
        buffer_add(out, " ");
        report_svg_number(out, frame->bottom);
        add_border(out, frame, above, false);
        add_border(out, frame, below, true);
        buffer_add(out, "Z\"><title>");
        report_svg_escape(out, chart->row[row]);
        buffer_add(out, "</title></path>\n");
    }
    for (size_t i = 0; i < chart->columns; i++)
        below[i] = above[i];
    free(above);
}

double svg_areas(struct report_svg *svg, const struct chart *chart, double y)
{
    struct frame frame = {svg, chart,     FRAME_MARGIN + SIDE, svg->width - FRAME_MARGIN - 8,
                          y,   y + HEIGHT};
    double *below = memory_zeroed(chart->columns, sizeof *below);
    frame_align(&frame);
    frame_value_side(&frame);
    for (size_t row = 0; row < chart->rows; row++)
        draw_area(&frame, row, below);
    free(below);
    double bottom = frame_time_axis(&frame);
    return frame_legend(&frame, bottom + 24, frame.left, svg->width - FRAME_MARGIN - 8, false);
}
