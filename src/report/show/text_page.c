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

/* Cuts clauses ("; ...") from the end of a sentence until it fits into `room` columns. True if it
 * does; numbers and units stay whole. */
static bool cut_clauses(char *sentence, size_t room)
{
    char *end;
    while (words_width(sentence) > room && (end = strrchr(sentence, ';')) != NULL)
        *end = '\0';
    return words_width(sentence) <= room;
}

static void draw_title(struct canvas *canvas, const struct show_panel *panel,
                       const struct chart *chart, bool utf8)
{
    struct buffer title = {0}, subtitle = {0};
    chart_title(&title, panel, utf8);
    size_t x = canvas_text(canvas, 0, 0, canvas->width, title.text, CANVAS_BOLD, utf8) + 2;
    if (chart)
        chart_subtitle(&subtitle, chart);
    if (chart && x < canvas->width && cut_clauses(subtitle.text, canvas->width - x))
        canvas_text(canvas, x, 0, canvas->width - x, subtitle.text, CANVAS_FAINT, utf8);
    buffer_free(&title);
    buffer_free(&subtitle);
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

static void add_trouble(struct buffer *to, const struct show_panel *panel, const char *trouble,
                        const struct show_look *look)
{
    struct canvas canvas;
    canvas_make(&canvas, look->width, 1);
    draw_title(&canvas, panel, NULL, look->utf8);
    canvas_print(to, &canvas, look->colours);
    canvas_free(&canvas);
    char *clean = words_clean(trouble);
    add_sentence(to, clean, look->width);
    free(clean);
}

static void draw_note(struct canvas *canvas, const struct show_origin *origin,
                      const struct chart *chart, const struct show_look *look)
{
    struct buffer note = {0};
    buffer_printf(&note, "%s%s: ", origin->archive, origin->running ? " (running)" : "");
    chart_note(&note, chart, look->utf8);
    char *clean = words_clean(note.text);
    cut_clauses(clean, canvas->width);
    canvas_text(canvas, 0, canvas->height - 1, canvas->width, clean, CANVAS_FAINT, look->utf8);
    free(clean);
    buffer_free(&note);
}

/* Writes which events are missing, in as many lines as that takes. Returns their number. */
static size_t write_missing(struct buffer *to, const struct buffer *missing, size_t width)
{
    size_t lines = 0;
    if (!missing->used)
        return 0;
    char *clean = words_clean(missing->text);
    add_sentence(to, clean, width);
    free(clean);
    for (size_t i = 0; i < to->used; i++)
        lines += to->text[i] == '\n';
    return lines;
}

static size_t add_timeline(struct buffer *to, const struct show_origin *origin,
                           const struct show_panel *panel, const struct show_look *look)
{
    size_t high = text_timeline_lines(panel->timeline) + AROUND;
    struct canvas canvas;
    struct buffer title = {0}, subtitle = {0}, note = {0}, missing = {0};
    size_t more = write_missing(&missing, &panel->timeline->missing, look->width);
    canvas_make(&canvas, look->width, high);
    chart_title(&title, panel, look->utf8);
    timeline_subtitle(&subtitle, panel->timeline, look->utf8);
    size_t x = canvas_text(&canvas, 0, 0, look->width, title.text, CANVAS_BOLD, look->utf8) + 2;
    if (x < look->width && cut_clauses(subtitle.text, look->width - x))
        canvas_text(&canvas, x, 0, look->width - x, subtitle.text, CANVAS_FAINT, look->utf8);
    text_timeline(&canvas, panel->timeline, look);
    buffer_printf(&note, "%s%s: ", origin->archive, origin->running ? " (running)" : "");
    timeline_note(&note, panel->timeline, false);
    char *clean = words_clean(note.text);
    cut_clauses(clean, look->width);
    canvas_text(&canvas, 0, high - 1, look->width, clean, CANVAS_FAINT, look->utf8);
    free(clean);
    canvas_print(to, &canvas, look->colours);
    canvas_free(&canvas);
    buffer_free(&title);
    buffer_free(&subtitle);
    buffer_free(&note);
    if (more)
        buffer_add(to, missing.text);
    buffer_free(&missing);
    return high + more;
}

/* Adds a panel in `lines` lines, 0: as many as it needs. Returns the number of lines. */
static size_t add_panel(struct buffer *to, const struct show_origin *origin,
                        const struct show_panel *panel, const struct show_look *look, size_t lines,
                        bool noted, struct page_sides *sides)
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
    if (noted)
        around += write_missing(&missing, &chart.data->missing, look->width);
    size_t more = noted ? around - AROUND : 0;
    size_t room = !lines ? 0 : lines > around + LEAST_LINES ? lines - around : LEAST_LINES;
    size_t high = lines_of(&chart, look->width, room) + around - more;
    canvas_make(&canvas, look->width, high);
    draw_title(&canvas, panel, &chart, look->utf8);
    struct page page = {.canvas = &canvas, .chart = &chart, .look = look, .top = 1, .sides = sides};
    page.bottom = noted ? high - 1 : high;
    draw(&page);
    if (noted)
        draw_note(&canvas, origin, &chart, look);
    canvas_print(to, &canvas, look->colours);
    canvas_free(&canvas);
    chart_free(&chart);
    if (more)
        buffer_add(to, missing.text);
    buffer_free(&missing);
    return high + more;
}

static void add_panels(struct buffer *to, const struct show_origin *origin,
                       const struct show_panel *panels, size_t count, const struct show_look *look,
                       struct page_sides *sides)
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
void show_text(struct buffer *to, const struct show_origin *origin, const struct show_panel *panels,
               size_t count, const struct show_look *look)
{
    struct show_look used = *look;
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
