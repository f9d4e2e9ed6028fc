/* text_strips.c: What × When and What × Where in a terminal: a strip of bars per region. */
#include "report/show/page.h"

#include "util/short_names.h"

#include <math.h>
#include <stdlib.h>

enum { HIGHEST = 3, USUAL = 2 };

static size_t high_of(const struct chart *chart, size_t lines)
{
    size_t room = lines > 1 ? (lines - 1) / chart->rows : 0;
    if (!lines)
        room = USUAL;
    return room < 1 ? 1 : room > HIGHEST ? HIGHEST : room;
}

size_t text_strips_lines(const struct chart *chart, size_t lines)
{
    return chart->rows * high_of(chart, lines) + 1;
}

/* True for a blank column between bars, which there is if there are few lanes. */
static bool is_gap(const struct page *page, size_t x)
{
    size_t width = page->right - page->left, columns = page->chart->columns;
    return page->chart->column && columns * 3 <= width &&
           x * columns / width != (x + 1) * columns / width;
}

static void draw_strip(const struct page *page, size_t row, size_t y, size_t high)
{
    const struct chart *chart = page->chart;
    size_t width = page->right - page->left;
    bool utf8 = page->look->utf8;
    struct buffer peak = {0};
    for (size_t x = 0; x < width; x++) {
        double value = chart_cell(chart, row, x, width);
        if (isnan(value) || is_gap(page, x))
            continue;
        size_t eighths = (size_t)(fmin(1, value / chart->top) * (double)high * 8 + 0.5);
        if (!eighths && value > 0)
            eighths = 1;
        for (size_t line = 0; line < high && eighths > line * 8; line++) {
            size_t part = eighths - line * 8;
            canvas_put(page->canvas, page->left + x, y + high - 1 - line,
                       page_up(part > 8 ? 8 : part, utf8), page_colour(page, row), CANVAS_PLAIN);
        }
    }
    size_t label_line = y + high - 1;
    canvas_text_before(page->canvas, page->left - 1, label_line, page->left - 1, page->labels[row],
                       CANVAS_NORMAL, utf8);
    scale_value(&peak, chart->kind, chart_peak(chart, row), utf8);
    canvas_text(page->canvas, page->right + 1, label_line, page_value_width(chart), peak.text,
                CANVAS_FAINT, utf8);
    buffer_free(&peak);
}

void text_strips(struct page page)
{
    const struct chart *chart = page.chart;
    size_t lines = page.bottom - page.top, high = high_of(chart, lines);
    page.left = page_labels_width(chart->row, chart->rows, page.canvas->width, false) + 1;
    page.right = page.canvas->width - page_value_width(chart) - 1;
    if (!chart->column)
        page_align(&page);
    page.labels = page_short_labels(chart->row, chart->rows, page.left - 1, page.look->utf8);
    for (size_t row = 0; row < chart->rows; row++)
        draw_strip(&page, row, page.top + row * high, high);
    short_names_free(page.labels, chart->rows);
    if (chart->column)
        page_lane_axis(&page, page.top + chart->rows * high);
    else
        page_time_axis(&page, page.top + chart->rows * high);
}
