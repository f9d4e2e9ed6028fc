/* history.c: see history.h */
#include "report/compare/history.h"

#include "report/compare/changes.h"
#include "report/table/json.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct report_sheet *runs_sheet(const struct report_history *of)
{
    static const struct report_sheet_column columns[] = {
        {"run", NULL, SHEET_TEXT, 0, 0, false},    {"started", NULL, SHEET_TEXT, 0, 0, false},
        {"commit", NULL, SHEET_TEXT, 0, 0, false}, {"places", NULL, SHEET_COUNT, 0, 0, false},
        {"lanes", NULL, SHEET_COUNT, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("runs", "");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < of->history->run_count; i++) {
        const struct analysis_history_run *run = &of->history->runs[i];
        report_sheet_text(sheet, "run", run->name);
        report_sheet_text(sheet, "started", run->started);
        report_sheet_text(sheet, "commit", run->commit);
        report_sheet_count(sheet, "places", run->places);
        report_sheet_count(sheet, "lanes", run->lanes);
    }
    return sheet;
}

static void add_number(struct report_sheet *sheet, const char *column, double number)
{
    report_sheet_count(sheet, column, number > 0 ? (uint64_t)(number + 0.5) : 0);
}

static void add_words(struct report_sheet *sheet, const char *column,
                      enum analysis_changes_measure measure, double number)
{
    struct buffer text = {0};
    report_changes_number(measure, number, &text);
    report_sheet_text(sheet, column, text.text ? text.text : "");
    buffer_free(&text);
}

static void add_jump(struct report_sheet *sheet, const struct report_history *of,
                     const struct analysis_history_jump *jump)
{
    const struct analysis_history_series *series = &of->history->series[jump->series];
    const struct analysis_history_run *run = &of->history->runs[jump->run];
    char commit[9];
    struct buffer ratio = {0};
    snprintf(commit, sizeof commit, "%s", run->commit);
    report_sheet_text(sheet, "run", run->name);
    report_sheet_text(sheet, "commit", run->commit);
    report_sheet_text(sheet, "commit", commit);
    report_sheet_text(sheet, "started", run->started);
    report_sheet_text(sheet, "region", series->label);
    report_sheet_text(sheet, "kind", series->kind);
    report_sheet_text(sheet, "source", series->source);
    report_sheet_text(sheet, "measure", report_changes_measure(jump->measure));
    add_number(sheet, "before", jump->before);
    add_words(sheet, "before", jump->measure, jump->before);
    add_number(sheet, "after", jump->after);
    add_words(sheet, "after", jump->measure, jump->after);
    if (jump->before > 0)
        report_sheet_real(sheet, "ratio", jump->after / jump->before);
    else
        report_sheet_nothing(sheet, "ratio");
    report_changes_ratio(jump->before, jump->after, &ratio);
    report_sheet_text(sheet, "ratio", ratio.text ? ratio.text : "");
    buffer_free(&ratio);
    if (isnan(jump->p))
        report_sheet_nothing(sheet, "p");
    else
        report_sheet_real(sheet, "p", jump->p);
}

static struct report_sheet *jumps_sheet(const struct report_history *of,
                                        const struct report_options *options)
{
    static const struct report_sheet_column columns[] = {
        {"run", "since", SHEET_TEXT, 0, 12, false},
        {"commit", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "commit", SHEET_WORD, 2, 0, false},
        {"started", "started", SHEET_WORD, 4, 0, false},
        {"region", "region", SHEET_TEXT, 0, 16, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"source", "source", SHEET_TEXT, 3, 12, false},
        {"measure", "measure", SHEET_WORD, 1, 0, false},
        {"before", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "before", SHEET_WORD, 0, 0, false},
        {"after", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "after", SHEET_WORD, 0, 0, false},
        {"ratio", NULL, SHEET_MEAN, 0, 0, false},
        {NULL, "ratio", SHEET_WORD, 0, 0, false},
        {"p", NULL, SHEET_MEAN, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("jumps", "Jumps");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < of->history->jump_count; i++) {
        const struct analysis_history_jump *jump = &of->history->jumps[i];
        if (of->chosen && !of->chosen[jump->series])
            continue;
        if (options->top && report_sheet_rows(sheet) >= options->top)
            sheet->more++;
        else
            add_jump(sheet, of, jump);
    }
    return sheet;
}

/* Returns the values of the drawn series, by run. */
static json_t *json_series(const struct report_history *of)
{
    json_t *list = json_array();
    for (size_t i = 0; i < of->drawn_count; i++) {
        const struct analysis_history_series *series = &of->history->series[of->drawn[i]];
        const double *values = analysis_history_values(of->history, of->drawn[i], of->measure);
        json_t *object = json_object(), *numbers = json_array();
        for (size_t run = 0; run < of->history->run_count; run++)
            json_array_append_new(numbers, isnan(values[run])
                                               ? json_null()
                                               : report_json_count((uint64_t)values[run]));
        json_object_set_new(object, "region", report_json_text(series->label));
        json_object_set_new(object, "kind", report_json_text(series->kind));
        json_object_set_new(object, "source", report_json_text(series->source));
        json_object_set_new(object, "measure", json_string(report_changes_measure(of->measure)));
        json_object_set_new(object, "values", numbers);
        json_array_append_new(list, object);
    }
    return list;
}

static void write_json(const struct report_history *of, const struct report_options *options,
                       struct buffer *to)
{
    json_t *root = json_object();
    struct report_sheet *runs = runs_sheet(of), *jumps = jumps_sheet(of, options);
    json_object_set_new(root, "triptych_history", json_integer(1));
    json_object_set_new(root, "runs", report_json_sheet(runs));
    json_object_set_new(root, "jumps", report_json_sheet(jumps));
    json_object_set_new(root, "series", json_series(of));
    char *text = json_dumps(root, JSON_INDENT(1));
    buffer_printf(to, "%s\n", text ? text : "");
    free(text);
    json_decref(root);
    report_sheet_free(runs);
    report_sheet_free(jumps);
}

/* Says if runs can hardly be compared, as their numbers of processes differ. */
static void say_workers(const struct report_history *of, const struct report_options *options,
                        struct buffer *to)
{
    struct buffer line = {0};
    const struct analysis_history_run *runs = of->history->runs;
    for (size_t i = 1; i < of->history->run_count; i++) {
        if (runs[i].places == runs[0].places)
            continue;
        buffer_printf(&line,
                      "%s has %llu processes and %s has %llu: keep runs of different sizes in "
                      "different folders.",
                      runs[0].name, (unsigned long long)runs[0].places, runs[i].name,
                      (unsigned long long)runs[i].places);
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
        return;
    }
}

static void write_text(const struct report_history *of, bool plot,
                       const struct report_options *options, struct buffer *to)
{
    const struct analysis_history *history = of->history;
    struct report_sheet *jumps = jumps_sheet(of, options);
    struct buffer line = {0};
    for (size_t i = 0; plot && i < of->drawn_count; i++)
        report_history_plot(of, of->drawn[i], options, to);
    if (report_sheet_rows(jumps))
        report_text_sheet(to, options, jumps);
    buffer_printf(&line, "%zu runs, from ", history->run_count);
    report_history_run(of, 0, &line);
    buffer_add(&line, " to ");
    report_history_run(of, history->run_count - 1, &line);
    buffer_add(&line, report_sheet_rows(jumps) ? "." : ": no jumps.");
    report_text_clean(to, options, TEXT_PLAIN, &line, "  ");
    say_workers(of, options, to);
    report_sheet_free(jumps);
}

void report_history_write(FILE *out, const struct report_history *of, bool plot,
                          const struct report_options *options)
{
    struct buffer to = {0};
    if (options->format == REPORT_JSON) {
        write_json(of, options, &to);
    } else if (options->format == REPORT_CSV) {
        struct report_sheet *sheet = jumps_sheet(of, options);
        report_csv_sheet(&to, sheet);
        report_sheet_free(sheet);
    } else {
        write_text(of, plot, options, &to);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
}
