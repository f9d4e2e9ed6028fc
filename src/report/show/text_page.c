/* text_page.c: panels in a terminal, below each other, each with title and note. */
#include "report/show/page.h"

#include "report/show/timeline.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 40, LEAST_LINES = 5, AROUND = 2 /* title and note */ };

static size_t lines_of(const struct chart *chart, size_t width, size_t lines)
{
    switch (chart->panel->display) {
    case SHOW_OVERALL_WHAT_WHEN:
        return text_areas_lines(chart, width, lines);
    case SHOW_WHEN_WHERE:
        return text_heat_lines(chart, lines);
    case SHOW_OVERALL_WHAT_WHERE:
        return text_stacks_lines(chart, width, lines);
    case SHOW_MATRIX:
        return text_matrix_lines(chart);
    default:
        return text_strips_lines(chart, lines);
    }
}

static void draw(const struct page *page)
{
    switch (page->chart->panel->display) {
    case SHOW_OVERALL_WHAT_WHEN:
        text_areas(*page);
        break;
    case SHOW_WHEN_WHERE:
        text_heat(*page);
        break;
    case SHOW_OVERALL_WHAT_WHERE:
        text_stacks(*page);
        break;
    case SHOW_MATRIX:
        text_matrix(*page);
        break;
    default:
        text_strips(*page);
        break;
    }
}

/* The texts around a display. What is too wide for the first and the last line of the canvas gets
 * lines of its own, so that no word and no number is cut. */
struct around {
    struct buffer title, subtitle, note; /* on the canvas; empty: not there */
    struct buffer above, below;          /* whole lines after the first, and instead of the last */
};

static void around_free(struct around *around)
{
    buffer_free(&around->title);
    buffer_free(&around->subtitle);
    buffer_free(&around->note);
    buffer_free(&around->above);
    buffer_free(&around->below);
}

static size_t count_lines(const struct buffer *text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text->used; i++)
        lines += text->text[i] == '\n';
    return lines;
}

/* Adds a sentence in as many lines as it needs. */
static void add_sentence(struct buffer *to, const char *sentence, size_t width)
{
    size_t column = 0;
    while (*sentence) {
        size_t size = 0;
        while (sentence[size] && sentence[size] != ' ')
            size++;
        struct buffer word = {0};
        buffer_add_bytes(&word, sentence, size);
        size_t wide = words_width(word.text);
        if (column && column + 1 + wide > width) {
            buffer_add(to, "\n");
            column = 0;
        } else if (column) {
            buffer_add(to, " ");
            column++;
        }
        buffer_add(to, word.text);
        column += wide;
        buffer_free(&word);
        sentence += size;
        while (*sentence == ' ')
            sentence++;
    }
    buffer_add(to, "\n");
}

/* Moves a text into lines of its own if it is wider than `room`. */
static void fit_text(struct buffer *text, size_t room, struct buffer *lines, size_t width)
{
    if (!text->used)
        return;
    char *clean = words_clean(text->text);
    buffer_free(text);
    if (words_width(clean) <= room)
        buffer_add(text, clean);
    else
        add_sentence(lines, clean, width);
    free(clean);
}

/* Decides which texts are on the canvas. Returns the number of lines more than title and note. */
static size_t arrange(struct around *around, size_t width)
{
    size_t taken = words_width(around->title.text) + 2;
    fit_text(&around->subtitle, width > taken ? width - taken : 0, &around->above, width);
    fit_text(&around->note, width, &around->below, width);
    return count_lines(&around->above) + count_lines(&around->below) - (around->below.used != 0);
}

static void draw_around(struct canvas *canvas, const struct around *around, bool utf8)
{
    size_t x = canvas_text(canvas, 0, 0, canvas->width, around->title.text, CANVAS_BOLD, utf8) + 2;
    if (around->subtitle.used)
        canvas_text(canvas, x, 0, canvas->width - x, around->subtitle.text, CANVAS_FAINT, utf8);
    if (around->note.used)
        canvas_text(canvas, 0, canvas->height - 1, canvas->width, around->note.text, CANVAS_FAINT,
                    utf8);
}

/* Prints the canvas with the lines that belong after its first and instead of its last line. */
static void print_around(struct buffer *to, const struct canvas *canvas,
                         const struct around *around, enum report_show_colours colours)
{
    struct buffer text = {0};
    canvas_print(&text, canvas, colours);
    size_t first = text.used ? strcspn(text.text, "\n") + 1 : 0, end = text.used;
    if (around->below.used && end > first) /* the last line is blank */
        end--;
    buffer_add_bytes(to, text.text, first);
    if (around->above.used)
        buffer_add(to, around->above.text);
    buffer_add_bytes(to, text.text + first, end - first);
    if (around->below.used)
        buffer_add(to, around->below.text);
    buffer_free(&text);
}

static void add_trouble(struct buffer *to, const struct report_show_panel *panel,
                        const char *trouble, const struct report_show_look *look)
{
    struct canvas canvas;
    struct around around = {0};
    chart_title(&around.title, panel, look->utf8);
    canvas_make(&canvas, look->width, 1);
    draw_around(&canvas, &around, look->utf8);
    print_around(to, &canvas, &around, look->colours);
    canvas_free(&canvas);
    around_free(&around);
    char *clean = words_clean(trouble);
    add_sentence(to, clean, look->width);
    free(clean);
}

/* Writes which events are missing, in as many lines as that takes. Returns their number. */
static size_t write_missing(struct buffer *to, const struct buffer *missing, size_t width)
{
    if (!missing->used)
        return 0;
    char *clean = words_clean(missing->text);
    add_sentence(to, clean, width);
    free(clean);
    return count_lines(to);
}

static void add_origin(struct buffer *to, const struct report_show_origin *origin)
{
    buffer_printf(to, "%s%s: ", origin->archive, origin->running ? " (running)" : "");
}

static size_t add_timeline(struct buffer *to, const struct report_show_origin *origin,
                           const struct report_show_panel *panel,
                           const struct report_show_look *look)
{
    size_t high = text_timeline_lines(panel->timeline) + AROUND;
    struct canvas canvas;
    struct around around = {0};
    struct buffer missing = {0};
    size_t more = write_missing(&missing, &panel->timeline->missing, look->width);
    chart_title(&around.title, panel, look->utf8);
    timeline_subtitle(&around.subtitle, panel->timeline, look->utf8);
    add_origin(&around.note, origin);
    timeline_note(&around.note, panel->timeline, false);
    size_t extra = arrange(&around, look->width);
    canvas_make(&canvas, look->width, high);
    text_timeline(&canvas, panel->timeline, look);
    draw_around(&canvas, &around, look->utf8);
    print_around(to, &canvas, &around, look->colours);
    canvas_free(&canvas);
    around_free(&around);
    if (more)
        buffer_add(to, missing.text);
    buffer_free(&missing);
    return high + more + extra;
}

/* Adds a panel in `lines` lines, 0: as many as it needs. Returns the number of lines. */
static size_t add_panel(struct buffer *to, const struct report_show_origin *origin,
                        const struct report_show_panel *panel, const struct report_show_look *look,
                        size_t lines, bool noted, struct page_sides *sides)
{
    struct chart chart;
    struct error error = {0};
    struct canvas canvas;
    size_t around = noted ? AROUND : AROUND - 1;
    if (panel->timeline && panel->timeline->lane_count)
        return add_timeline(to, origin, panel, look);
    if (!chart_make(&chart, panel, &error)) {
        add_trouble(to, panel, error.text, look);
        chart_free(&chart);
        return 2;
    }
    struct buffer missing = {0};
    struct around texts = {0};
    chart_title(&texts.title, panel, look->utf8);
    chart_subtitle(&texts.subtitle, &chart);
    if (noted) {
        add_origin(&texts.note, origin);
        chart_note(&texts.note, &chart, look->utf8);
    }
    size_t more = noted ? write_missing(&missing, &chart.data->missing, look->width) : 0;
    size_t extra = arrange(&texts, look->width), taken = around + more + extra;
    size_t room = !lines ? 0 : lines > taken + LEAST_LINES ? lines - taken : LEAST_LINES;
    size_t high = lines_of(&chart, look->width, room) + around;
    canvas_make(&canvas, look->width, high);
    struct page page = {.canvas = &canvas, .chart = &chart, .look = look, .top = 1, .sides = sides};
    page.bottom = noted ? high - 1 : high;
    draw(&page);
    draw_around(&canvas, &texts, look->utf8);
    print_around(to, &canvas, &texts, look->colours);
    canvas_free(&canvas);
    around_free(&texts);
    chart_free(&chart);
    if (more)
        buffer_add(to, missing.text);
    buffer_free(&missing);
    return high + more + extra;
}

static void add_panels(struct buffer *to, const struct report_show_origin *origin,
                       const struct report_show_panel *panels, size_t count,
                       const struct report_show_look *look, struct page_sides *sides)
{
    size_t left = look->height;
    for (size_t i = 0; i < count; i++) {
        size_t lines = look->height ? left / (count - i) : 0;
        if (!look->height && i)
            buffer_add(to, "\n");
        size_t took = add_panel(to, origin, &panels[i], look, look->height && !lines ? 1 : lines,
                                !look->height || i + 1 == count, sides);
        left = left > took ? left - took : 0;
    }
}

/* Draws twice: the first drawing finds common sides for the plots with a time axis. */
void report_show_text(struct buffer *to, const struct report_show_origin *origin,
                      const struct report_show_panel *panels, size_t count,
                      const struct report_show_look *look)
{
    struct report_show_look used = *look;
    struct page_sides sides = {0};
    struct buffer first = {0};
    if (used.width < LEAST_WIDTH)
        used.width = LEAST_WIDTH;
    if (count > 1)
        add_panels(&first, origin, panels, count, &used, &sides);
    buffer_free(&first);
    sides = (struct page_sides){.left = sides.seen_left, .right = sides.seen_right};
    add_panels(to, origin, panels, count, &used, &sides);
}
