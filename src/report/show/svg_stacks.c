/* svg_stacks.c: Overall What × Where as SVG: a stacked bar per lane, the largest part first, each
 * part with its own pattern and colour. */
#include "report/show/frame.h"

#include <math.h>

enum {
    MOST_LABEL = 150,
    VALUE = 76,
    PITCH = 30,
    COMFORTABLE = 480,
    READABLE = 13,
    PATTERNED = 9,
    DENSE = 6
};

static void draw_bar(const struct frame *frame, size_t lane, double y, double high)
{
    const struct chart *chart = frame->chart;
    double x = frame->left, room = frame->right - frame->left;
    for (size_t row = 0; row < chart->rows; row++) {
        double value = chart_value(chart, row, lane);
        if (!(value > 0))
            continue;
        char fill[32];
        double wide = fmin(room * value / chart->top, frame->right - x);
        struct buffer tip = {0};
        chart_tip(&tip, chart, row, lane, 1);
        report_svg_fill(frame->svg, chart->look[row], high >= PATTERNED, fill, sizeof fill);
        report_svg_rect(frame->svg, (struct report_svg_box){x, y, wide, high}, fill, tip.text);
        buffer_free(&tip);
        x += wide;
    }
}

double svg_stacks(struct report_svg *svg, const struct chart *chart, double y)
{
    double labels =
        fmax(FRAME_LEAST, frame_labels_width(chart->column, chart->columns, MOST_LABEL) + 1);
    double pitch = fmin(PITCH, COMFORTABLE / (double)chart->columns);
    double high = pitch < DENSE ? pitch : pitch * 0.7;
    struct frame frame = {svg,
                          chart,
                          FRAME_MARGIN + labels + FRAME_GAP,
                          svg->width - FRAME_MARGIN - VALUE - FRAME_GAP,
                          y,
                          y + pitch * (double)chart->columns + 4};
    buffer_add(&svg->out, "<g shape-rendering=\"crispEdges\">\n");
    for (size_t lane = 0; lane < chart->columns; lane++)
        draw_bar(&frame, lane, y + pitch * (double)lane + (pitch - high) / 2, high);
    buffer_add(&svg->out, "</g>\n");
    size_t every = frame_every(chart->columns, pitch, READABLE);
    report_svg_text(svg, frame.left - FRAME_GAP, y - FRAME_GAP, SVG_END, &frame_tick, labels,
                    "lane");
    if (pitch >= READABLE)
        report_svg_text(svg, frame.right + FRAME_GAP, y - FRAME_GAP, SVG_START, &frame_tick, VALUE,
                        "in all");
    for (size_t lane = 0; lane < chart->columns; lane += every) {
        double middle = y + pitch * ((double)lane + 0.5) + 4;
        report_svg_text(svg, frame.left - FRAME_GAP, middle, SVG_END, &frame_label, labels,
                        chart->column[lane]);
        struct buffer total = {0};
        scale_value(&total, chart->kind, chart_sum(chart, lane), true);
        if (pitch >= READABLE)
            report_svg_text(svg, frame.right + FRAME_GAP, middle, SVG_START, &frame_tick, VALUE,
                            total.text);
        buffer_free(&total);
    }
    double bottom = frame_value_axis(&frame);
    return frame_legend(&frame, bottom + 24, frame.left, frame.right, high >= PATTERNED);
}
