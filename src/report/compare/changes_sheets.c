/* changes_sheets.c: the tables of changes. */
#include "report/compare/changes.h"

#include "cube/region_words.h"
#include "report/run/loop_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

struct report_sheet *report_changes_runs_sheet(const struct analysis_changes *changes)
{
    static const struct report_sheet_column columns[] = {
        {"side", "side", SHEET_WORD, 0, 0, false},
        {"archive", "run", SHEET_TEXT, 0, 16, false},
        {"places", "processes", SHEET_COUNT, 2, 0, false},
        {"lanes", "threads", SHEET_COUNT, 3, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"started", "started", SHEET_WORD, 4, 0, false},
        {"host", "host", SHEET_TEXT, 6, 8, false},
        {"command", "command", SHEET_TEXT, 5, 12, false},
    };
    struct report_sheet *sheet = report_sheet_new("runs", "Runs");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < changes->table.run_count; i++) {
        const struct archive *archive = changes->table.runs[i].archive;
        double time = analysis_changes_values(changes, 0, CHANGES_TIME)[i];
        report_sheet_text(sheet, "side", i < changes->table.before ? "before" : "after");
        report_sheet_text(sheet, "archive", last_part(archive->path));
        report_sheet_count(sheet, "places", archive->places.rows);
        report_sheet_count(sheet, "lanes", archive->lanes.rows);
        if (isnan(time))
            report_sheet_unknown(sheet, "time_ns");
        else
            report_sheet_time(sheet, "time_ns", (uint64_t)time, false);
        report_sheet_text(sheet, "started", archive->run.started);
        report_sheet_text(sheet, "host", archive->run.host);
        report_sheet_text(sheet, "command", archive->run.command);
    }
    return sheet;
}

/* Returns the sum of a measure over all regions of a side, of which a difference is a part. */
static double total_of(const struct analysis_changes *changes,
                       enum analysis_changes_measure measure, int side)
{
    double sum = 0;
    if (measure == CHANGES_TIME)
        return changes->total[side];
    for (uint32_t row = 1; row < changes->count; row++) {
        double value = analysis_changes_median(changes, row, measure, side);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

static void add_source(struct report_sheet *sheet, const struct analysis_changes *changes,
                       const char *column, uint32_t row, int side)
{
    const struct analysis_changes_row *of = &changes->rows[row];
    struct buffer text = {0};
    if (row && of->run[side] != ARCHIVE_NONE) {
        const struct archive *archive = changes->table.runs[of->run[side]].archive;
        report_loop_where(&text, cube_region_file(archive, of->region[side]),
                          archive->regions.line[of->region[side]]);
    }
    if (text.text)
        report_sheet_text(sheet, column, text.text);
    else
        report_sheet_nothing(sheet, column);
    buffer_free(&text);
}

static void add_number(struct report_sheet *sheet, const char *column, double number)
{
    if (isnan(number))
        report_sheet_nothing(sheet, column);
    else
        report_sheet_count(sheet, column, number > 0 ? (uint64_t)(number + 0.5) : 0);
}

static void add_words(struct report_sheet *sheet, const char *column,
                      enum analysis_changes_measure measure, double number)
{
    struct buffer text = {0};
    report_changes_number(measure, number, &text);
    if (text.text)
        report_sheet_text(sheet, column, text.text);
    else
        report_sheet_nothing(sheet, column);
    buffer_free(&text);
}

/* Adds the difference, as a number and as text, the ratio and the share. */
static void add_difference(struct report_sheet *sheet, const struct analysis_change *change,
                           double total)
{
    double before = isnan(change->before) ? 0 : change->before,
           after = isnan(change->after) ? 0 : change->after, difference = after - before;
    struct buffer text = {0};
    report_sheet_id(sheet, "difference", (int64_t)difference);
    if (difference != 0) {
        buffer_add(&text, difference > 0 ? "+" : "-");
        report_changes_number(change->measure, fabs(difference), &text);
    }
    report_sheet_text(sheet, "difference", text.text ? text.text : "");
    buffer_free(&text);
    if (before > 0 && !isnan(change->after))
        report_sheet_real(sheet, "ratio", after / before);
    else
        report_sheet_nothing(sheet, "ratio");
    report_changes_ratio(change->before, change->after, &text);
    report_sheet_text(sheet, "ratio", text.text ? text.text : "");
    buffer_free(&text);
    if (total > 0)
        report_sheet_real(sheet, "percent", 100 * difference / total);
    else
        report_sheet_nothing(sheet, "percent");
}

static void add_label(struct report_sheet *sheet, const struct analysis_changes *changes,
                      uint32_t row)
{
    struct buffer label = {0};
    const struct archive *archive;
    report_changes_label(changes, row, &label);
    uint32_t region = row ? analysis_changes_region(changes, row, &archive) : 0;
    report_sheet_text(sheet, "region", label.text ? label.text : "");
    buffer_free(&label);
    if (!row) {
        report_sheet_text(sheet, "kind", "run");
        report_sheet_nothing_range(sheet, "name", "was");
        return;
    }
    report_sheet_text(sheet, "kind", cube_region_kind(archive, region));
    report_sheet_text(sheet, "name", cube_region_name(archive, region));
    report_sheet_text(sheet, "routine", cube_region_routine(archive, region));
    const struct analysis_changes_row *of = &changes->rows[row];
    if (of->fate == CHANGES_RENAMED)
        report_sheet_text(sheet, "was",
                          cube_region_name(changes->table.runs[of->run[CHANGES_BEFORE]].archive,
                                           of->region[CHANGES_BEFORE]));
    else
        report_sheet_nothing(sheet, "was");
}

static void add_change(struct report_sheet *sheet, const struct analysis_changes *changes,
                       const struct analysis_change *change, bool counts, const double *totals)
{
    static const char *const how[] = {
        [CHANGES_EXACT] = "exact", [CHANGES_TESTED] = "tested", [CHANGES_GUESSED] = "threshold"};
    int shown = changes->rows[change->row].run[CHANGES_AFTER] == ARCHIVE_NONE ? CHANGES_BEFORE
                                                                              : CHANGES_AFTER;
    report_sheet_text(sheet, "change", counts ? report_changes_word(changes, change) : "same");
    add_label(sheet, changes, change->row);
    add_source(sheet, changes, "source", change->row, shown);
    add_source(sheet, changes, "source_before", change->row, CHANGES_BEFORE);
    report_sheet_text(sheet, "measure", report_changes_measure(change->measure));
    add_number(sheet, "before", change->before);
    add_words(sheet, "before", change->measure, change->before);
    add_number(sheet, "after", change->after);
    add_words(sheet, "after", change->measure, change->after);
    add_difference(sheet, change, change->row ? totals[change->measure] : change->before);
    if (isnan(change->p))
        report_sheet_nothing(sheet, "p");
    else
        report_sheet_real(sheet, "p", change->p);
    report_sheet_text(sheet, "how", counts ? how[change->how] : "");
}

/* Finds the change of a row's measure, or its fate; NULL if there is none. */
static const struct analysis_change *find_change(const struct analysis_changes *changes,
                                                 uint32_t row,
                                                 enum analysis_changes_measure measure)
{
    for (size_t i = 0; i < changes->change_count; i++) {
        if (changes->changes[i].row == row && changes->changes[i].measure == measure)
            return &changes->changes[i];
    }
    return NULL;
}

/* Adds a row for every number that is known on both sides and did not change. */
static void add_unchanged(struct report_sheet *sheet, const struct analysis_changes *changes,
                          size_t top, const double *totals)
{
    for (uint32_t row = 0; row < changes->count; row++) {
        for (int i = 0; i < CHANGES_MEASURES; i++) {
            struct analysis_change same = {
                .row = row,
                .measure = (enum analysis_changes_measure)i,
                .before = analysis_changes_median(changes, row, i, CHANGES_BEFORE),
                .after = analysis_changes_median(changes, row, i, CHANGES_AFTER),
                .p = analysis_changes_p(changes, row, i),
            };
            if (isnan(same.before) || isnan(same.after) || find_change(changes, row, i))
                continue;
            if (top && report_sheet_rows(sheet) >= top)
                sheet->more++;
            else
                add_change(sheet, changes, &same, false, totals);
        }
    }
}

struct report_sheet *report_changes_sheet(const struct analysis_changes *changes, bool all,
                                          const struct report_options *options)
{
    static const struct report_sheet_column columns[] = {
        {"change", "change", SHEET_WORD, 0, 0, false},
        {"region", "region", SHEET_TEXT, 0, 20, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"was", NULL, SHEET_TEXT, 0, 0, false},
        {"source", "source", SHEET_TEXT, 3, 12, false},
        {"source_before", NULL, SHEET_TEXT, 0, 0, false},
        {"measure", "measure", SHEET_WORD, 0, 0, false},
        {"before", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "before", SHEET_WORD, 1, 0, false},
        {"after", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "after", SHEET_WORD, 1, 0, false},
        {"difference", NULL, SHEET_ID, 0, 0, false},
        {NULL, "difference", SHEET_WORD, 2, 0, false},
        {"ratio", NULL, SHEET_MEAN, 0, 0, false},
        {NULL, "ratio", SHEET_WORD, 0, 0, false},
        {"percent", "% of run", SHEET_PERCENT, 4, 0, false},
        {"p", NULL, SHEET_MEAN, 0, 0, false},
        {"how", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_sheet *sheet =
        report_sheet_new("changes", changes->paths ? "What changed, by call path" : "What changed");
    double totals[CHANGES_MEASURES];
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < CHANGES_MEASURES; i++)
        totals[i] = total_of(changes, i, CHANGES_BEFORE);
    for (size_t i = 0; i < changes->change_count; i++) {
        if (options->top && i >= options->top)
            sheet->more++;
        else
            add_change(sheet, changes, &changes->changes[i], true, totals);
    }
    if (all)
        add_unchanged(sheet, changes, options->top, totals);
    report_sheet_meaning(sheet, "measure",
                         "time is exclusive, without loops and calls that were timed themselves; "
                         "what is new or gone includes its own loops and calls");
    report_sheet_meaning(sheet, "% of run",
                         "the difference as a part of the time of all threads before, or of the "
                         "visits, trips, bytes or instructions of all regions");
    return sheet;
}
