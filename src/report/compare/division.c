/* division.c: see division.h */
#include "report/compare/division.h"

#include "report/compare/scaling.h"
#include "report/table/json.h"
#include "report/table/text.h"
#include "util/words.h"

#include <stdlib.h>

static const double least_part = 0.001; /* share of the work that is worth a sentence */
static const double least_gain = 1.005; /* a smaller speed-up would be shown as 1 */

static const char *worker_word(const struct analysis_division_tree *tree, bool one)
{
    if (tree->by == DIVISION_BY_LANE)
        return one ? "thread" : "threads";
    if (tree->archive->ranked)
        return one ? "rank" : "ranks";
    return one ? "process" : "processes";
}

static const char *work_word(const struct analysis_division *division)
{
    return division->work == DIVISION_INSTRUCTIONS ? "instructions"
           : division->work == DIVISION_TIME       ? "time"
                                                   : "trips";
}

static void say(struct buffer *to, const struct report_options *options, struct buffer *line)
{
    report_text_clean(to, options, TEXT_PLAIN, line, "  ");
}

/* Says how much of two runs was matched, and whether that is enough for conclusions. */
static void say_matched(const struct analysis_division *division,
                        const struct report_options *options, size_t run, struct buffer *to)
{
    const struct analysis_division_matched *matched = &division->matched[run];
    bool enough = analysis_division_is_enough(division, run);
    struct buffer line = {0};
    if (!matched->by_evidence && matched->of_first >= 1 - least_part &&
        matched->of_run >= 1 - least_part)
        return;
    buffer_printf(
        &line,
        "Loops and routines found in both runs have %.1f %% of the %s of %s and %.1f %% of %s of "
        "%s.",
        100 * matched->of_first, work_word(division), report_division_name(division, 0),
        100 * matched->of_run, division->work == DIVISION_TIME ? "that" : "those",
        report_division_name(division, run));
    if (!enough)
        buffer_printf(
            &line,
            " Less than %g %% is too little to judge how the work was divided, or how fast the "
            "program can get.",
            100 * DIVISION_ENOUGH);
    report_text_clean(to, options, enough ? TEXT_PLAIN : TEXT_WARN, &line, "  ");
    if (!enough)
        buffer_add(to, "\n");
}

/* Returns the name of the run whose lanes had to wait for cores. */
static const char *crowded_name(const struct analysis_division *division, size_t run)
{
    return report_division_name(division, division->trees[run]->crowded ? run : 0);
}

/* Says why times allow no conclusion. */
static void say_untold(const struct analysis_division *division,
                       const struct report_options *options, size_t run, struct buffer *to)
{
    struct buffer line = {0};
    buffer_printf(
        &line,
        "It is unknown which %s has the most to do, and how fast the program can get: lanes of "
        "%s had to wait for cores, so times are no measure of the work, and too little "
        "of the work is in counted loops. Run no more lanes than there are cores, or count "
        "instructions with `triptych loops`.",
        worker_word(division->trees[run], true), crowded_name(division, run));
    report_text_clean(to, options, TEXT_WARN, &line, "  ");
    buffer_add(to, "\n");
}

/* Says which worker has the most to do, and how that limits the speed-up. */
static void say_busiest(const struct analysis_division *division,
                        const struct report_options *options, size_t run,
                        const struct analysis_division_bound *bound, struct buffer *to)
{
    const struct analysis_division_tree *tree = division->trees[run];
    struct buffer line = {0};
    char busiest[ARCHIVE_NAME];
    analysis_division_worker_name(tree, bound->busiest, busiest);
    buffer_printf(&line, "The busiest %s, %s, has %.2f times the mean load",
                  worker_word(tree, true), busiest, bound->uneven);
    if (bound->load == DIVISION_LOAD_TRIPS)
        buffer_printf(&line, " by trips (lanes of %s had to wait for cores)",
                      crowded_name(division, run));
    if (bound->limit_balance < least_gain)
        buffer_add(&line, ": with this division of the work, no speed-up is possible.");
    else
        buffer_printf(&line, ": with this division of the work, the speed-up is at most %.3g.",
                      bound->limit_balance);
    say(to, options, &line);
}

/* Adds the limit of the speed-up by Amdahl's law. */
static void add_limits(struct buffer *line, const struct analysis_division_tree *tree,
                       const struct analysis_division_bound *bound)
{
    if (bound->limit < least_gain) {
        buffer_printf(line, ": by Amdahl's law, no speed-up is possible with any number of %s.",
                      worker_word(tree, false));
        return;
    }
    buffer_add(line, ": by Amdahl's law, that limits the speed-up to ");
    words_number(line, bound->limit, 3);
    buffer_printf(line, " with any number of %s, and to ", worker_word(tree, false));
    words_number(line, bound->limit_here, 3);
    buffer_printf(line, " with %u.", tree->worker_count);
}

/* Says how much faster a run can get. */
static void conclude(const struct analysis_division *division, const struct report_options *options,
                     size_t run, struct buffer *to)
{
    const struct analysis_division_tree *tree = division->trees[run];
    struct analysis_division_bound bound = analysis_division_bound(division, run);
    struct buffer line = {0};
    say_matched(division, options, run, to);
    if (tree->worker_count < 2 || bound.before <= 0 || !analysis_division_is_enough(division, run))
        return;
    if (bound.load == DIVISION_LOAD_UNTOLD) {
        say_untold(division, options, run, to);
        return;
    }
    buffer_printf(&line, "Of the %s of %s, ", work_word(division),
                  report_division_name(division, 0));
    if (bound.alone > least_part)
        buffer_printf(&line, "%.1f %% is done by one %s alone", 100 * bound.alone,
                      worker_word(tree, true));
    if (bound.replicated > least_part)
        buffer_printf(&line, "%s%.1f %% is repeated by all %s",
                      bound.alone > least_part ? " and " : "", 100 * bound.replicated,
                      worker_word(tree, false));
    if (bound.replicated > least_part || bound.alone > least_part) {
        add_limits(&line, tree, &bound);
    } else {
        buffer_printf(
            &line,
            "less than %g %% is replicated or done by one: the speed-up can reach %u with %u "
            "%s.",
            100 * least_part, tree->worker_count, tree->worker_count, worker_word(tree, false));
    }
    say(to, options, &line);
    say_busiest(division, options, run, &bound, to);
    buffer_add(to, "\n");
}

static void write_text(const struct analysis_division *division,
                       const struct analysis_scaling *scaling, const struct report_options *options,
                       struct buffer *to)
{
    struct buffer line = {0};
    if (scaling)
        report_scaling_text(scaling, options, to);
    struct report_sheet *sheet = report_division_runs_sheet(division);
    report_text_sheet(to, options, sheet);
    report_sheet_free(sheet);
    if (division->trees[0]->worker_count > 1) {
        buffer_printf(
            &line,
            "%s is not a serial run: the sum of its workers is used instead. Compare with a "
            "run of one process and one thread to see what is replicated.",
            report_division_name(division, 0));
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
        buffer_add(to, "\n");
    }
    if (division->runs > 2) {
        sheet = report_division_scaling_sheet(division, options);
        report_text_sheet(to, options, sheet);
        report_sheet_free(sheet);
    }
    for (size_t run = 1; run < division->runs; run++) {
        buffer_printf(&line, "%s: ", report_division_name(division, run));
        report_division_workers(division, run, &line);
        buffer_printf(&line, ", compared with the loops of %s", report_division_name(division, 0));
        sheet = report_division_loops_sheet(division, options, line.text, run, run + 1);
        report_text_sheet(to, options, sheet);
        report_sheet_free(sheet);
        buffer_free(&line);
        conclude(division, options, run, to);
    }
}

static void write_json(const struct analysis_division *division,
                       const struct analysis_scaling *scaling, const struct report_options *options,
                       struct buffer *to)
{
    json_t *root = json_object();
    struct report_sheet *runs = report_division_runs_sheet(division);
    struct report_sheet *loops =
        report_division_loops_sheet(division, options, "", 1, division->runs);
    json_object_set_new(root, "triptych_compare", json_integer(1));
    json_object_set_new(root, "work", json_string(work_word(division)));
    json_object_set_new(root, "runs", report_json_sheet(runs));
    json_object_set_new(root, "loops", report_json_sheet(loops));
    if (scaling) {
        struct report_sheet *sheet = report_scaling_sheet(scaling);
        json_object_set_new(root, "scaling", report_json_sheet(sheet));
        report_sheet_free(sheet);
    }
    char *text = json_dumps(root, JSON_INDENT(1));
    buffer_printf(to, "%s\n", text ? text : "");
    free(text);
    json_decref(root);
    report_sheet_free(runs);
    report_sheet_free(loops);
}

void report_division_write(FILE *out, const struct analysis_division *division,
                           const struct analysis_scaling *scaling,
                           const struct report_options *options)
{
    struct buffer to = {0};
    if (options->format == REPORT_JSON) {
        write_json(division, scaling, options, &to);
    } else if (options->format == REPORT_CSV) {
        struct report_sheet *sheet =
            report_division_loops_sheet(division, options, "", 1, division->runs);
        report_csv_sheet(&to, sheet);
        report_sheet_free(sheet);
    } else {
        write_text(division, scaling, options, &to);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
}
