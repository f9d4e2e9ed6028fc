/* svg_matrix.c: the matrix of messages as SVG: a cell per pair of ranks, and totals at the edges.
 */
#include "report/show/frame.h"

#include "report/show/label.h"
#include "report/show/palette.h"

#include <math.h>
#include <stdio.h>

enum {
    MOST_LABEL = 90,
    LARGEST = 64,      /* largest cell */
    COMFORTABLE = 560, /* size of the matrix */
    READABLE = 13,     /* least distance of labels */
    DENSE = 6,         /* cells this small touch each other */
    TOTAL = 110,       /* length of a row's meter */
    HANGING = 64,      /* length of a column's meter */
    VALUE = 70,
};

static const struct report_svg_font in_light = {"ink", 11, false}, in_dark = {"paper", 11, false};

static void cell_value(struct buffer *to, const struct chart *chart, size_t row, size_t column)
{
    scale_value(to, chart->kind, chart_value(chart, row, column), true);
}

/* True if the numbers fit into the cells. */
static bool has_numbers(const struct chart *chart, double size)
{
    double widest = 0;
    if (size < 30)
        return false;
    for (size_t i = 0; i < chart->rows * chart->columns; i++) {
        struct buffer text = {0};
        cell_value(&text, chart, i / chart->columns, i % chart->columns);
        widest = fmax(widest, report_label_width(text.text, in_light.size, false));
        buffer_free(&text);
    }
    return widest + 6 <= size;
}

static void add_tip(struct buffer *to, const struct chart *chart, size_t row, size_t column)
{
    buffer_printf(to, "from %s to %s: ", chart->row[row], chart->column[column]);
    cell_value(to, chart, row, column);
    if (chart->kind == SCALE_COUNT)
        buffer_printf(to, " %s", chart->unit);
}

/* Draws a cell; the background shows where two ranks exchange nothing. */
static void draw_cell(const struct frame *frame, size_t row, size_t column, double size,
                      bool numbers)
{
    const struct chart *chart = frame->chart;
    double value = chart_value(chart, row, column), gap = size < DENSE ? 0 : 1;
    double x = frame->left + size * (double)column, y = frame->top + size * (double)row;
    char class[16];
    if (!(value > 0))
        return;
    size_t level = chart_level(chart, value);
    struct buffer tip = {0}, text = {0};
    add_tip(&tip, chart, row, column);
    const char **data = chart->data->cell_data;
    if (data && data[row * chart->columns + column])
        buffer_printf(&tip, ", mostly %s", data[row * chart->columns + column]);
    snprintf(class, sizeof class, "h%zu", level);
    report_svg_rect(frame->svg, (struct report_svg_box){x, y, size - gap, size - gap}, class,
                    tip.text);
    cell_value(&text, chart, row, column);
    if (numbers)
        report_svg_text(frame->svg, x + size / 2, y + size / 2 + 4, SVG_MIDDLE,
                        level * 2 < PALETTE_LEVELS ? &in_light : &in_dark, size, text.text);
    buffer_free(&tip);
    buffer_free(&text);
}

static double row_total(const struct chart *chart, size_t row)
{
    double sum = 0;
    for (size_t i = 0; i < chart->columns; i++)
        sum += fmax(0, chart_value(chart, row, i)); /* NaN counts as 0 */
    return sum;
}

static double largest_total(const struct chart *chart)
{
    double most = 0;
    for (size_t i = 0; i < chart->rows; i++)
        most = fmax(most, row_total(chart, i));
    for (size_t i = 0; i < chart->columns; i++)
        most = fmax(most, chart_sum(chart, i));
    return most > 0 ? most : 1;
}

static void draw_sent(const struct frame *frame, double size, double most, size_t every)
{
    const struct chart *chart = frame->chart;
    double high = size < DENSE ? size : fmin(size * 0.6, 16), x = frame->right + FRAME_GAP;
    for (size_t i = 0; i < chart->rows; i++) {
        double total = row_total(chart, i), y = frame->top + size * (double)i;
        struct report_svg_box bar = {x, y + (size - high) / 2, TOTAL, high};
        struct buffer text = {0}, tip = {0};
        scale_value(&text, chart->kind, total, true);
        buffer_printf(&tip, "%s sent %s", chart->row[i], text.text);
        report_svg_rect(frame->svg, bar, "track", tip.text);
        bar.width = TOTAL * total / most;
        if (bar.width > 0)
            report_svg_rect(frame->svg, bar, "h6", tip.text);
        if (i % every == 0)
            report_svg_text(frame->svg, x + TOTAL + 8, y + size / 2 + 4, SVG_START, &frame_tick,
                            VALUE, text.text);
        buffer_free(&text);
        buffer_free(&tip);
    }
}

/* Draws what each rank received, with numbers where there is room. Returns the y below it. */
static double draw_received(const struct frame *frame, double size, double most)
{
    const struct chart *chart = frame->chart;
    double wide = size < DENSE ? size : fmin(size * 0.6, 16), y = frame->bottom + FRAME_GAP;
    for (size_t i = 0; i < chart->columns; i++) {
        double total = chart_sum(chart, i), x = frame->left + size * (double)i;
        struct report_svg_box bar = {x + (size - wide) / 2, y, wide, HANGING};
        struct buffer text = {0}, tip = {0};
        scale_value(&text, chart->kind, total, true);
        buffer_printf(&tip, "%s received %s", chart->column[i], text.text);
        report_svg_rect(frame->svg, bar, "track", tip.text);
        bar.height = HANGING * total / most;
        if (bar.height > 0)
            report_svg_rect(frame->svg, bar, "h6", tip.text);
        if (report_label_width(text.text, frame_tick.size, false) + 6 <= size)
            report_svg_text(frame->svg, x + size / 2, y + HANGING + 15, SVG_MIDDLE, &frame_tick,
                            size, text.text);
        buffer_free(&text);
        buffer_free(&tip);
    }
    return y + HANGING + 18;
}

static void draw_labels(const struct frame *frame, double size, double room)
{
    const struct chart *chart = frame->chart;
    size_t rows = frame_every(chart->rows, size, READABLE);
    double need = frame_labels_width(chart->column, chart->columns, MOST_LABEL) + 8;
    size_t columns = frame_every(chart->columns, size, need);
    for (size_t i = 0; i < chart->rows; i += rows)
        report_svg_text(frame->svg, frame->left - FRAME_GAP,
                        frame->top + size * ((double)i + 0.5) + 4, SVG_END, &frame_label, room,
                        chart->row[i]);
    for (size_t i = 0; i < chart->columns; i += columns)
        report_svg_text(frame->svg, frame->left + size * ((double)i + 0.5), frame->top - 8,
                        SVG_MIDDLE, &frame_label, size * (double)columns, chart->column[i]);
}

double svg_matrix(struct report_svg *svg, const struct chart *chart, double y)
{
    double labels = frame_labels_width(chart->row, chart->rows, MOST_LABEL);
    labels = fmax(labels + 1, report_label_width("received", frame_tick.size, false) + 1);
    double left = FRAME_MARGIN + labels + FRAME_GAP;
    double room = svg->width - FRAME_MARGIN - left - FRAME_GAP - TOTAL - 8 - VALUE;
    double size = fmin(LARGEST, fmin(room, COMFORTABLE) / (double)chart->columns);
    double top = y + 22;
    struct frame frame = {svg,  chart,
                          left, left + size * (double)chart->columns,
                          top,  top + size * (double)chart->rows};
    double most = largest_total(chart);
    bool numbers = has_numbers(chart, size);
    report_svg_text(svg, left, top - 27, SVG_START, &frame_tick, frame.right - left, "to");
    report_svg_text(svg, left - FRAME_GAP, top - 27, SVG_END, &frame_tick, labels, "from");
    report_svg_text(svg, frame.right + FRAME_GAP, top - 27, SVG_START, &frame_tick, TOTAL, "sent");
    buffer_add(&svg->out, "<g shape-rendering=\"crispEdges\">\n");
    report_svg_rect(svg, (struct report_svg_box){left, top, frame.right - left, frame.bottom - top},
                    "track", NULL);
    for (size_t i = 0; i < chart->rows * chart->columns; i++)
        draw_cell(&frame, i / chart->columns, i % chart->columns, size, numbers);
    draw_sent(&frame, size, most, frame_every(chart->rows, size, READABLE));
    double bottom = draw_received(&frame, size, most);
    buffer_add(&svg->out, "</g>\n");
    for (size_t i = 1; size >= DENSE && i < chart->rows; i++)
        report_svg_line(svg, left, top + size * (double)i - 0.5, frame.right,
                        top + size * (double)i - 0.5, "edge");
    for (size_t i = 1; size >= DENSE && i < chart->columns; i++)
        report_svg_line(svg, left + size * (double)i - 0.5, top, left + size * (double)i - 0.5,
                        frame.bottom, "edge");
    report_svg_text(svg, left - FRAME_GAP, frame.bottom + FRAME_GAP + 10, SVG_END, &frame_tick,
                    labels, "received");
    draw_labels(&frame, size, labels);
    return frame_levels(&frame, bottom + 30);
}
