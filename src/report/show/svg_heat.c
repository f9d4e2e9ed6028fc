/* svg_heat.c: When × Where as SVG: a heat map of ten levels, and a meter with each lane's mean. */
#include "report/show/frame.h"

#include "report/show/palette.h"

#include <math.h>
#include <stdio.h>

enum {
    MOST_LABEL = 150,
    METER = 96,
    METER_GAP = 18,
    VALUE = 58,
    PITCH = 22,
    COMFORTABLE = 480, /* height; more lanes make the rows lower */
    READABLE = 13,     /* least distance of labels */
    DENSE = 6,         /* rows this low touch each other */
    TOOLTIPS = 1500,   /* with more cells, rows have tooltips instead of cells */
    NO_LEVEL = PALETTE_LEVELS,
    UNKNOWN, /* drawn as another level */
};

static size_t level_at(const struct chart *chart, size_t row, size_t column)
{
    double value = chart_value(chart, row, column);
    return chart_unknown(chart, row, column) ? UNKNOWN
           : isnan(value)                    ? NO_LEVEL
                                             : chart_level(chart, value);
}

/* Returns the number of neighbouring columns with the same level, from this one on. */
static size_t run_at(const struct chart *chart, size_t row, size_t column)
{
    size_t end = column + 1;
    while (end < chart->columns && level_at(chart, row, end) == level_at(chart, row, column))
        end++;
    return end - column;
}

/* Hatches the cells that are unknown. */
static void draw_unknown(const struct frame *frame, double pitch)
{
    const struct chart *chart = frame->chart;
    double wide = (frame->right - frame->left) / (double)chart->columns;
    double gap = pitch >= 8 ? 2 : 0;
    char fill[32];
    for (size_t row = 0; row < chart->rows && chart->unknown; row++) {
        for (size_t i = 0, run; i < chart->columns; i += run) {
            run = run_at(chart, row, i);
            if (level_at(chart, row, i) != UNKNOWN)
                continue;
            struct buffer tip = {0};
            chart_tip(&tip, chart, row, i, run);
            report_svg_fill(frame->svg, PALETTE_UNKNOWN, true, fill, sizeof fill);
            report_svg_rect(frame->svg,
                            (struct report_svg_box){frame->left + wide * (double)i,
                                                    frame->top + pitch * (double)row + gap / 2,
                                                    wide * (double)run, pitch - gap},
                            fill, tip.text);
            buffer_free(&tip);
        }
    }
}

/* Draws each cell, with a tooltip, if there are few. */
static void draw_cells(const struct frame *frame, double pitch)
{
    const struct chart *chart = frame->chart;
    double wide = (frame->right - frame->left) / (double)chart->columns;
    double gap = pitch >= 8 ? 2 : 0;
    for (size_t row = 0; row < chart->rows; row++) {
        for (size_t i = 0; i < chart->columns; i++) {
            char class[16];
            size_t level = level_at(chart, row, i);
            if (level >= NO_LEVEL)
                continue;
            struct buffer tip = {0};
            chart_tip(&tip, chart, row, i, 1);
            snprintf(class, sizeof class, "h%zu", level);
            report_svg_rect(frame->svg,
                            (struct report_svg_box){frame->left + wide * (double)i,
                                                    frame->top + pitch * (double)row + gap / 2,
                                                    wide, pitch - gap},
                            class, tip.text);
            buffer_free(&tip);
        }
    }
}

/* Draws many cells as one path per level, with a stroke per run of equal cells. */
static void draw_runs(const struct frame *frame, double pitch)
{
    const struct chart *chart = frame->chart;
    struct buffer *out = &frame->svg->out;
    double gap = pitch >= 8 ? 2 : 0;
    buffer_add(out, "<g fill=\"none\" stroke-width=\"");
    report_svg_number(out, (pitch - gap) / pitch);
    buffer_printf(out, "\" transform=\"translate(%.2f %.2f) scale(%.5f %.5f)\">\n", frame->left,
                  frame->top + pitch / 2, (frame->right - frame->left) / (double)chart->columns,
                  pitch);
    for (size_t level = 0; level < PALETTE_LEVELS; level++) {
        size_t before = out->used;
        for (size_t row = 0; row < chart->rows; row++) {
            for (size_t i = 0, run; i < chart->columns; i += run) {
                run = run_at(chart, row, i);
                if (level_at(chart, row, i) != level)
                    continue;
                if (out->used == before)
                    buffer_printf(out, "<path class=\"g%zu\" d=\"", level);
                buffer_printf(out, "M%zu %zuh%zu", i, row, run);
            }
        }
        if (out->used != before)
            buffer_add(out, "\"/>\n");
    }
    buffer_add(out, "</g>\n");
}

static void draw_meter(const struct frame *frame, size_t row, double pitch)
{
    const struct chart *chart = frame->chart;
    double mean = chart_mean(chart, row), high = pitch < DENSE ? pitch : pitch * 0.6;
    struct report_svg_box bar = {frame->right + METER_GAP,
                                 frame->top + pitch * (double)row + (pitch - high) / 2, METER,
                                 high};
    report_svg_rect(frame->svg, bar, "track", NULL);
    bar.width = isnan(mean) ? 0 : METER * fmin(1, mean / chart->top);
    if (bar.width > 0)
        report_svg_rect(frame->svg, bar, "h6", NULL);
}

/* Draws a lane's name and mean, with a tooltip over the row. */
static void draw_row(const struct frame *frame, size_t row, double pitch, bool labelled,
                     double label_room)
{
    const struct chart *chart = frame->chart;
    struct report_svg *svg = frame->svg;
    double y = frame->top + pitch * (double)row, x = frame->right + METER_GAP;
    bool cells = chart->rows * chart->columns <= TOOLTIPS; /* cells have tooltips */
    struct buffer value = {0}, tip = {0};
    scale_value(&value, chart->kind, chart_mean(chart, row), true);
    buffer_printf(&tip, "%s: %s on average", chart->row[row], value.text);
    double left = cells ? x : frame->left;
    report_svg_rect(svg, (struct report_svg_box){left, y, x + METER - left, pitch}, "none",
                    tip.text);
    if (labelled) {
        report_svg_text(svg, frame->left - FRAME_GAP, y + pitch / 2 + 4, SVG_END, &frame_label,
                        label_room, chart->row[row]);
        if (pitch >= READABLE)
            report_svg_text(svg, x + METER + 8, y + pitch / 2 + 4, SVG_START, &frame_tick, VALUE,
                            value.text);
    }
    buffer_free(&value);
    buffer_free(&tip);
}

double svg_heat(struct report_svg *svg, const struct chart *chart, double y)
{
    double labels = fmax(FRAME_LEAST, frame_labels_width(chart->row, chart->rows, MOST_LABEL) + 1);
    double pitch = fmin(PITCH, COMFORTABLE / (double)chart->rows);
    struct frame frame = {svg,
                          chart,
                          FRAME_MARGIN + labels + FRAME_GAP,
                          svg->width - FRAME_MARGIN - VALUE - 8 - METER - 18,
                          y,
                          y + pitch * (double)chart->rows};
    frame_align(&frame);
    size_t every = frame_every(chart->rows, pitch, READABLE);
    report_svg_text(svg, frame.right + METER_GAP, y - FRAME_GAP, SVG_START, &frame_tick, METER,
                    "mean");
    report_svg_text(svg, frame.left - FRAME_GAP, y - FRAME_GAP, SVG_END, &frame_tick, labels,
                    "lane");
    buffer_add(&svg->out, "<g shape-rendering=\"crispEdges\">\n");
    if (chart->rows * chart->columns <= TOOLTIPS)
        draw_cells(&frame, pitch);
    else
        draw_runs(&frame, pitch);
    draw_unknown(&frame, pitch);
    for (size_t row = 0; row < chart->rows; row++)
        draw_meter(&frame, row, pitch);
    buffer_add(&svg->out, "</g>\n");
    for (size_t row = 0; row < chart->rows; row++)
        draw_row(&frame, row, pitch, row % every == 0, labels);
    frame.bottom += 4;
    double bottom = frame_time_axis(&frame);
    return frame_levels(&frame, bottom + 24);
}
