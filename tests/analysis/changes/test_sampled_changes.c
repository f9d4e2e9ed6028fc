/* test_sampled_changes.c: sampled routines that took more or less CPU time are found, and no
 * others. */
#include "unit.h"

#include "analysis/changes/sampled.h"
#include "cube/region_words.h"
#include "doctored.h"
#include "report/compare/changes.h"
#include "report/table/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { ROUTINES = 3, MOST = 10, PAIRS = 100, PERIOD = 1000000 };

/* A made-up run with samples. The table of samples has one row per routine. */
struct run {
    struct made *made;
    struct archive *read;
    struct archive archive; /* as it was read, but for the samples */
    uint32_t lane[ROUTINES], parent[ROUTINES], name[ROUTINES], empty[ROUTINES], line[ROUTINES];
    uint8_t inlined[ROUTINES];
    uint64_t samples[ROUTINES], time[ROUTINES];
};

/* Returns the number of the text that names a routine of the made-up program. */
static uint32_t text_of(const struct archive *archive, const char *name)
{
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        if (archive->regions.kind[i] == TRI_KIND_ROUTINE &&
            !strcmp(cube_region_name(archive, i), name))
            return archive->regions.name[i];
    }
    fail_msg("there is no routine %s", name);
    return 0;
}

/* Makes a run whose routines have these samples; routines without samples are not in it. */
static void run_new(struct run *run, const double *samples)
{
    static const char *const names[ROUTINES] = {"main", "solve", "norm"};
    struct doctored change = {.seed = 1};
    struct error error = {0};
    *run = (struct run){.made = doctored_new(&change)};
    struct archive_folder folder = made_folder(run->made);
    run->read = archive_read(&folder, "made.tri", &error);
    assert_non_null(run->read);
    size_t rows = 0;
    for (int i = 0; i < ROUTINES; i++) {
        if (samples[i] < 1)
            continue;
        run->parent[rows] = ARCHIVE_NONE;
        run->name[rows] = text_of(run->read, names[i]);
        run->samples[rows] = (uint64_t)samples[i];
        run->time[rows] = (uint64_t)samples[i] * PERIOD;
        rows++;
    }
    run->archive = *run->read;
    run->archive.stacks = (struct archive_stacks){.rows = rows,
                                                  .lane = run->lane,
                                                  .parent = run->parent,
                                                  .name = run->name,
                                                  .binary = run->empty,
                                                  .file = run->empty,
                                                  .line = run->line,
                                                  .inlined = run->inlined,
                                                  .samples = run->samples,
                                                  .time = run->time};
}

/* Writes the table; each row must have all cells. */
static void write_table(const struct analysis_sampled_changes *sampled, bool all)
{
    const struct report_options options = {.format = REPORT_CSV};
    struct report_sheet *sheet = report_changes_sampled_sheet(sampled, all, &options);
    struct buffer text = {0};
    report_csv_sheet(&text, sheet);
    assert_int_equal(all || report_sheet_rows(sheet) == sampled->changed, true);
    report_sheet_free(sheet);
    buffer_free(&text);
}

/* Writes a condition and its result. */
static void test_condition(const struct analysis_changes *changes,
                           const struct analysis_sampled_changes *sampled, const char *condition,
                           struct buffer *text)
{
    struct report_changes_check check = {0};
    struct error error = {0};
    assert_true(analysis_condition_read(&check.condition, condition, &error));
    check.result = analysis_condition_test(&check.condition, changes, sampled);
    if (check.result.known)
        report_changes_check_words(changes, &check, text);
    else
        buffer_add(text, check.result.rows ? "unknown" : "nothing");
    analysis_condition_free(&check.condition);
}

/* Compares runs, and writes what changed: "slower solve 2x; ", or the result of a condition. */
static char *compare(const double (*samples)[ROUTINES], size_t before, size_t count,
                     const char *condition)
{
    static struct run runs[MOST];
    const struct archive *archives[MOST];
    const struct analysis_changes_limits usual = {0};
    for (size_t i = 0; i < count; i++) {
        run_new(&runs[i], samples[i]);
        archives[i] = &runs[i].archive;
    }
    struct analysis_changes *changes =
        analysis_changes_new(archives, before, count - before, false, &usual);
    struct analysis_sampled_changes *sampled = analysis_sampled_changes_new(changes);
    struct buffer text = {0};
    for (size_t i = 0; sampled && i < sampled->count; i++) {
        const struct analysis_sampled_routine *routine = &sampled->routines[i];
        if (routine->has_changed && !condition)
            buffer_printf(&text, "%s %.0f -> %.0f%s; ", analysis_sampled_name(changes, routine),
                          routine->median[0] / PERIOD, routine->median[1] / PERIOD,
                          isnan(routine->p) ? "?" : "");
    }
    if (condition) {
        test_condition(changes, sampled, condition, &text);
    } else if (!sampled) {
        buffer_add(&text, "no samples");
    } else {
        write_table(sampled, false);
        write_table(sampled, true);
    }
    analysis_sampled_changes_free(sampled);
    analysis_changes_free(changes);
    for (size_t i = 0; i < count; i++) {
        archive_close(runs[i].read);
        made_free(runs[i].made);
    }
    return buffer_take(&text);
}

static void check(const double (*samples)[ROUTINES], size_t before, size_t count,
                  const char *expected)
{
    char *found = compare(samples, before, count, NULL);
    assert_string_equal(found, expected);
    free(found);
}

static void finds_what_changed(void **state)
{
    (void)state;
    static const double runs[][ROUTINES] = {{10, 400, 150}, {12, 410, 155}, {11, 395, 148},
                                            {11, 800, 152}, {10, 815, 149}, {13, 790, 156}};
    check(runs, 3, 6, "solve 400 -> 800; ");
}

static void finds_what_is_new_and_gone(void **state)
{
    (void)state;
    static const double runs[][ROUTINES] = {{10, 400, 0}, {12, 410, 0}, {11, 395, 0},
                                            {11, 0, 152}, {10, 0, 149}, {13, 0, 156}};
    check(runs, 3, 6, "solve 400 -> 0; norm 0 -> 152; ");
}

static void one_run_on_each_side_leaves_a_doubt(void **state)
{
    (void)state;
    static const double clear[][ROUTINES] = {{10, 400, 150}, {11, 1000, 152}};
    static const double chance[][ROUTINES] = {{10, 400, 150}, {11, 500, 152}};
    check(clear, 1, 2, "solve 400 -> 1000?; ");
    check(chance, 1, 2, "");
}

/* Numbers of samples that happen to be the same in all runs of a side have no less chance in
 * them. */
static void few_samples_tell_nothing(void **state)
{
    (void)state;
    static const double runs[][ROUTINES] = {{9, 400, 9},  {9, 400, 9},  {9, 400, 9},
                                            {13, 400, 4}, {13, 400, 4}, {13, 400, 4}};
    check(runs, 3, 6, "");
}

static void runs_without_samples(void **state)
{
    (void)state;
    static const double none[][ROUTINES] = {{0, 0, 0}, {0, 0, 0}},
                        half[][ROUTINES] = {{9, 90, 9}, {0, 0, 0}};
    check(none, 1, 2, "no samples");
    check(half, 1, 2, "");
}

static void conditions(void **state)
{
    (void)state;
    static const double runs[][ROUTINES] = {{10, 400, 150}, {12, 410, 155}, {11, 395, 148},
                                            {11, 800, 190}, {10, 815, 170}, {13, 790, 160}};
    static const char *const expected[][2] = {
        {"any time > 1.05x", "any time > 1.05x: yes, solve has, by its samples, 400.0 ms before "
                             "and 800.0 ms after (2x)"},
        {"routine:so* time > 50%", "routine:so* time > 50%: yes, solve has, by its samples, 400.0 "
                                   "ms before and 800.0 ms after (2x)"},
        {"solve time > 2.5x", "solve time > 2.5x: no"},
        {"norm time > 1.01x", "norm time > 1.01x: no"}, /* it may be chance */
        {"solve time > 700ms", "solve time > 700ms: yes, solve has, by its samples, 400.0 ms "
                               "before and 800.0 ms after (2x)"},
        {"changes > 0", "changes > 0: yes, there are 1"},
        {"solve visits > 1x", "solve visits > 1x: no"},
        {"other time > 1x", "nothing"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char *found = compare(runs, 3, 6, expected[i][0]);
        assert_string_equal(found, expected[i][1]);
        free(found);
    }
    /* It may have had another name before. */
    static const double fresh[][ROUTINES] = {{10, 400, 0}, {11, 0, 400}};
    char *found = compare(fresh, 1, 2, "any time > 10%");
    assert_string_equal(found, "any time > 10%: no");
    free(found);
}

/* Returns a number of samples around a mean, as chance draws it. */
static double draw(uint64_t *random, double mean)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        sum += (double)(*random >> 11) / 9007199254740992.0;
    }
    return fmax(0, floor(mean + sqrt(mean) * sum + 0.5));
}

static void equal_runs_do_not_differ(void **state)
{
    (void)state;
    static const double means[ROUTINES] = {12, 400, 90};
    uint64_t random = 7;
    for (int pair = 0; pair < PAIRS; pair++) {
        double runs[MOST][ROUTINES];
        size_t before = 1 + (size_t)pair % 5;
        for (size_t i = 0; i < 2 * before; i++) {
            for (int k = 0; k < ROUTINES; k++)
                runs[i][k] = draw(&random, means[k]);
        }
        check((const double(*)[ROUTINES])runs, before, 2 * before, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_changed),
        cmocka_unit_test(finds_what_is_new_and_gone),
        cmocka_unit_test(one_run_on_each_side_leaves_a_doubt),
        cmocka_unit_test(few_samples_tell_nothing),
        cmocka_unit_test(runs_without_samples),
        cmocka_unit_test(conditions),
        cmocka_unit_test(equal_runs_do_not_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
