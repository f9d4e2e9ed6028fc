/* frame.c: see frame.h */
#include "report/show/frame.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/words.h"

#include <math.h>
#include <stdio.h>

const struct report_svg_font frame_title = {"ink", 17, true};
const struct report_svg_font frame_subtitle = {"faint", 12.5, false};
const struct report_svg_font frame_label = {"ink", 12, false};
const struct report_svg_font frame_tick = {"faint", 11, false};
const struct report_svg_font frame_note = {"faint", 11, false};

double frame_labels_width(char *const *labels, size_t count, double most)
{
    double widest = 0;
    for (size_t i = 0; i < count; i++) {
        double width = report_label_width(labels[i], frame_label.size, frame_label.bold);
        if (width > widest)
            widest = width;
    }
    return widest < most ? widest : most;
}

size_t frame_every(size_t count, double pitch, double need)
{
    static const size_t steps[] = {1, 2, 5};
    for (size_t power = 1; power < count; power *= 10) {
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            if (pitch * (double)(steps[i] * power) >= need)
                return steps[i] * power;
        }
    }
    return count ? count : 1;
}

void frame_align(struct frame *frame)
{
    const struct report_svg *svg = frame->svg;
    frame->left = fmax(frame->left, svg->plot_left);
    frame->right =
        svg->plot_right > frame->left ? fmin(frame->right, svg->plot_right) : frame->right;
}

static void axis_title(const struct frame *frame, double y, const char *text)
{
    report_svg_text(frame->svg, (frame->left + frame->right) / 2, y, SVG_MIDDLE, &frame_tick,
                    frame->right - frame->left, text);
}

/* Draws numbers below the plot, from `low` at its left to `high` at its right. */
static void ticks_below(const struct frame *frame, double low, double high, double widest)
{
    double room = frame->right - frame->left;
    struct scale_ticks ticks = scale_ticks(low, high, (size_t)fmax(4, room / (widest + 26)));
    report_svg_line(frame->svg, frame->left, frame->bottom, frame->right, frame->bottom, "axis");
    for (size_t i = 0; i < ticks.count; i++) {
        double value = scale_tick(&ticks, i), x = frame->left + (value - low) / (high - low) * room;
        char text[64];
        snprintf(text, sizeof text, "%.*f", ticks.decimals, value);
        report_svg_line(frame->svg, x, frame->bottom, x, frame->bottom + 4, "axis");
        report_svg_text(frame->svg, x, frame->bottom + 17, SVG_MIDDLE, &frame_tick, room, text);
    }
}

double frame_time_axis(const struct frame *frame)
{
    const struct chart *chart = frame->chart;
    return frame_times(frame, chart_time(chart, 0), chart_time(chart, (double)chart->columns));
}

double frame_times(const struct frame *frame, double from, double to)
{
    double largest = fabs(to) > fabs(from) ? fabs(to) : fabs(from);
    struct scale_unit unit = scale_unit(SCALE_SECONDS, largest, true);
    struct buffer title = {0};
    struct report_svg *svg = frame->svg;
    svg->seen_left = fmax(svg->seen_left, frame->left);
    svg->seen_right = svg->seen_right > 0 ? fmin(svg->seen_right, frame->right) : frame->right;
    ticks_below(frame, from / unit.size, to / unit.size, 44);
    buffer_printf(&title, "time since the start (%s)", unit.name);
    axis_title(frame, frame->bottom + 36, title.text);
    buffer_free(&title);
    return frame->bottom + 40;
}

double frame_lane_axis(const struct frame *frame)
{
    const struct chart *chart = frame->chart;
    double pitch = (frame->right - frame->left) / (double)chart->columns;
    double need = frame_labels_width(chart->column, chart->columns, 110) + 10;
    size_t every = frame_every(chart->columns, pitch, need);
    for (size_t i = 0; i < chart->columns; i += every)
        report_svg_text(frame->svg, frame->left + pitch * ((double)i + 0.5), frame->bottom + 17,
                        SVG_MIDDLE, &frame_tick, pitch * (double)every - 4, chart->column[i]);
    axis_title(frame, frame->bottom + 36, "lane (place.lane)");
    return frame->bottom + 40;
}

void frame_unit(struct buffer *to, const struct chart *chart, const struct scale_unit *unit)
{
    const char *of = chart->kind == SCALE_COUNT   ? chart->unit
                     : chart->kind == SCALE_SHARE ? "of the time"
                                                  : "";
    if (chart->kind == SCALE_SECONDS) {
        buffer_printf(to, "time (%s)", unit->name);
        return;
    }
    buffer_printf(to, "%s%s%s", unit->name,
                  !*unit->name || !*of         ? ""
                  : chart->kind == SCALE_SHARE ? " "
                                               : " of ",
                  of);
    if (!chart->column && chart->kind != SCALE_SHARE)
        buffer_add(to, chart->data->merged_cycles > 1 ? " per column" : " per cycle");
}

double frame_value_axis(const struct frame *frame)
{
    const struct chart *chart = frame->chart;
    struct scale_unit unit = scale_unit(chart->kind, chart->top, true);
    struct buffer title = {0};
    ticks_below(frame, 0, chart->top / unit.size, 44);
    frame_unit(&title, chart, &unit);
    axis_title(frame, frame->bottom + 36, title.text);
    buffer_free(&title);
    return frame->bottom + 40;
}

void frame_value_side(const struct frame *frame)
{
    const struct chart *chart = frame->chart;
    struct scale_unit unit = scale_unit(chart->kind, chart->top, true);
    double height = frame->bottom - frame->top;
    struct scale_ticks ticks = scale_ticks(0, chart->top / unit.size, 6);
    for (size_t i = 0; i < ticks.count; i++) {
        double value = scale_tick(&ticks, i);
        double y = frame->bottom - value * unit.size / chart->top * height;
        char text[64];
        snprintf(text, sizeof text, "%.*f%s", ticks.decimals, value,
                 chart->kind == SCALE_SHARE ? " %" : "");
        report_svg_line(frame->svg, frame->left, y, frame->right, y, i ? "grid" : "axis");
        report_svg_text(frame->svg, frame->left - 8, y + 4, SVG_END, &frame_tick, 80, text);
    }
    if (chart->kind == SCALE_SHARE)
        return;
    struct buffer title = {0};
    frame_unit(&title, chart, &unit);
    report_svg_text(frame->svg, frame->left, frame->top - 10, SVG_START, &frame_tick,
                    frame->right - frame->left, title.text);
    buffer_free(&title);
}

double frame_legend(const struct frame *frame, double y, double left, double right, bool pattern)
{
    const struct chart *chart = frame->chart;
    enum { SWATCH = 14, LINE = 22 };
    double x = left;
    for (size_t i = 0; i < chart->rows; i++) {
        char fill[32];
        double width = report_label_width(chart->row[i], frame_label.size, false);
        double most = right - left - SWATCH - 8;
        width = width < most ? width : most;
        if (x > left && x + SWATCH + 8 + width > right) {
            x = left;
            y += LINE;
        }
        report_svg_fill(frame->svg, chart->look[i], pattern, fill, sizeof fill);
        report_svg_rect(frame->svg, (struct report_svg_box){x, y - 11, SWATCH, SWATCH}, fill, NULL);
        report_svg_text(frame->svg, x + SWATCH + 8, y, SVG_START, &frame_label, width + 0.5,
                        chart->row[i]);
        x += SWATCH + 8 + width + 22;
    }
    return y + 8;
}

double frame_levels(const struct frame *frame, double y)
{
    const struct chart *chart = frame->chart;
    struct report_svg *svg = frame->svg;
    struct scale_unit unit = scale_unit(chart->kind, chart->top, true);
    double widest = 0, x = frame->left;
    double swatch = fmin(34, (svg->width - FRAME_MARGIN - x) / (PALETTE_LEVELS + 4));
    char text[PALETTE_LEVELS + 1][48];
    for (size_t i = 0; i <= PALETTE_LEVELS; i++) {
        struct buffer number = {0};
        words_number(&number, chart->top * (double)i / PALETTE_LEVELS / unit.size, 4);
        snprintf(text[i], sizeof text[i], "%s", number.text);
        buffer_free(&number);
        widest = fmax(widest, report_label_width(text[i], frame_tick.size, false));
    }
    size_t every = widest + 8 <= swatch ? 1 : 2;
    for (size_t i = 0; i <= PALETTE_LEVELS; i++) {
        char class[16];
        snprintf(class, sizeof class, "h%zu", i);
        if (i < PALETTE_LEVELS)
            report_svg_rect(svg,
                            (struct report_svg_box){x + swatch * (double)i, y - 10, swatch, 12},
                            class, NULL);
        if (i % every == 0)
            report_svg_text(svg, x + swatch * (double)i, y + 17, SVG_MIDDLE, &frame_tick,
                            swatch * 2, text[i]);
    }
    struct buffer name = {0};
    frame_unit(&name, chart, &unit);
    x += swatch * PALETTE_LEVELS + 16;
    if (chart->missing)
        buffer_add(&name, "; blank: the lane did not exist");
    if (chart->unknown)
        buffer_add(&name, "; hatched: unknown");
    report_svg_text(svg, x, y, SVG_START, &frame_tick, svg->width - 0.5 * FRAME_MARGIN - x,
                    name.text);
    buffer_free(&name);
    return y + 22;
}
