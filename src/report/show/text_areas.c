/* text_areas.c: Overall What × When in a terminal: stacked areas. */
#include "report/show/page.h"

#include "report/show/palette.h"

#include <math.h>
#include <stdio.h>

enum { USUAL = 12, LEAST = 3, SIDE = 7 };

size_t text_areas_lines(const struct chart *chart, size_t width, size_t lines)
{
    size_t more = 1 + page_legend_lines(chart, width);
    return lines ? (lines > more + LEAST ? lines : more + LEAST) : USUAL + more;
}

/* Returns the height of rows 0 to `row` stacked, in eighths of a line. */
static size_t height_at(const struct page *page, size_t x, size_t row, size_t high)
{
    double sum = 0;
    for (size_t i = 0; i <= row; i++) {
        double value = chart_cell(page->chart, i, x, page->right - page->left);
        sum += isnan(value) ? 0 : value;
    }
    return (size_t)(fmin(1, sum / page->chart->top) * (double)(high * 8) + 0.5);
}

/* Draws a column. With colours, borders between rows are exact to an eighth of a line. */
static void draw_column(const struct page *page, size_t x, size_t high)
{
    const struct chart *chart = page->chart;
    bool colours = page->look->colours != SHOW_MONO, utf8 = page->look->utf8;
    size_t low = 0;
    uint32_t covered[2] = {CANVAS_PLAIN,
                           CANVAS_PLAIN}; /* colour and eighths of the cell that is begun */
    for (size_t row = 0; row < chart->rows; row++) {
        size_t up = height_at(page, x, row, high);
        uint32_t colour = page_colour(page, row);
        uint32_t back = palette_back(chart->look[row], colour);
        const char *glyph = palette_glyph(chart->look[row], utf8);
        for (size_t line = low / 8; line < high && line * 8 < up; line++) {
            size_t from = low > line * 8 ? low - line * 8 : 0, y = page->top + high - 1 - line;
            size_t to = up - line * 8 > 8 ? 8 : up - line * 8;
            if (!colours || !utf8) { /* the row at the middle of a cell gets all of it */
                if (from <= 4 && to > 4)
                    canvas_put(page->canvas, page->left + x, y, glyph, colour, back);
            } else if (!from && to == 8) {
                canvas_put(page->canvas, page->left + x, y, glyph, colour, back);
            } else if (!from) {
                canvas_put(page->canvas, page->left + x, y, page_up(to, true), colour,
                           CANVAS_PLAIN);
                covered[0] = colour;
            } else if (to - from >= 2 || to == 8) { /* the upper part of a cell that is begun */
                canvas_put(page->canvas, page->left + x, y, page_up(from, true), covered[0],
                           colour);
            }
        }
        low = up > low ? up : low;
    }
}

static void draw_side(const struct page *page, size_t high)
{
    const struct chart *chart = page->chart;
    struct buffer top = {0};
    scale_value(&top, chart->kind, chart->top, page->look->utf8);
    canvas_text_before(page->canvas, page->left - 1, page->top, page->left - 1, top.text,
                       CANVAS_FAINT, page->look->utf8);
    canvas_text_before(page->canvas, page->left - 1, page->top + high - 1, page->left - 1,
                       chart->kind == SCALE_SHARE ? "0 %" : "0", CANVAS_FAINT, page->look->utf8);
    buffer_free(&top);
}

void text_areas(struct page page)
{
    size_t lines = page.bottom - page.top;
    size_t legend = page_legend_lines(page.chart, page.canvas->width);
    size_t high = lines > legend + 1 ? lines - legend - 1 : 1;
    page.left = SIDE + 1;
    page.right = page.canvas->width - 4;
    page_align(&page);
    for (size_t x = 0; x < page.right - page.left; x++)
        draw_column(&page, x, high);
    draw_side(&page, high);
    page_time_axis(&page, page.top + high);
    page_legend(&page, page.top + high + 1);
}
