/* history_svg.c: series of a history as a picture: a panel for each. */
#include "report/compare/history.h"

#include "report/compare/changes.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 900, PANEL = 260, LEFT = 100, RIGHT = 30, TOP = 60, BOTTOM = 50 };

/* A panel. */
struct panel {
    double top; /* of the whole panel */
    double least, most;
    size_t runs;
};

static double x_of(const struct panel *panel, double run)
{
    double step = (double)(WIDTH - LEFT - RIGHT) / (double)panel->runs;
    return LEFT + step * (run + 0.5);
}

static double y_of(const struct panel *panel, double value)
{
    double part =
        panel->most > panel->least ? (value - panel->least) / (panel->most - panel->least) : 0.5;
    return panel->top + PANEL - BOTTOM - part * (PANEL - TOP - BOTTOM);
}

static void add_escaped(struct buffer *to, const char *text)
{
    char *clean = words_clean(text);
    for (const char *at = clean; *at; at++) {
        if (*at == '<' || *at == '>' || *at == '&')
            buffer_add(to, *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : "&amp;");
        else
            buffer_add_bytes(to, at, 1);
    }
    free(clean);
}

static void add_run(const struct report_history *of, size_t run, struct buffer *to)
{
    struct buffer text = {0};
    report_history_run(of, run, &text);
    add_escaped(to, text.text ? text.text : "");
    buffer_free(&text);
}

/* Draws the title, three horizontal lines with their values, and the first and last run. */
static void draw_axes(const struct report_history *of, const struct panel *panel, size_t series,
                      struct buffer *to)
{
    buffer_printf(to, "<text x='%d' y='%.1f' class='title'>", LEFT, panel->top + 24);
    add_escaped(to, of->history->series[series].label);
    buffer_printf(to, ": %s</text>\n", report_changes_measure(of->measure));
    for (int i = 0; i < 3; i++) {
        double value = panel->least + (panel->most - panel->least) * i / 2, y = y_of(panel, value);
        buffer_printf(to,
                      "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' class='grid'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>",
                      LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4);
        report_changes_number(of->measure, value, to);
        buffer_add(to, "</text>\n");
    }
    double below = panel->top + PANEL - BOTTOM + 20;
    buffer_printf(to, "<text x='%d' y='%.1f'>", LEFT, below);
    add_run(of, 0, to);
    buffer_printf(to, "</text><text x='%d' y='%.1f' text-anchor='end'>", WIDTH - RIGHT, below);
    add_run(of, panel->runs - 1, to);
    buffer_add(to, "</text>\n");
}

/* Draws the medians between jumps, and the values. */
static void draw_values(const struct report_history *of, const struct panel *panel, size_t series,
                        struct buffer *to)
{
    const double *values = analysis_history_values(of->history, series, of->measure);
    double *levels = memory_zeroed(panel->runs, sizeof *levels);
    report_history_levels(of, series, levels);
    for (size_t i = 0; i < panel->runs; i++) {
        double run = (double)i;
        if (isnan(values[i]))
            continue;
        buffer_printf(to, "<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' class='level'/>",
                      x_of(panel, run - 0.5), x_of(panel, run + 0.5), y_of(panel, levels[i]),
                      y_of(panel, levels[i]));
        buffer_printf(to, "<circle cx='%.1f' cy='%.1f' r='3'><title>", x_of(panel, run),
                      y_of(panel, values[i]));
        add_run(of, i, to);
        buffer_add(to, " ");
        add_escaped(to, of->history->runs[i].started);
        buffer_add(to, ": ");
        report_changes_number(of->measure, values[i], to);
        buffer_add(to, "</title></circle>\n");
    }
    free(levels);
}

static void draw_jumps(const struct report_history *of, const struct panel *panel, size_t series,
                       struct buffer *to)
{
    for (size_t i = 0; i < of->history->jump_count; i++) {
        const struct analysis_history_jump *jump = &of->history->jumps[i];
        double x = x_of(panel, (double)jump->run - 0.5);
        if (jump->series != series)
            continue;
        bool late = x > WIDTH - 200; /* the text would not fit to its right */
        buffer_printf(to,
                      "<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' class='jump'/>"
                      "<text x='%.1f' y='%.1f' class='jump'%s>",
                      x, x, panel->top + TOP - 18, panel->top + PANEL - BOTTOM, x + (late ? -4 : 4),
                      panel->top + TOP - 10, late ? " text-anchor='end'" : "");
        report_changes_ratio(jump->before, jump->after, to);
        buffer_add(to, " since ");
        add_run(of, jump->run, to);
        buffer_add(to, "</text>\n");
    }
}

static void draw_panel(const struct report_history *of, size_t number, struct buffer *to)
{
    size_t series = of->drawn[number];
    struct panel panel = {.top = (double)number * PANEL,
                          .least = INFINITY,
                          .most = -INFINITY,
                          .runs = of->history->run_count};
    const double *values = analysis_history_values(of->history, series, of->measure);
    for (size_t i = 0; i < panel.runs; i++) {
        if (isnan(values[i]))
            continue;
        panel.least = fmin(panel.least, values[i]);
        panel.most = fmax(panel.most, values[i]);
    }
    if (panel.most < panel.least)
        panel.least = panel.most = 0;
    draw_axes(of, &panel, series, to);
    draw_jumps(of, &panel, series, to);
    draw_values(of, &panel, series, to);
}

char *report_history_svg(const struct report_history *of)
{
    struct buffer to = {0};
    int height = (int)of->drawn_count * PANEL;
    buffer_printf(&to,
                  "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d "
                  "%d' font-family='sans-serif' font-size='12'>\n"
                  "<style>.title{font-size:14px;font-weight:bold}.grid{stroke:#ddd}"
                  ".level{stroke:#2166ac;stroke-width:2}circle{fill:#2166ac;fill-opacity:0.7}"
                  "line.jump{stroke:#b2182b;stroke-dasharray:4 3}text.jump{fill:#b2182b}</style>\n"
                  "<rect width='%d' height='%d' fill='#fff'/>\n",
                  WIDTH, height, WIDTH, height, WIDTH, height);
    for (size_t i = 0; i < of->drawn_count; i++)
        draw_panel(of, i, &to);
    buffer_add(&to, "</svg>\n");
    return buffer_take(&to);
}
