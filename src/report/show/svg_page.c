/* svg_page.c: all panels of an SVG, below each other, each with title and note. */
#include "report/show/frame.h"

#include "report/show/label.h"
#include "report/show/timeline.h"
#include "util/memory.h"
#include "util/words.h"

#include <ctype.h>
#include <stdlib.h>

enum { LEAST_WIDTH = 480, MOST_WIDTH = 4000 };

static double draw_chart(struct report_svg *svg, const struct chart *chart, double y)
{
    switch (chart->panel->display) {
    case SHOW_OVERALL_WHAT_WHEN:
        return svg_areas(svg, chart, y);
    case SHOW_WHEN_WHERE:
        return svg_heat(svg, chart, y);
    case SHOW_OVERALL_WHAT_WHERE:
        return svg_stacks(svg, chart, y);
    case SHOW_MATRIX:
        return svg_matrix(svg, chart, y);
    default:
        return svg_strips(svg, chart, y);
    }
}

/* Draws a sentence in as many lines as it needs. Returns the y below it. */
static double draw_sentence(struct report_svg *svg, double y, const struct report_svg_font *font,
                            const char *sentence)
{
    double room = svg->width - 2 * FRAME_MARGIN;
    struct buffer line = {0};
    for (const char *at = sentence; *at;) {
        size_t size = 0;
        while (at[size] == ' ')
            size++;
        while (at[size] && at[size] != ' ')
            size++;
        char *longer = memory_printf("%s%.*s", line.text ? line.text : "", (int)size, at);
        if (line.used && report_label_width(longer, font->size, font->bold) > room) {
            report_svg_text(svg, FRAME_MARGIN, y, SVG_START, font, room, line.text);
            y += font->size * 1.5;
            buffer_free(&line);
            while (*at == ' ') {
                at++;
                size--;
            }
        }
        buffer_add_bytes(&line, at, size);
        at += size;
        free(longer);
    }
    if (line.used)
        report_svg_text(svg, FRAME_MARGIN, y, SVG_START, font, room, line.text);
    buffer_free(&line);
    return y;
}

static void add_capital(struct buffer *to, const char *text)
{
    char first = (char)toupper((unsigned char)text[0]);
    buffer_add_bytes(to, &first, 1);
    buffer_add(to, text + 1);
}

static void say_scale(struct buffer *to, const struct chart *chart)
{
    enum report_show_display display = chart->panel->display;
    if (display != SHOW_WHAT_WHEN && display != SHOW_WHAT_WHERE)
        return;
    buffer_add(to, "; each row from 0 to ");
    scale_value(to, chart->kind, chart->top, true);
}

/* Adds which events are missing, if any are. */
static void add_missing(struct buffer *to, const struct buffer *missing)
{
    if (missing->used)
        buffer_printf(to, "; %s", missing->text);
}

static double draw_timeline(struct report_svg *svg, const struct report_show_origin *origin,
                            const struct cube_timeline *timeline, double y, struct buffer *note)
{
    struct buffer text = {0}, subtitle = {0};
    timeline_subtitle(&text, timeline, true);
    add_capital(&subtitle, text.text);
    y = draw_sentence(svg, y + 55, &frame_subtitle, subtitle.text);
    y = svg_timeline(svg, timeline, y + 40);
    buffer_printf(note, "%s%s: ", origin->archive, origin->running ? " (running)" : "");
    timeline_note(note, timeline, true);
    add_missing(note, &timeline->missing);
    buffer_free(&text);
    buffer_free(&subtitle);
    return y;
}

static double draw_panel(struct report_svg *svg, const struct report_show_origin *origin,
                         const struct report_show_panel *panel, double y)
{
    struct buffer title = {0}, subtitle = {0}, note = {0}, text = {0};
    struct chart chart;
    struct error error = {0};
    double room = svg->width - 2 * FRAME_MARGIN;
    bool drawn = chart_make(&chart, panel, &error);
    const struct cube_timeline *timeline = panel->timeline;
    chart_title(&title, panel, true);
    report_svg_text(svg, FRAME_MARGIN, y + 34, SVG_START, &frame_title, room, title.text);
    if (timeline && timeline->lane_count) {
        y = draw_timeline(svg, origin, timeline, y, &note);
    } else if (drawn) {
        chart_subtitle(&text, &chart);
        add_capital(&subtitle, text.text);
        say_scale(&subtitle, &chart);
        y = draw_sentence(svg, y + 55, &frame_subtitle, subtitle.text);
        y = draw_chart(svg, &chart, y + 40);
        buffer_printf(&note, "%s%s: ", origin->archive, origin->running ? " (running)" : "");
        chart_note(&note, &chart, true);
        add_missing(&note, &chart.data->missing);
    } else {
        char *clean = words_clean(error.text);
        add_capital(&text, clean);
        y = draw_sentence(svg, y + 66, &frame_label, text.text) + 10;
        buffer_add(&note, origin->archive);
        free(clean);
    }
    char *clean = words_clean(note.text);
    y = draw_sentence(svg, y + 26, &frame_note, clean);
    free(clean);
    buffer_free(&title);
    buffer_free(&subtitle);
    buffer_free(&note);
    buffer_free(&text);
    chart_free(&chart);
    return y + 14;
}

/* Finds common sides for the plots with a time axis, by drawing once, so that times are aligned. */
static void align_plots(struct report_svg *svg, const struct report_show_origin *origin,
                        const struct report_show_panel *panels, size_t count)
{
    struct report_svg first = {.theme = svg->theme, .width = svg->width};
    for (size_t i = 0; i < count; i++)
        draw_panel(&first, origin, &panels[i], 0);
    svg->plot_left = first.seen_left;
    svg->plot_right = first.seen_right;
    report_svg_free(&first);
}

double svg_page(struct report_svg *svg, const struct report_show_origin *origin,
                const struct report_show_panel *panels, size_t count)
{
    double y = 0;
    if (count > 1)
        align_plots(svg, origin, panels, count);
    for (size_t i = 0; i < count; i++)
        y = draw_panel(svg, origin, &panels[i], y + (i ? 8 : 0));
    return y + 10;
}

void report_show_svg(struct buffer *to, const struct report_show_origin *origin,
                     const struct report_show_panel *panels, size_t count,
                     const struct report_show_look *look)
{
    size_t width = look->width ? look->width : (size_t)SHOW_SVG_WIDTH;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
    struct report_svg svg = {.theme = look->theme, .width = (double)width};
    struct buffer title = {0}, description = {0};
    double height = svg_page(&svg, origin, panels, count);
    for (size_t i = 0; i < count; i++) {
        buffer_add(&title, i ? "; " : "");
        chart_title(&title, &panels[i], true);
    }
    char *clean = words_clean(origin->command ? origin->command : "");
    buffer_printf(&description, "What a run did, when and where, drawn by triptych show.%s%s",
                  *clean ? " The command was: " : "", clean);
    report_svg_finish(to, &svg, height, title.text ? title.text : "", description.text);
    free(clean);
    buffer_free(&title);
    buffer_free(&description);
    report_svg_free(&svg);
}
