/* changes.c: see changes.h */
#include "report/compare/changes.h"

#include "report/table/json.h"
#include "report/table/text.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

/* Where sentences go. */
struct sink {
    struct buffer *to;
    const struct report_options *options;
    json_t *list; /* NULL: they are text */
};

static void say_text(void *with, bool warn, const char *sentence)
{
    const struct sink *sink = with;
    struct buffer line = {0};
    buffer_add(&line, sentence);
    report_text_clean(sink->to, sink->options, warn ? TEXT_WARN : TEXT_PLAIN, &line, "  ");
}

static void say_markdown(void *with, bool warn, const char *sentence)
{
    const struct sink *sink = with;
    buffer_add(sink->to, warn ? "- **" : "- ");
    report_markdown_text(sink->to, sentence);
    buffer_add(sink->to, warn ? "**\n" : "\n");
}

static void say_json(void *with, bool warn, const char *sentence)
{
    (void)warn;
    json_array_append_new(((const struct sink *)with)->list, report_json_text(sentence));
}

static char *check_text(const struct analysis_changes *changes,
                        const struct report_changes_check *check)
{
    struct buffer text = {0};
    buffer_add(&text, "Fail if ");
    report_changes_check_words(changes, check, &text);
    buffer_add(&text, ".");
    return buffer_take(&text);
}

static json_t *json_checks(const struct analysis_changes *changes,
                           const struct report_changes_check *checks, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct analysis_condition_result *result = &checks[i].result;
        struct buffer region = {0};
        json_t *check = json_object();
        json_object_set_new(check, "condition", report_json_text(checks[i].condition.text));
        json_object_set_new(check, "holds", json_boolean(result->holds > 0));
        json_object_set_new(check, "regions", report_json_count(result->holds));
        if (result->holds && !checks[i].condition.changes)
            report_changes_check_label(changes, result, &region);
        json_object_set_new(check, "region",
                            region.text ? report_json_text(region.text) : json_null());
        buffer_free(&region);
        json_array_append_new(list, check);
    }
    return list;
}

static void write_json(const struct analysis_changes *changes,
                       const struct report_changes_beside *beside,
                       const struct report_changes_check *checks, size_t check_count, bool all,
                       const struct report_options *options, struct buffer *to)
{
    json_t *root = json_object();
    struct report_sheet *runs = report_changes_runs_sheet(changes),
                        *rows = report_changes_sheet(changes, all, options);
    struct sink sink = {.list = json_array()};
    json_object_set_new(root, "triptych_changes", json_integer(1));
    json_object_set_new(root, "threshold_percent",
                        report_json_real_number(100 * changes->limits.threshold));
    json_object_set_new(root, "significance",
                        changes->repeated ? report_json_real_number(changes->limits.significance)
                                          : json_null());
    json_object_set_new(root, "matched_percent",
                        report_json_real_number(100 * fmin(changes->matched[CHANGES_BEFORE],
                                                           changes->matched[CHANGES_AFTER])));
    json_object_set_new(root, "runs", report_json_sheet(runs));
    json_object_set_new(root, "changes", report_json_sheet(rows));
    json_object_set_new(root, "conditions", json_checks(changes, checks, check_count));
    if (beside->activities) {
        struct report_sheet *sheet = report_changes_activities_sheet(beside->activities, options);
        json_object_set_new(root, "activities", report_json_sheet(sheet));
        report_changes_activities_say(beside->activities, say_json, &sink);
        report_sheet_free(sheet);
    }
    if (beside->sampled) {
        struct report_sheet *sheet = report_changes_sampled_sheet(beside->sampled, all, options);
        json_object_set_new(root, "sampled", report_json_sheet(sheet));
        report_changes_sampled_say(beside->sampled, say_json, &sink);
        report_sheet_free(sheet);
    }
    report_changes_sentences(changes, say_json, &sink);
    json_object_set_new(root, "notes", sink.list);
    char *text = json_dumps(root, JSON_INDENT(1));
    buffer_printf(to, "%s\n", text ? text : "");
    free(text);
    json_decref(root);
    report_sheet_free(runs);
    report_sheet_free(rows);
}

/* Writes a table if it has rows. */
static void write_sheet(const struct report_sheet *sheet, const struct report_options *options,
                        struct buffer *to)
{
    if (report_sheet_rows(sheet) && options->format == REPORT_MARKDOWN)
        report_markdown_sheet(to, sheet);
    else if (report_sheet_rows(sheet))
        report_text_sheet(to, options, sheet);
}

static void write_beside(const struct report_changes_beside *beside, bool all,
                         report_changes_say *say, const struct sink *sink)
{
    if (beside->sampled) {
        struct report_sheet *sheet =
            report_changes_sampled_sheet(beside->sampled, all, sink->options);
        write_sheet(sheet, sink->options, sink->to);
        report_sheet_free(sheet);
        report_changes_sampled_say(beside->sampled, say, (void *)sink);
    }
    if (beside->activities) {
        struct report_sheet *sheet =
            report_changes_activities_sheet(beside->activities, sink->options);
        write_sheet(sheet, sink->options, sink->to);
        report_sheet_free(sheet);
        report_changes_activities_say(beside->activities, say, (void *)sink);
    }
}

static void write_text(const struct analysis_changes *changes,
                       const struct report_changes_beside *beside,
                       const struct report_changes_check *checks, size_t check_count, bool all,
                       const struct report_options *options, struct buffer *to)
{
    bool markdown = options->format == REPORT_MARKDOWN;
    struct report_sheet *runs = report_changes_runs_sheet(changes),
                        *rows = report_changes_sheet(changes, all, options);
    struct sink sink = {.to = to, .options = options};
    report_changes_say *say = markdown ? say_markdown : say_text;
    if (markdown)
        report_markdown_sheet(to, runs);
    else
        report_text_sheet(to, options, runs);
    write_sheet(rows, options, to);
    write_beside(beside, all, say, &sink);
    report_changes_sentences(changes, say, &sink);
    for (size_t i = 0; i < check_count; i++) {
        char *text = check_text(changes, &checks[i]);
        say(&sink, checks[i].result.holds > 0, text);
        free(text);
    }
    report_sheet_free(runs);
    report_sheet_free(rows);
}

void report_changes_write(FILE *out, const struct analysis_changes *changes,
                          const struct report_changes_beside *beside,
                          const struct report_changes_check *checks, size_t check_count, bool all,
                          const struct report_options *options)
{
    struct buffer to = {0};
    if (options->format == REPORT_JSON) {
        write_json(changes, beside, checks, check_count, all, options, &to);
    } else if (options->format == REPORT_CSV) {
        struct report_sheet *sheet = report_changes_sheet(changes, all, options);
        report_csv_sheet(&to, sheet);
        report_sheet_free(sheet);
    } else {
        write_text(changes, beside, checks, check_count, all, options, &to);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
}
