/* text_heat.c: When × Where in a terminal: a heat map of ten levels, and a meter beside it. */
#include "report/show/page.h"

#include "report/show/palette.h"
#include "util/memory.h"
#include "util/short_names.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum { METER = 8, USUAL = 40 };

size_t text_heat_lines(const struct chart *chart, size_t lines)
{
    size_t room = lines ? (lines > 3 ? lines - 2 : 1) : USUAL;
    return (chart->rows < room ? chart->rows : room) + 2;
}

static void draw_meter(const struct page *page, size_t y, double mean)
{
    bool utf8 = page->look->utf8;
    uint32_t colour = page->look->colours == SHOW_MONO
                          ? CANVAS_PLAIN
                          : palette_look(PALETTE_FIRST, page->look->theme != SHOW_LIGHT);
    size_t eighths = isnan(mean) ? 0 : (size_t)(fmin(1, mean / page->chart->top) * METER * 8 + 0.5);
    for (size_t i = 0; i < METER && eighths > i * 8; i++) {
        size_t part = eighths - i * 8 > 8 ? 8 : eighths - i * 8;
        if (utf8)
            canvas_put(page->canvas, page->right + 1 + i, y, page_along(part), colour,
                       CANVAS_PLAIN);
        else if (part >= 4)
            canvas_put(page->canvas, page->right + 1 + i, y, "#", colour, CANVAS_PLAIN);
    }
    struct buffer value = {0};
    scale_value(&value, page->chart->kind, mean, utf8);
    canvas_text_before(page->canvas, page->canvas->width, y, page_value_width(page->chart),
                       value.text, CANVAS_FAINT, utf8);
    buffer_free(&value);
}

/* Draws a cell without a value: its lanes did not exist, or it is unknown what one of them did. */
static void draw_blank(const struct page *page, size_t x, size_t y, size_t row, size_t end)
{
    size_t width = page->right - page->left;
    bool unknown = false, utf8 = page->look->utf8;
    for (size_t lane = row; lane < end; lane++)
        unknown |= chart_cell_unknown(page->chart, lane, x, width);
    canvas_text(page->canvas, page->left + x, y, 1,
                unknown ? "?"
                : utf8  ? "╌"
                        : "~",
                CANVAS_FAINT, true);
}

/* Draws the mean of the lanes from `row` to before `end` in one line. */
static void draw_line(const struct page *page, size_t y, size_t row, size_t end)
{
    size_t width = page->right - page->left, there = 0;
    double all = 0;
    for (size_t x = 0; x < width; x++) {
        double sum = 0;
        size_t count = 0;
        for (size_t lane = row; lane < end; lane++) {
            double value = chart_cell(page->chart, lane, x, width);
            if (!isnan(value)) {
                sum += value;
                count++;
            }
        }
        if (count)
            page_level(page, page->left + x, y, chart_level(page->chart, sum / (double)count));
        else
            draw_blank(page, x, y, row, end);
    }
    for (size_t lane = row; lane < end; lane++) {
        double mean = chart_mean(page->chart, lane);
        if (!isnan(mean)) {
            all += mean;
            there++;
        }
    }
    char *label =
        end - row == 1 ? memory_string(page->labels[row]) : page_lanes(page->chart->row, row, end);
    canvas_text_before(page->canvas, page->left - 1, y, page->left - 1, label, CANVAS_NORMAL,
                       page->look->utf8);
    free(label);
    draw_meter(page, y, there ? all / (double)there : NAN);
}

/* Adds a part of the legend, if it fits into the room. */
static void add_if_fits(struct buffer *to, const char *part, size_t room)
{
    if (words_width(to->text) + words_width(part) <= room)
        buffer_add(to, part);
}

/* Draws "0 [ ·▁▂▃▄▅▆▇█] 100 %   ╌ no lane   ? unknown". */
static void draw_legend(const struct page *page, size_t y)
{
    const struct chart *chart = page->chart;
    struct canvas *canvas = page->canvas;
    bool utf8 = page->look->utf8;
    struct buffer top = {0};
    size_t x = page->left;
    x += canvas_text(canvas, x, y, 4, "0 ", CANVAS_FAINT, utf8);
    for (size_t level = 0; level < PALETTE_LEVELS; level++) {
        page_level(page, x++, y, level);
        page_level(page, x++, y, level);
    }
    buffer_add(&top, " ");
    scale_value(&top, chart->kind, chart->top, utf8);
    size_t behind = x + words_width("mean") + 1;
    size_t room = canvas->width > behind ? canvas->width - behind : 0;
    if (chart->missing)
        add_if_fits(&top, utf8 ? "   ╌ no lane" : "   ~ no lane", room);
    if (chart->unknown)
        add_if_fits(&top, "   ? unknown", room);
    canvas_text(canvas, x, y, canvas->width, top.text, CANVAS_FAINT, utf8);
    canvas_text_before(canvas, canvas->width, y, page_value_width(chart), "mean", CANVAS_FAINT,
                       utf8);
    buffer_free(&top);
}

void text_heat(struct page page)
{
    const struct chart *chart = page.chart;
    size_t high = page.bottom - page.top - 2;
    high = high < chart->rows ? high : chart->rows;
    page.left =
        page_labels_width(chart->row, chart->rows, page.canvas->width, high < chart->rows) + 1;
    page.right = page.canvas->width - METER - page_value_width(chart) - 2;
    page_align(&page);
    page.labels = page_short_labels(chart->row, chart->rows, page.left - 1, page.look->utf8);
    for (size_t line = 0; line < high; line++)
        draw_line(&page, page.top + line, line * chart->rows / high,
                  (line + 1) * chart->rows / high);
    short_names_free(page.labels, chart->rows);
    page_time_axis(&page, page.top + high);
    draw_legend(&page, page.top + high + 1);
}
