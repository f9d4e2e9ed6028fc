/* text_stacks.c: Overall What × Where in a terminal: a stacked bar per lane. */
#include "report/show/page.h"

#include "report/show/palette.h"
#include "util/memory.h"
#include "util/short_names.h"

#include <math.h>
#include <stdlib.h>

enum { USUAL = 40 };

size_t text_stacks_lines(const struct chart *chart, size_t width, size_t lines)
{
    size_t more = 1 + page_legend_lines(chart, width);
    size_t room = lines ? (lines > more + 1 ? lines - more : 1) : USUAL;
    return (chart->columns < room ? chart->columns : room) + more;
}

/* Returns the mean of the lanes from `lane` to before `end`. */
static double mean_of(const struct chart *chart, size_t row, size_t lane, size_t end)
{
    double sum = 0;
    for (size_t i = lane; i < end; i++) {
        double value = chart_value(chart, row, i);
        sum += isnan(value) ? 0 : value;
    }
    return sum / (double)(end - lane);
}

/* Draws a bar. With colours, borders between parts are exact to an eighth of a column. */
static void draw_bar(const struct page *page, size_t y, size_t lane, size_t end)
{
    const struct chart *chart = page->chart;
    bool fine = page->look->colours != SHOW_MONO && page->look->utf8;
    size_t width = page->right - page->left, low = 0;
    uint32_t begun = CANVAS_PLAIN;
    double sum = 0;
    for (size_t row = 0; row < chart->rows; row++) {
        uint32_t colour = page_colour(page, row);
        uint32_t back = palette_back(chart->look[row], colour);
        const char *glyph = palette_glyph(chart->look[row], page->look->utf8);
        sum += mean_of(chart, row, lane, end);
        size_t up = (size_t)(fmin(1, sum / chart->top) * (double)(width * 8) + 0.5);
        for (size_t x = low / 8; x < width && x * 8 < up; x++) {
            size_t from = low > x * 8 ? low - x * 8 : 0, to = up - x * 8 > 8 ? 8 : up - x * 8;
            if (!fine) {
                if (from <= 4 && to > 4)
                    canvas_put(page->canvas, page->left + x, y, glyph, colour, back);
            } else if (!from && to == 8) {
                canvas_put(page->canvas, page->left + x, y, glyph, colour, back);
            } else if (!from) {
                canvas_put(page->canvas, page->left + x, y, page_along(to), colour, CANVAS_PLAIN);
                begun = colour;
            } else if (to == 8 || to - from >= 2) {
                canvas_put(page->canvas, page->left + x, y, page_along(from), begun, colour);
            }
        }
        low = up > low ? up : low;
    }
    struct buffer total = {0};
    scale_value(&total, chart->kind, sum, page->look->utf8);
    canvas_text(page->canvas, page->right + 1, y, page_value_width(chart), total.text, CANVAS_FAINT,
                page->look->utf8);
    buffer_free(&total);
}

void text_stacks(struct page page)
{
    const struct chart *chart = page.chart;
    size_t legend = page_legend_lines(chart, page.canvas->width);
    size_t lines = page.bottom - page.top, high = lines > legend + 1 ? lines - legend - 1 : 1;
    high = high < chart->columns ? high : chart->columns;
    page.left = page_labels_width(chart->column, chart->columns, page.canvas->width,
                                  high < chart->columns) +
                1;
    page.right = page.canvas->width - page_value_width(chart) - 1;
    page.labels = page_short_labels(chart->column, chart->columns, page.left - 1, page.look->utf8);
    for (size_t line = 0; line < high; line++) {
        size_t lane = line * chart->columns / high, end = (line + 1) * chart->columns / high;
        char *label = end - lane == 1 ? memory_string(page.labels[lane])
                                      : page_lanes(chart->column, lane, end);
        canvas_text_before(page.canvas, page.left - 1, page.top + line, page.left - 1, label,
                           CANVAS_NORMAL, page.look->utf8);
        free(label);
        draw_bar(&page, page.top + line, lane, end);
    }
    short_names_free(page.labels, chart->columns);
    page_value_axis(&page, page.top + high);
    page_legend(&page, page.top + high + 1);
}
