/* text_matrix.c: the matrix of messages in a terminal, with numbers where there is room. */
#include "report/show/page.h"

#include "report/show/palette.h"
#include "util/words.h"

#include <math.h>

enum { AROUND = 3 /* names of columns, bytes received, legend */, WIDEST = 9 };

static size_t width_of(const struct chart *chart, double value, bool utf8)
{
    struct buffer text = {0};
    scale_value(&text, chart->kind, value, utf8);
    size_t width = words_width(text.text);
    buffer_free(&text);
    return width;
}

static size_t widest_cell(const struct chart *chart, bool utf8)
{
    size_t widest = 0;
    for (size_t i = 0; i < chart->rows * chart->columns; i++) {
        double value = chart_value(chart, i / chart->columns, i % chart->columns);
        size_t width = width_of(chart, value, utf8);
        widest = width > widest ? width : widest;
    }
    return widest;
}

size_t text_matrix_lines(const struct chart *chart)
{
    return chart->rows + AROUND;
}

/* Draws a number on its level, dark on light or light on dark. */
static void put_number(const struct page *page, size_t x, size_t y, size_t wide, double value)
{
    bool dark = page->look->theme != SHOW_LIGHT, coloured = page->look->colours >= SHOW_256;
    size_t level = chart_level(page->chart, value);
    struct buffer text = {0};
    scale_value(&text, page->chart->kind, value, page->look->utf8);
    canvas_text_before(page->canvas, x + wide - 1, y, wide - 1, text.text, CANVAS_NORMAL,
                       page->look->utf8);
    for (size_t i = 0; coloured && i + 1 < wide && x + i < page->canvas->width; i++) {
        struct canvas_cell *cell = &page->canvas->cells[y * page->canvas->width + x + i];
        cell->back = palette_level(level, dark);
        cell->front = (level * 2 < PALETTE_LEVELS) == dark ? 0xffffff : 0x101418;
    }
    buffer_free(&text);
}

static void put_total(const struct page *page, size_t end, size_t y, size_t room, double total)
{
    struct buffer text = {0};
    scale_value(&text, page->chart->kind, total, page->look->utf8);
    if (words_width(text.text) <= room)
        canvas_text_before(page->canvas, end, y, room, text.text, CANVAS_FAINT, page->look->utf8);
    buffer_free(&text);
}

static void draw_row(const struct page *page, size_t row, size_t wide, bool numbers)
{
    const struct chart *chart = page->chart;
    size_t y = page->top + 1 + row;
    double total = 0;
    canvas_text_before(page->canvas, page->left - 1, y, page->left - 1, chart->row[row],
                       CANVAS_NORMAL, page->look->utf8);
    for (size_t i = 0; i < chart->columns; i++) {
        double value = chart_value(chart, row, i);
        size_t x = page->left + i * wide;
        if (!(value > 0)) {
            canvas_text(page->canvas, x + (wide > 1 ? wide - 2 : 0), y, 1,
                        page->look->utf8 ? "·" : ".", CANVAS_FAINT, page->look->utf8);
            continue;
        }
        total += value;
        if (numbers)
            put_number(page, x, y, wide, value);
        else
            for (size_t at = 0; at < (wide > 1 ? wide - 1 : 1); at++)
                page_level(page, x + at, y, chart_level(chart, value));
    }
    put_total(page, page->right + 1 + page_value_width(page->chart), y,
              page_value_width(page->chart), total);
}

static void draw_edges(const struct page *page, size_t wide)
{
    const struct chart *chart = page->chart;
    size_t free_from = 0;
    bool utf8 = page->look->utf8;
    canvas_text_before(page->canvas, page->left - 1, page->top, page->left - 1,
                       utf8 ? "from╲to" : "from\\to", CANVAS_FAINT, utf8);
    canvas_text_before(page->canvas, page->right + 1 + page_value_width(page->chart), page->top,
                       page_value_width(page->chart), "sent", CANVAS_FAINT, utf8);
    for (size_t i = 0; i < chart->columns; i++) {
        size_t end = page->left + (i + 1) * wide - (wide > 1), size = words_width(chart->column[i]);
        if (end < free_from + size)
            continue;
        canvas_text_before(page->canvas, end, page->top, size, chart->column[i], CANVAS_NORMAL,
                           utf8);
        free_from = end + 1;
    }
}

/* Draws what each rank received, as numbers if they fit, else as levels. */
static void draw_received(const struct page *page, size_t wide)
{
    const struct chart *chart = page->chart;
    size_t y = page->top + 1 + chart->rows, widest = 0;
    double most = 0;
    for (size_t i = 0; i < chart->columns; i++) {
        size_t width = width_of(chart, chart_sum(chart, i), page->look->utf8);
        widest = width > widest ? width : widest;
        most = fmax(most, chart_sum(chart, i));
    }
    canvas_text_before(page->canvas, page->left - 1, y, page->left - 1, "received", CANVAS_FAINT,
                       page->look->utf8);
    for (size_t i = 0; i < chart->columns; i++) {
        size_t x = page->left + i * wide;
        double share = most > 0 ? chart_sum(chart, i) / most : 0;
        if (widest < wide)
            put_total(page, x + wide - 1, y, wide - 1, chart_sum(chart, i));
        else
            for (size_t at = 0; at < (wide > 1 ? wide - 1 : 1); at++)
                page_level(page, x + at, y, chart_level(chart, share * chart->top));
    }
}

void text_matrix(struct page page)
{
    const struct chart *chart = page.chart;
    size_t labels = page_labels_width(chart->row, chart->rows, page.canvas->width, false);
    page.left = (labels > 8 ? labels : 8) + 1;
    size_t room = page.canvas->width - page.left - page_value_width(chart) - 1,
           wide = room / chart->columns;
    size_t need = widest_cell(chart, page.look->utf8) + 1;
    bool numbers = need <= wide;
    size_t most = numbers && need > WIDEST ? need : WIDEST; /* a number is never cut */
    wide = wide > most ? most : wide;
    if (!numbers)
        wide = wide > 3 ? 3 : wide ? wide : 1;
    page.right = page.left + wide * chart->columns;
    for (size_t row = 0; row < chart->rows; row++)
        draw_row(&page, row, wide, numbers);
    draw_edges(&page, wide);
    draw_received(&page, wide);
    struct buffer top = {0};
    size_t x = page.left, y = page.top + chart->rows + 2;
    x += canvas_text(page.canvas, x, y, 4, "0 ", CANVAS_FAINT, page.look->utf8);
    for (size_t level = 0; level < PALETTE_LEVELS; level++) {
        page_level(&page, x++, y, level);
        page_level(&page, x++, y, level);
    }
    buffer_add(&top, " ");
    scale_value(&top, chart->kind, chart->top, page.look->utf8);
    if (chart->kind == SCALE_COUNT)
        buffer_printf(&top, " %s", chart->unit);
    canvas_text(page.canvas, x, y, page.canvas->width, top.text, CANVAS_FAINT, page.look->utf8);
    buffer_free(&top);
}
