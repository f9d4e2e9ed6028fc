/* svg_strips.c: What × When and What × Where as SVG: a strip with a line or bars per region, all on
 * the same scale. */
#include "report/show/frame.h"

#include "report/show/palette.h"

#include <math.h>
#include <stdio.h>

enum { MOST_LABEL = 210, VALUE = 76, PITCH = 54, LEAST_PITCH = 30, COMFORTABLE = 500 };

/* Adds a line in steps, one per cycle, with gaps where values are unknown. */
static void add_steps(struct buffer *to, const struct frame *strip, size_t row, bool area)
{
    const struct chart *chart = strip->chart;
    double pitch = (strip->right - strip->left) / (double)chart->columns;
    double height = strip->bottom - strip->top;
    bool open = false;
    for (size_t i = 0; i <= chart->columns; i++) {
        double value = i < chart->columns ? chart_value(chart, row, i) : NAN;
        double x = strip->left + pitch * (double)i;
        if (isnan(value)) {
            if (open && area) {
                buffer_add(to, "V");
                report_svg_number(to, strip->bottom);
                buffer_add(to, "Z");
            }
            open = false;
            continue;
        }
        double y = strip->bottom - height * fmin(1, value / chart->top);
        if (!open) {
            buffer_add(to, "M");
            report_svg_number(to, x);
            buffer_add(to, " ");
            report_svg_number(to, area ? strip->bottom : y);
        }
        if (!open && area) {
            buffer_add(to, "V");
            report_svg_number(to, y);
        } else if (open) {
            buffer_add(to, "V");
            report_svg_number(to, y);
        }
        open = true;
        size_t end = i + 1; /* equal neighbours are one step */
        while (end < chart->columns && chart_value(chart, row, end) == value)
            end++;
        i = end - 1;
        buffer_add(to, "H");
        report_svg_number(to, strip->left + pitch * (double)end);
    }
}

static void draw_line(const struct frame *strip, size_t row)
{
    struct buffer *out = &strip->svg->out;
    size_t look = strip->chart->look[row];
    buffer_printf(out, "<path class=\"l%zu wash\" d=\"", look);
    add_steps(out, strip, row, true);
    /* Idle and others have light colours, which are hard to see as lines. */
    buffer_printf(out, "\"/>\n<path class=\"%s%zu curve\" d=\"", "s",
                  look == CYCLES_IDLE ? PALETTE_OTHERS : look);
    add_steps(out, strip, row, false);
    buffer_add(out, "\"/>\n");
}

static void draw_bars(const struct frame *strip, size_t row)
{
    const struct chart *chart = strip->chart;
    double pitch = (strip->right - strip->left) / (double)chart->columns;
    double width = pitch > 4 ? fmin(pitch * 0.76, 40) : pitch;
    double height = strip->bottom - strip->top;
    char fill[32];
    report_svg_fill(strip->svg, chart->look[row] == CYCLES_IDLE ? PALETTE_OTHERS : chart->look[row],
                    false, fill, sizeof fill);
    for (size_t i = 0; i < chart->columns; i++) {
        double value = chart_value(chart, row, i);
        if (!(value > 0))
            continue;
        double tall = fmax(0.5, height * fmin(1, value / chart->top));
        double x = strip->left + pitch * ((double)i + 0.5) - width / 2;
        struct buffer tip = {0};
        chart_tip(&tip, chart, row, i, 1);
        report_svg_rect(strip->svg, (struct report_svg_box){x, strip->bottom - tall, width, tall},
                        fill, tip.text);
        buffer_free(&tip);
    }
}

static void draw_strip(const struct frame *strip, size_t row, double label_room)
{
    const struct chart *chart = strip->chart;
    struct report_svg *svg = strip->svg;
    double middle = (strip->top + strip->bottom) / 2 + 4;
    struct buffer peak = {0};
    report_svg_line(svg, strip->left, strip->top, strip->right, strip->top, "grid");
    if (chart->column)
        draw_bars(strip, row);
    else
        draw_line(strip, row);
    report_svg_line(svg, strip->left, strip->bottom, strip->right, strip->bottom, "axis");
    report_svg_text(svg, strip->left - FRAME_GAP, middle, SVG_END, &frame_label, label_room,
                    chart->row[row]);
    scale_value(&peak, chart->kind, chart_peak(chart, row), true);
    report_svg_text(svg, strip->right + FRAME_GAP, middle, SVG_START, &frame_tick, VALUE,
                    peak.text);
    buffer_free(&peak);
}

double svg_strips(struct report_svg *svg, const struct chart *chart, double y)
{
    double labels = frame_labels_width(chart->row, chart->rows, MOST_LABEL) + 1;
    double pitch = fmax(LEAST_PITCH, fmin(PITCH, COMFORTABLE / (double)chart->rows));
    struct frame frame = {svg,
                          chart,
                          FRAME_MARGIN + labels + FRAME_GAP,
                          svg->width - FRAME_MARGIN - VALUE - FRAME_GAP,
                          y,
                          0};
    if (!chart->column)
        frame_align(&frame);
    report_svg_text(svg, frame.right + FRAME_GAP, y - FRAME_GAP, SVG_START, &frame_tick, VALUE,
                    "largest");
    for (size_t row = 0; row < chart->rows; row++) {
        struct frame strip = frame;
        strip.top = y + pitch * (double)row;
        strip.bottom = strip.top + pitch - 12;
        draw_strip(&strip, row, labels);
    }
    frame.bottom = y + pitch * (double)chart->rows - 12;
    return chart->column ? frame_lane_axis(&frame) : frame_time_axis(&frame);
}
