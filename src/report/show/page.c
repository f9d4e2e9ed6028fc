/* page.c: see page.h */
#include "report/show/page.h"

#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/memory.h"
#include "util/short_names.h"
#include "util/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGEND_GAP = 3, LONGEST_LABEL = 32 };

size_t page_labels_width(char *const *labels, size_t count, size_t width, bool merged)
{
    size_t widest = 0, most = width / 3 < LONGEST_LABEL ? width / 3 : LONGEST_LABEL;
    for (size_t i = 0; i < count; i++) {
        size_t wide = words_width(labels[i]);
        if (wide > widest)
            widest = wide;
    }
    if (merged && !strchr(labels[0], '-')) /* else each label is a range already */
        widest = widest * 2 + 1;
    return widest < most ? widest : most;
}

size_t page_value_width(const struct chart *chart)
{
    enum { USUAL = 9, BYTES = 10, LARGE = 13 }; /* "<0.1 %", "89.5 bytes", "12.3 trillion" */
    bool large = chart->most * (double)(chart->rows + chart->columns) >= 1e6;
    return chart->kind == SCALE_BYTES ? BYTES : chart->kind == SCALE_COUNT && large ? LARGE : USUAL;
}

char **page_short_labels(char *const *labels, size_t count, size_t room, bool utf8)
{
    char **briefs = memory_zeroed(count + 1, sizeof *briefs);
    for (size_t i = 0; i < count; i++) {
        briefs[i] = memory_string(labels[i]);
        if (words_width(labels[i]) > room)
            briefs[i][report_label_brief(labels[i])] = '\0';
    }
    char **names = short_names(briefs, count, room, utf8, NULL);
    short_names_free(briefs, count);
    return names;
}

/* Labels may be ranges themselves: "0.0-24.0" and "25.0-49.0" become "0.0-49.0". */
char *page_lanes(char *const *labels, size_t first, size_t end)
{
    if (end - first <= 1)
        return memory_string(labels[first]);
    const char *last = strrchr(labels[end - 1], '-');
    return memory_printf("%.*s-%s", (int)strcspn(labels[first], "-"), labels[first],
                         last ? last + 1 : labels[end - 1]);
}

/* Draws an axis: ticks with round numbers, and the unit at the end: "╵0    ╵0.5  s". */
static void axis(const struct page *page, size_t y, double low, double high, const char *unit)
{
    size_t width = page->right - page->left;
    bool utf8 = page->look->utf8;
    struct scale_ticks ticks = scale_ticks(low, high, width / 9);
    size_t unit_at = page->canvas->width - words_width(unit);
    unit_at = page->right + 1 < unit_at ? page->right + 1 : unit_at;
    canvas_text(page->canvas, unit_at, y, page->canvas->width, unit, CANVAS_FAINT, utf8);
    for (size_t i = 0; i < ticks.count; i++) {
        double value = scale_tick(&ticks, i);
        size_t x = page->left + (size_t)((value - low) / (high - low) * (double)width + 1e-6);
        char text[64];
        snprintf(text, sizeof text, "%s%.*f", utf8 ? "╵" : "|", ticks.decimals, value);
        if (x + words_width(text) < unit_at)
            canvas_text(page->canvas, x, y, page->canvas->width, text, CANVAS_FAINT, utf8);
    }
}

void page_align(struct page *page)
{
    const struct page_sides *sides = page->sides;
    if (!sides)
        return;
    page->left = sides->left > page->left ? sides->left : page->left;
    if (sides->right > page->left + PAGE_LEAST_PLOT && sides->right < page->right)
        page->right = sides->right;
}

void page_time_axis(const struct page *page, size_t y)
{
    const struct chart *chart = page->chart;
    page_times(page, y, chart_time(chart, 0), chart_time(chart, (double)chart->columns));
}

void page_times(const struct page *page, size_t y, double from, double to)
{
    struct scale_unit unit =
        scale_unit(SCALE_SECONDS, fmax(fabs(from), fabs(to)), page->look->utf8);
    axis(page, y, from / unit.size, to / unit.size, unit.name);
    struct page_sides *sides = page->sides;
    if (!sides)
        return;
    sides->seen_left = page->left > sides->seen_left ? page->left : sides->seen_left;
    if (!sides->seen_right || page->right < sides->seen_right)
        sides->seen_right = page->right;
}

void page_value_axis(const struct page *page, size_t y)
{
    const struct chart *chart = page->chart;
    struct scale_unit unit = scale_unit(chart->kind, chart->top, page->look->utf8);
    axis(page, y, 0, chart->top / unit.size, *unit.name ? unit.name : chart->unit);
}

void page_lane_axis(const struct page *page, size_t y)
{
    const struct chart *chart = page->chart;
    size_t width = page->right - page->left, free_from = 0;
    for (size_t i = 0; i < chart->columns; i++) {
        size_t from = page->left + i * width / chart->columns;
        size_t to = page->left + (i + 1) * width / chart->columns;
        size_t wide = words_width(chart->column[i]);
        size_t x = to - from > wide ? from + (to - from - wide) / 2 : from;
        if (x < free_from || x + wide > page->right)
            continue;
        canvas_text(page->canvas, x, y, wide, chart->column[i], CANVAS_FAINT, page->look->utf8);
        free_from = x + wide + 1;
    }
    canvas_text(page->canvas, page->right + 1, y, page_value_width(chart), "lane", CANVAS_FAINT,
                page->look->utf8);
}

/* Returns the most columns of a name in the legend, with its sign. */
static size_t legend_most(const struct chart *chart, size_t width)
{
    size_t each = chart->rows > 4 ? 3 : 2; /* names per line, however long they are */
    return (width - (each - 1) * LEGEND_GAP) / each;
}

/* Returns the columns of a name in the legend, with its sign. */
static size_t legend_width(const struct chart *chart, size_t row, size_t width)
{
    size_t most = legend_most(chart, width);
    size_t wide = words_width(chart->row[row]) + 3;
    return wide < most ? wide : most;
}

size_t page_legend_lines(const struct chart *chart, size_t width)
{
    size_t lines = 1, x = 0;
    for (size_t i = 0; i < chart->rows; i++) {
        size_t wide = legend_width(chart, i, width);
        if (x && x + wide > width) {
            lines++;
            x = 0;
        }
        x += wide + LEGEND_GAP;
    }
    return lines;
}

void page_legend(const struct page *page, size_t y)
{
    const struct chart *chart = page->chart;
    size_t x = 0, width = page->canvas->width;
    char **names =
        page_short_labels(chart->row, chart->rows, legend_most(chart, width) - 3, page->look->utf8);
    for (size_t i = 0; i < chart->rows; i++) {
        size_t wide = legend_width(chart, i, width);
        if (x && x + wide > width) {
            y++;
            x = 0;
        }
        uint32_t colour = page_colour(page, i);
        for (size_t at = 0; at < 2; at++)
            canvas_put(page->canvas, x + at, y, palette_glyph(chart->look[i], page->look->utf8),
                       colour, palette_back(chart->look[i], colour));
        canvas_text(page->canvas, x + 3, y, wide - 3, names[i], CANVAS_NORMAL, page->look->utf8);
        x += wide + LEGEND_GAP;
    }
    short_names_free(names, chart->rows);
}

const char *page_up(size_t eighths, bool utf8)
{
    static const char *const parts[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[] = {"", ".", ".", ":", ":", "|", "|", "#", "#"};
    return utf8 ? parts[eighths] : plain[eighths];
}

const char *page_along(size_t eighths)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    return parts[eighths];
}

static const char *level_glyph(size_t level, bool utf8)
{
    static const char *const shapes[PALETTE_LEVELS] = {" ", "·", "▁", "▂", "▃",
                                                       "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[PALETTE_LEVELS] = {" ", ".", ":", "-", "=",
                                                      "+", "*", "%", "#", "@"};
    return utf8 ? shapes[level] : plain[level];
}

void page_level(const struct page *page, size_t x, size_t y, size_t level)
{
    uint32_t colour = CANVAS_PLAIN, back = CANVAS_PLAIN;
    if (page->look->colours >= SHOW_256)
        colour = back = palette_level(level, page->look->theme != SHOW_LIGHT);
    else if (page->look->colours ==
             SHOW_16) /* too few colours for ten levels: the characters show them */
        colour = palette_look(PALETTE_FIRST, true);
    canvas_put(page->canvas, x, y, level_glyph(level, page->look->utf8), colour, back);
}

uint32_t page_colour(const struct page *page, size_t row)
{
    if (page->look->colours == SHOW_MONO)
        return CANVAS_PLAIN;
    return palette_look(page->chart->look[row], page->look->theme != SHOW_LIGHT);
}
