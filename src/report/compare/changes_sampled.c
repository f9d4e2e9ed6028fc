/* changes_sampled.c: the table of sampled routines that took more or less CPU time. */
#include "report/compare/changes.h"

#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *word_of(const struct analysis_sampled_routine *routine)
{
    bool more = routine->median[CHANGES_AFTER] > routine->median[CHANGES_BEFORE];
    bool sure = !isnan(routine->p);
    if (!routine->has_changed)
        return "same";
    if (routine->run[CHANGES_BEFORE] == ARCHIVE_NONE)
        return "new";
    if (routine->run[CHANGES_AFTER] == ARCHIVE_NONE)
        return "gone";
    return more ? (sure ? "slower" : "slower?") : (sure ? "faster" : "faster?");
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Adds a time in words. */
static void add_time(struct report_sheet *sheet, const char *key, const char *sign, double ns)
{
    struct buffer text = {0};
    buffer_add(&text, sign);
    report_changes_number(CHANGES_TIME, ns, &text);
    report_sheet_text(sheet, key, text.text);
    buffer_free(&text);
}

static void add_row(struct report_sheet *sheet, const struct analysis_sampled_changes *sampled,
                    const struct analysis_sampled_routine *routine)
{
    int side = routine->run[CHANGES_AFTER] != ARCHIVE_NONE ? CHANGES_AFTER : CHANGES_BEFORE;
    const struct archive *archive = sampled->changes->table.runs[routine->run[side]].archive;
    const struct archive_stacks *stacks = &archive->stacks;
    uint32_t row = routine->row[side];
    double before = routine->median[CHANGES_BEFORE], after = routine->median[CHANGES_AFTER];
    struct buffer ratio = {0};
    report_changes_ratio(before, after, &ratio);
    char *where = stacks->line[row]
                      ? memory_printf("%s:%u", last_part(archive_text(archive, stacks->file[row])),
                                      stacks->line[row])
                      : memory_string("");
    report_sheet_text(sheet, "change", word_of(routine));
    report_sheet_text(sheet, "routine", analysis_sampled_name(sampled->changes, routine));
    report_sheet_text(sheet, "binary", last_part(archive_text(archive, stacks->binary[row])));
    report_sheet_text(sheet, "source", where);
    report_sheet_count(sheet, "before_ns", (uint64_t)before);
    add_time(sheet, "before", "", before);
    report_sheet_count(sheet, "after_ns", (uint64_t)after);
    add_time(sheet, "after", "", after);
    add_time(sheet, "difference", after < before ? "-" : "+", fabs(after - before));
    report_sheet_text(sheet, "ratio", ratio.text ? ratio.text : "");
    if (sampled->total[CHANGES_BEFORE] > 0)
        report_sheet_real(sheet, "percent",
                          100 * (after - before) / sampled->total[CHANGES_BEFORE]);
    else
        report_sheet_unknown(sheet, "percent");
    if (isnan(routine->p))
        report_sheet_nothing(sheet, "p");
    else
        report_sheet_real(sheet, "p", routine->p);
    free(where);
    buffer_free(&ratio);
}

struct report_sheet *report_changes_sampled_sheet(const struct analysis_sampled_changes *sampled,
                                                  bool all, const struct report_options *options)
{
    static const struct report_sheet_column columns[] = {
        {"change", "change", SHEET_WORD, 0, 0, false},
        {"routine", "routine", SHEET_TEXT, 0, 16, false},
        {"binary", "in", SHEET_TEXT, 4, 8, false},
        {"source", "source", SHEET_TEXT, 3, 12, false},
        {"before_ns", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "before", SHEET_WORD, 1, 0, false},
        {"after_ns", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "after", SHEET_WORD, 1, 0, false},
        {NULL, "difference", SHEET_WORD, 2, 0, false},
        {NULL, "ratio", SHEET_WORD, 0, 0, false},
        {"percent", "% of run", SHEET_PERCENT, 5, 0, false},
        {"p", NULL, SHEET_MEAN, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("sampled", "Sampled routines that changed");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < sampled->count; i++) {
        const struct analysis_sampled_routine *routine = &sampled->routines[i];
        if (!routine->has_changed && !(all && routine->is_judged))
            continue;
        if (options->top && report_sheet_rows(sheet) >= options->top)
            sheet->more++;
        else
            add_row(sheet, sampled, routine);
    }
    report_sheet_meaning(sheet, "before", "exclusive CPU time, estimated from samples");
    return sheet;
}

void report_changes_sampled_say(const struct analysis_sampled_changes *sampled,
                                report_changes_say *say, void *with)
{
    struct buffer line = {0};
    bool is_compared = sampled->is_sampled[CHANGES_BEFORE] && sampled->is_sampled[CHANGES_AFTER];
    if (!is_compared) {
        buffer_add(&line,
                   "Samples are not compared: not all runs have some (triptych run --sample).");
    } else {
        words_count(&line, sampled->both, true);
        buffer_printf(&line, " sampled routine%s found on both sides; ",
                      sampled->both == 1 ? " was" : "s were");
        if (sampled->changed)
            words_count(&line, sampled->changed, true);
        else
            buffer_add(&line, "none");
        buffer_add(&line, " took more or less CPU time than chance explains.");
    }
    say(with, !is_compared, line.text);
    buffer_free(&line);
}
