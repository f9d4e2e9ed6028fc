/* changes_words.c: changes in words. */
#include "report/compare/changes.h"

#include "cube/region_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

const char *report_changes_measure(enum analysis_changes_measure measure)
{
    static const char *const words[] = {
        [CHANGES_TIME] = "time",     [CHANGES_INCLUSIVE] = "inclusive",
        [CHANGES_VISITS] = "visits", [CHANGES_TRIPS] = "trips",
        [CHANGES_BYTES] = "bytes",   [CHANGES_INSTRUCTIONS] = "instructions",
    };
    return measure < CHANGES_MEASURES ? words[measure] : "";
}

const char *report_changes_word(const struct analysis_changes *changes,
                                const struct analysis_change *change)
{
    static const char *const fates[] = {
        [CHANGES_KEPT] = "same",
        [CHANGES_NEW] = "new",
        [CHANGES_GONE] = "gone",
        [CHANGES_RENAMED] = "renamed",
        [CHANGES_INLINED] = "inlined",
        [CHANGES_OUTLINED] = "not inlined",
        [CHANGES_UNMEASURED] = "not measured",
    };
    if (change->fate)
        return fates[changes->rows[change->row].fate];
    if (change->before == change->after || isnan(change->before) || isnan(change->after))
        return "same";
    bool more = change->after > change->before, sure = change->how != CHANGES_GUESSED;
    if (change->measure == CHANGES_TIME || change->measure == CHANGES_INCLUSIVE)
        return more ? (sure ? "slower" : "slower?") : (sure ? "faster" : "faster?");
    return more ? "more" : "fewer";
}

/* Adds the routine that a loop was inlined from: ", from smooth". */
static void add_inlined(const struct analysis_changes *changes,
                        const struct analysis_changes_row *of, const struct archive *archive,
                        uint32_t region, struct buffer *to)
{
    int side = of->run[CHANGES_AFTER] != ARCHIVE_NONE ? CHANGES_AFTER : CHANGES_BEFORE;
    const struct analysis_changes_item *item =
        analysis_changes_table_item(&changes->table, of->entry, side);
    const char *around = cube_region_routine(archive, region);
    if (!item || item->kind != TRI_KIND_LOOP)
        return;
    const char *from = interned_text(changes->table.texts, item->routine);
    if (*from && strncasecmp(around, from, strlen(from)) != 0 && strcmp(from, "main") != 0)
        buffer_printf(to, ", from %s", from);
}

static void add_region(const struct analysis_changes *changes, uint32_t row, bool whole,
                       struct buffer *to)
{
    const struct archive *archive;
    uint32_t region = analysis_changes_region(changes, row, &archive);
    if (whole)
        cube_region_describe(archive, region, to);
    else
        cube_region_label(archive, region, to);
    const struct analysis_changes_row *of = &changes->rows[row];
    add_inlined(changes, of, archive, region, to);
    if (of->fate == CHANGES_RENAMED)
        buffer_printf(to, " (was %s)",
                      cube_region_name(changes->table.runs[of->run[CHANGES_BEFORE]].archive,
                                       of->region[CHANGES_BEFORE]));
}

void report_changes_label(const struct analysis_changes *changes, uint32_t row, struct buffer *to)
{
    if (!row) {
        buffer_add(to, "the run");
        return;
    }
    if (!changes->paths) {
        add_region(changes, row, true, to);
        return;
    }
    uint32_t depth = 0;
    for (uint32_t at = row; at; at = changes->rows[at].parent)
        depth++;
    for (; depth; depth--) {
        uint32_t at = row;
        for (uint32_t i = 1; i < depth; i++)
            at = changes->rows[at].parent;
        add_region(changes, at, false, to);
        buffer_add(to, depth > 1 ? " > " : "");
    }
}

void report_changes_number(enum analysis_changes_measure measure, double number, struct buffer *to)
{
    if (isnan(number))
        return;
    uint64_t whole = number > 0 ? (uint64_t)(number + 0.5) : 0;
    if (measure == CHANGES_TIME || measure == CHANGES_INCLUSIVE)
        words_time(to, whole);
    else
        words_count(to, whole, true);
}

void report_changes_ratio(double before, double after, struct buffer *to)
{
    if (!(before > 0) || isnan(after))
        return;
    double ratio = after / before;
    int digits = fabs(ratio - 1) < 0.0995 ? 4 : 3; /* 1.005, 1.25, 12.5 */
    words_number(to, ratio, digits);
    buffer_add(to, "x");
}

void report_changes_check_label(const struct analysis_changes *changes,
                                const struct analysis_condition_result *result, struct buffer *to)
{
    if (result->sampled)
        buffer_add(to, analysis_sampled_name(changes, result->sampled));
    else
        report_changes_label(changes, result->row, to);
}

void report_changes_check_words(const struct analysis_changes *changes,
                                const struct report_changes_check *check, struct buffer *to)
{
    const struct analysis_condition *condition = &check->condition;
    const struct analysis_condition_result *result = &check->result;
    buffer_printf(to, "%s: %s", condition->text, result->holds ? "yes" : "no");
    if (condition->changes) {
        buffer_printf(to, ", there are %zu", result->changes);
        return;
    }
    if (!result->holds && condition->region)
        return;
    const struct analysis_sampled_routine *sampled = result->sampled;
    double numbers[CHANGES_SIDES];
    for (int side = 0; side < CHANGES_SIDES; side++)
        numbers[side] =
            sampled ? sampled->median[side]
                    : analysis_changes_count(changes, result->row, condition->measure, side);
    double before = numbers[CHANGES_BEFORE], after = numbers[CHANGES_AFTER];
    buffer_add(to, ", ");
    report_changes_check_label(changes, result, to);
    buffer_add(to, sampled ? " has, by its samples, " : " has ");
    if (!isnan(before)) {
        report_changes_number(condition->measure, before, to);
        buffer_add(to, " before and ");
    }
    report_changes_number(condition->measure, after, to);
    buffer_add(to, " after");
    if (before > 0 && !isnan(after)) {
        buffer_add(to, " (");
        report_changes_ratio(before, after, to);
        buffer_add(to, ")");
    }
    if (result->holds > 1)
        buffer_printf(to, "; so have %zu more", result->holds - 1);
}

static void say_time(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    double before = analysis_changes_median(changes, 0, CHANGES_TIME, CHANGES_BEFORE);
    double after = analysis_changes_median(changes, 0, CHANGES_TIME, CHANGES_AFTER);
    struct buffer line = {0};
    if (isnan(before) || isnan(after)) {
        say(with, true, "The duration of a run is unknown, as it did not end normally.");
        return;
    }
    buffer_add(&line, "The run took ");
    words_time(&line, (uint64_t)before);
    buffer_add(&line, " before and ");
    words_time(&line, (uint64_t)after);
    buffer_add(&line, " after: ");
    report_changes_ratio(before, after, &line);
    buffer_add(&line, changes->repeated ? " (medians)." : ".");
    say(with, false, line.text);
    buffer_free(&line);
}

static void say_noise(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    const struct analysis_changes_limits *limits = &changes->limits;
    size_t before = changes->table.before, after = changes->table.run_count - before;
    char *line = NULL;
    if (changes->clocks)
        line = memory_printf("Times were not compared: some are CPU time, others are not.");
    else if (changes->crowded)
        line = memory_printf(
            "Times were not compared: lanes had to wait for cores, and with one run on each side "
            "noise is unknown. Compare several runs: before*.tri -- after*.tri.");
    else if (!changes->repeated)
        line = memory_printf(
            "Noise is unknown with one run on each side: a time marked ? differs by %g %% or more, "
            "and by %g %% of the run's time. Several runs tell noise from change: before*.tri -- "
            "after*.tri.",
            100 * limits->threshold, 100 * limits->least_share);
    else
        line = memory_printf(
            "A time differs if the medians of %zu and %zu runs do by more than %g %%, and equal "
            "runs would with a probability below %g (t-test of logarithms or Mann-Whitney test, "
            "corrected for the number of regions); times below %g %% of the run's were not "
            "tested.%s",
            before, after, 100 * limits->threshold, limits->significance, 100 * limits->least_share,
            before == 1 || after == 1 ? " One run may be an outlier: times are marked ?." : "");
    say(with, changes->clocks || changes->crowded, line);
    free(line);
}

static const char *command_of(const struct analysis_changes *changes, size_t run)
{
    return changes->table.runs[run].archive->run.command;
}

/* Says which times do not include the same in all runs. */
static void say_unlike(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    if (!changes->unlike || changes->clocks || changes->crowded)
        return;
    bool one = changes->unlike == 1;
    char *line = memory_printf(
        "The time%s of %zu %s%s not compared: only some of the runs timed what is inside, such as "
        "small routines, separately. Build both sides with the same options, or with "
        "`triptych cc --every-probe`.",
        one ? "" : "s", changes->unlike, changes->paths ? "call path" : "region",
        one ? " was" : "s were");
    say(with, false, line);
    free(line);
}

/* Says of how many loops the trips are not compared. */
static void say_untold(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    if (!changes->untold)
        return;
    char *line = memory_printf(
        "The trips of %zu %s%s were not compared: the compiler has put several source iterations "
        "into a trip, or may have, and it is not known how many.",
        changes->untold, changes->paths ? "call path" : "loop", changes->untold == 1 ? "" : "s");
    say(with, false, line);
    free(line);
}

/* Says how many rows are new or gone, but no evidence for a condition. */
static void say_elsewhere(const struct analysis_changes *changes, report_changes_say *say,
                          void *with)
{
    bool one = changes->elsewhere == 1;
    if (!changes->elsewhere)
        return;
    char *line = memory_printf(
        "%zu %s%s new or gone, though the source file is the same: the compiler may have inlined "
        "or replaced %s, so conditions do not take the counts of a side without %s for 0.",
        changes->elsewhere, changes->paths ? "call path" : "region", one ? " is" : "s are",
        one ? "it" : "them", one ? "it" : "them");
    say(with, false, line);
    free(line);
}

/* Says what may make the two sides incomparable. */
static void say_limits(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    size_t unmeasured[CHANGES_SIDES] = {0};
    const char *const words[] = {"before", "after"};
    for (uint32_t row = 1; row < changes->count; row++) {
        const struct analysis_changes_row *of = &changes->rows[row];
        if (of->fate == CHANGES_UNMEASURED)
            unmeasured[of->run[CHANGES_BEFORE] == ARCHIVE_NONE]++;
    }
    for (int side = 0; side < CHANGES_SIDES; side++) {
        if (unmeasured[side]) {
            char *line = memory_printf("%zu region%s measured only %s: their routines, or regions "
                                       "of their kind, were not measured %s.",
                                       unmeasured[side], unmeasured[side] == 1 ? " was" : "s were",
                                       words[side], words[1 - side]);
            say(with, true, line);
            free(line);
        }
        if (changes->count > 1 && changes->matched[side] < 0.9) {
            char *line = memory_printf(
                "Regions found on both sides have only %.0f %% of the work %s the change.",
                100 * changes->matched[side], words[side]);
            say(with, true, line);
            free(line);
        }
    }
    say_unlike(changes, say, with);
    say_untold(changes, say, with);
    say_elsewhere(changes, say, with);
    const char *then = command_of(changes, 0), *now = command_of(changes, changes->table.before);
    if (*then && *now && strcmp(then, now) != 0) {
        char *line = memory_printf("The commands differ: %s before, %s after.", then, now);
        say(with, false, line);
        free(line);
    }
}

/* Says how many rows are part of another one's change. */
static void say_within(const struct analysis_changes *changes, report_changes_say *say, void *with)
{
    bool one = changes->within == 1, summed = false;
    if (!changes->within)
        return;
    for (size_t i = 0; i < changes->change_count; i++)
        summed |= changes->changes[i].fate && changes->changes[i].measure != CHANGES_VISITS;
    char *line =
        memory_printf("%zu more %s new or gone with the %s around %s%s%s.", changes->within,
                      one ? "is" : "are", changes->paths ? "path" : "routine", one ? "it" : "them",
                      summed ? ", whose time or instructions include " : "",
                      !summed ? ""
                      : one   ? "its own"
                              : "theirs");
    say(with, false, line);
    free(line);
}

void report_changes_sentences(const struct analysis_changes *changes, report_changes_say *say,
                              void *with)
{
    size_t both = 0;
    for (uint32_t row = 1; row < changes->count; row++)
        both += changes->rows[row].run[CHANGES_BEFORE] != ARCHIVE_NONE &&
                changes->rows[row].run[CHANGES_AFTER] != ARCHIVE_NONE;
    say_time(changes, say, with);
    if (changes->count > 1) { /* with samples alone, there are no regions */
        char *line = memory_printf(
            "%zu %s%s found on both sides%s.", both, changes->paths ? "call path" : "region",
            both == 1 ? " was" : "s were", changes->change_count ? "" : "; none changed");
        say(with, false, line);
        free(line);
    }
    say_within(changes, say, with);
    say_noise(changes, say, with);
    say_limits(changes, say, with);
}
