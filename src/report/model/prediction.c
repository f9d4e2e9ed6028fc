/* prediction.c: the table of predictions. */
#include "report/model/prediction.h"

#include "report/table/json.h"
#include "report/table/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct report_sheet_column columns[] = {
    {"n", "n", SHEET_COUNT, 0, 0, false},
    {"ranks", "ranks", SHEET_COUNT, 0, 0, false},
    {"time_ns", "time", SHEET_TIME, 0, 0, false},
    {NULL, "interval", SHEET_WORD, 2, 0, false},
    {"low_ns", NULL, SHEET_TIME, 0, 0, false},
    {"high_ns", NULL, SHEET_TIME, 0, 0, false},
    {"computation_ns", "computation", SHEET_TIME, 3, 0, false},
    {"messages_ns", "messages", SHEET_TIME, 3, 0, false},
    {"waiting_ns", "waiting", SHEET_TIME, 3, 0, false},
    {"io_ns", "I/O", SHEET_TIME, 5, 0, false},
    {"speedup", "speed-up", SHEET_MEAN, 1, 0, false},
    {"efficiency_percent", "efficiency", SHEET_PERCENT, 1, 0, false},
    {"limit", "limited by", SHEET_WORD, 2, 0, false},
    {"slowest_rank", "slowest rank", SHEET_ID, 7, 0, false},
    {"slowest_ns", NULL, SHEET_TIME, 0, 0, false},
    {"profile", "profile of", SHEET_WORD, 2, 0, false},
    {"measured_ns", "measured", SHEET_TIME, 1, 0, false},
    {"error_percent", "error", SHEET_PERCENT, 1, 0, false},
};

static uint64_t nanoseconds(double seconds)
{
    double ns = seconds * 1e9;
    return ns < 0 ? 0 : ns > 1.8e19 ? UINT64_MAX : (uint64_t)(ns + 0.5);
}

static void add_time(struct report_sheet *sheet, const char *column, double seconds)
{
    report_sheet_time(sheet, column, nanoseconds(seconds), false);
}

/* Adds the interval as "-5 +8 %" of the time. */
static void add_interval(struct report_sheet *sheet, const struct report_prediction *row)
{
    const struct model_prediction *of = &row->prediction;
    char text[48];
    if (!row->interval_known) {
        report_sheet_unknown_range(sheet, "interval", "high_ns");
        return;
    }
    double below = of->time > 0 ? 100 * (of->time - of->low) / of->time : 0;
    double above = of->time > 0 ? 100 * (of->high - of->time) / of->time : 0;
    snprintf(text, sizeof text, "-%.2g +%.2g %%", below, above);
    report_sheet_text(sheet, "interval", text);
    add_time(sheet, "low_ns", of->low);
    add_time(sheet, "high_ns", of->high);
}

static void add_row(struct report_sheet *sheet, const struct report_prediction *row)
{
    const struct model_prediction *of = &row->prediction;
    if (row->n >= 0 && row->n < 1e18)
        report_sheet_count(sheet, "n", (uint64_t)row->n);
    else
        report_sheet_nothing(sheet, "n");
    report_sheet_count(sheet, "ranks", of->p);
    add_time(sheet, "time_ns", of->time);
    add_interval(sheet, row);
    add_time(sheet, "computation_ns", of->compute);
    add_time(sheet, "messages_ns", of->messages);
    add_time(sheet, "waiting_ns", of->waiting);
    add_time(sheet, "io_ns", of->io);
    if (row->speedup > 0) {
        report_sheet_real(sheet, "speedup", row->speedup);
        report_sheet_real(sheet, "efficiency_percent", 100 * row->efficiency);
    } else {
        report_sheet_unknown_range(sheet, "speedup", "efficiency_percent");
    }
    report_sheet_text(sheet, "limit", row->limit);
    report_sheet_id(sheet, "slowest_rank", of->slowest);
    add_time(sheet, "slowest_ns", of->most_compute);
    if (row->profile)
        report_sheet_text(sheet, "profile", row->profile);
    else
        report_sheet_nothing(sheet, "profile");
    if (row->measured > 0) {
        add_time(sheet, "measured_ns", row->measured);
        report_sheet_real(sheet, "error_percent", 100 * (of->time - row->measured) / row->measured);
    } else {
        report_sheet_nothing_range(sheet, "measured_ns", "error_percent");
    }
}

static struct report_sheet *make_sheet(const struct report_predictions *predictions)
{
    struct report_sheet *sheet = report_sheet_new("predictions", "Predicted times");
    bool measured = false, has_n = false, io = false, profile = false, together = false;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < predictions->count; i++) {
        const struct report_prediction *row = &predictions->rows[i];
        measured |= row->measured > 0;
        has_n |= !isnan(row->n);
        io |= row->prediction.io > 0;
        profile |= row->profile != NULL;
        together |= row->prediction.messages > 0 || row->prediction.waiting > 0;
        add_row(sheet, row);
    }
    for (size_t i = 0; i < sheet->column_count; i++) {
        const char *key = sheet->columns[i].key ? sheet->columns[i].key : "";
        sheet->hidden[i] =
            (!strcmp(key, "n") && !has_n) || (!strcmp(key, "io_ns") && !io) ||
            (!strcmp(key, "profile") && !profile) ||
            (!together && (!strcmp(key, "messages_ns") || !strcmp(key, "waiting_ns"))) ||
            (!measured && (!strcmp(key, "measured_ns") || !strcmp(key, "error_percent")));
    }
    report_sheet_meaning(sheet, "computation",
                         "mean of the ranks, as messages, waiting and I/O; these add up to the "
                         "time: a rank that ends early waits for the last one");
    report_sheet_meaning(sheet, "error", "predicted against measured time");
    return sheet;
}

static void add_notes(struct report_sheet *sheet, const struct report_predictions *predictions)
{
    report_sheet_note(sheet, "model: %s, task %s; machine: %s", predictions->model,
                      predictions->task, predictions->machine);
    size_t other = 0;
    for (size_t i = 0; i < predictions->count; i++)
        other += predictions->rows[i].profile && !predictions->rows[i].profile_same;
    for (size_t i = 0; i < predictions->count; i++) {
        const char *formulas = predictions->rows[i].profile_formulas;
        bool told = !formulas;
        for (size_t old = 0; old < i && !told; old++)
            told = predictions->rows[old].profile_formulas &&
                   strcmp(predictions->rows[old].profile_formulas, formulas) == 0;
        if (!told)
            report_sheet_note(sheet, "Profile values of sizes that were not measured: %s",
                              formulas);
    }
    if (other)
        report_sheet_note(sheet, "profile of: the run that the profile values are from; it had "
                                 "other parameters than the row. `triptych model FILE.rb "
                                 "--profile` with those of the row measures them.");
    if (predictions->corrected && predictions->checked == 1)
        report_sheet_note(sheet, "The model was corrected by one run; interval: not known until it "
                                 "was checked against a second one.");
    else if (predictions->checked)
        report_sheet_note(sheet,
                          "The model was checked against %zu run%s: mean error%s %.1f %%, "
                          "largest %.1f %%; interval: the time with the largest error.",
                          predictions->checked, predictions->checked == 1 ? "" : "s",
                          predictions->corrected ? " after correction" : "",
                          100 * predictions->mean, 100 * predictions->worst);
    else
        report_sheet_note(
            sheet,
            "The model was not checked against a run; interval: %s. `triptych predict "
            "MODEL --check RUN.tri` checks it.",
            predictions->count && predictions->rows[0].interval_known
                ? "what the machine's speed varies by"
                : "not known");
}

void report_predictions_write(FILE *out, const struct report_predictions *predictions,
                              const struct report_options *options)
{
    struct buffer to = {0};
    struct report_sheet *sheet = make_sheet(predictions);
    if (options->format == REPORT_JSON) {
        json_t *root = json_object();
        json_object_set_new(root, "triptych_predict", json_integer(1));
        json_object_set_new(root, "model", report_json_text(predictions->model));
        json_object_set_new(root, "task", report_json_text(predictions->task));
        json_object_set_new(root, "machine", report_json_text(predictions->machine));
        json_object_set_new(root, "predictions", report_json_sheet(sheet));
        char *text = json_dumps(root, JSON_INDENT(1));
        buffer_printf(&to, "%s\n", text ? text : "");
        free(text);
        json_decref(root);
    } else if (options->format == REPORT_CSV) {
        report_csv_sheet(&to, sheet);
    } else {
        add_notes(sheet, predictions);
        report_text_sheet(&to, options, sheet);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
    report_sheet_free(sheet);
}
