/* history_plot.c: a series of a history as a picture for the terminal. */
#include "report/compare/history.h"

#include "report/compare/changes.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 10, LABEL = 12, MOST_STEP = 4 };

enum mark { NOTHING, LEVEL, JUMP, VALUE };

/* A picture in characters. */
struct plot {
    size_t columns;
    uint8_t *marks; /* by row and column: enum mark */
    double least, most;
    size_t runs;
    double step; /* columns per run */
};

static void widen(struct plot *plot, double value)
{
    plot->least = fmin(plot->least, isnan(value) ? INFINITY : value);
    plot->most = fmax(plot->most, isnan(value) ? -INFINITY : value);
}

static size_t column_of(const struct plot *plot, size_t run)
{
    size_t column = (size_t)((double)run * plot->step);
    return column < plot->columns ? column : plot->columns - 1;
}

static size_t row_of(const struct plot *plot, double value)
{
    double part =
        plot->most > plot->least ? (plot->most - value) / (plot->most - plot->least) : 0.5;
    return (size_t)lround(part * (ROWS - 1));
}

static void mark(struct plot *plot, size_t row, size_t column, enum mark as)
{
    uint8_t *at = &plot->marks[row * plot->columns + column];
    *at = as > *at ? (uint8_t)as : *at;
}

static void draw_run(struct plot *plot, const struct report_history *of, size_t series, size_t run,
                     const double *levels)
{
    double value = analysis_history_values(of->history, series, of->measure)[run];
    size_t column = column_of(plot, run), next = column_of(plot, run + 1);
    if (report_history_jumps(of, series, run)) {
        for (size_t row = 0; row < ROWS; row++)
            mark(plot, row, column ? column - 1 : 0, JUMP);
    }
    if (isnan(value))
        return;
    for (size_t i = column; i <= column || i < next; i++)
        mark(plot, row_of(plot, levels[run]), i, LEVEL);
    mark(plot, row_of(plot, value), column, VALUE);
}

/* Adds the value at a row of the axis, right-aligned. */
static void add_label(const struct plot *plot, enum analysis_changes_measure measure, size_t row,
                      struct buffer *to)
{
    struct buffer text = {0};
    double value = plot->most - (plot->most - plot->least) * (double)row / (double)(ROWS - 1);
    if (row == 0 || row == ROWS - 1 || row == ROWS / 2)
        report_changes_number(measure, value, &text);
    size_t width = text.text ? words_width(text.text) : 0;
    buffer_printf(to, "%*s%s ", (int)(width < LABEL ? LABEL - width : 0), "",
                  text.text ? text.text : "");
    buffer_free(&text);
}

static void add_rows(const struct plot *plot, const struct report_history *of,
                     const struct report_options *options, struct buffer *to)
{
    static const char *const plain[] = {" ", "-", "|", "*"}, *const utf8[] = {" ", "─", "┆", "•"};
    for (size_t row = 0; row < ROWS; row++) {
        add_label(plot, of->measure, row, to);
        buffer_add(to, options->utf8 ? "┤" : "|");
        for (size_t i = 0; i < plot->columns; i++)
            buffer_add(to, (options->utf8 ? utf8 : plain)[plot->marks[row * plot->columns + i]]);
        while (to->used && to->text[to->used - 1] == ' ')
            to->text[--to->used] = '\0';
        buffer_add(to, "\n");
    }
}

/* Adds a line for each jump: its run, and the medians. */
static void add_jumps(const struct report_history *of, size_t series,
                      const struct report_options *options, struct buffer *to)
{
    for (size_t i = of->history->jump_count; i-- > 0;) {
        const struct analysis_history_jump *jump = &of->history->jumps[i];
        struct buffer line = {0};
        if (jump->series != series)
            continue;
        buffer_printf(&line, "jump at run %zu, ", jump->run + 1);
        report_history_run(of, jump->run, &line);
        buffer_add(&line, ": from ");
        report_changes_number(jump->measure, jump->before, &line);
        buffer_add(&line, " to ");
        report_changes_number(jump->measure, jump->after, &line);
        if (jump->before > 0) {
            buffer_add(&line, " (");
            report_changes_ratio(jump->before, jump->after, &line);
            buffer_add(&line, ")");
        }
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
    }
}

void report_history_plot(const struct report_history *of, size_t series,
                         const struct report_options *options, struct buffer *to)
{
    const struct analysis_history *history = of->history;
    size_t runs = history->run_count;
    size_t room = options->width > LABEL + 12 ? options->width - LABEL - 2 : 10;
    struct plot plot = {.least = INFINITY, .most = -INFINITY, .runs = runs};
    plot.step = fmin(MOST_STEP, (double)room / (double)runs);
    plot.columns = (size_t)ceil(plot.step * (double)runs);
    plot.columns = plot.columns ? plot.columns : 1;
    for (size_t i = 0; i < runs; i++)
        widen(&plot, analysis_history_values(history, series, of->measure)[i]);
    char *title = memory_printf(
        "%s%s%s: %s", history->series[series].label, *history->series[series].source ? ", " : "",
        history->series[series].source, report_changes_measure(of->measure));
    char *clean = words_clean(title);
    report_text_styled(to, options, TEXT_TITLE, clean);
    buffer_add(to, "\n");
    free(clean);
    free(title);
    if (plot.most < plot.least) {
        buffer_add(to, "  not measured\n\n");
        return;
    }
    double *levels = memory_zeroed(runs, sizeof *levels);
    plot.marks = memory_zeroed(ROWS * plot.columns, sizeof *plot.marks);
    report_history_levels(of, series, levels);
    for (size_t i = 0; i < runs; i++)
        draw_run(&plot, of, series, i, levels);
    add_rows(&plot, of, options, to);
    add_jumps(of, series, options, to);
    buffer_add(to, "\n");
    free(plot.marks);
    free(levels);
}
