/* test_changes.c: what was changed on purpose is found, and nothing else. */
#include "unit.h"

#include "analysis/changes/changes.h"
#include "analysis/changes/condition.h"
#include "cube/region_words.h"
#include "doctored.h"
#include "format/loops.h"
#include "report/compare/changes.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 12, PAIRS = 100 };

/* Runs that are compared, those before first. */
struct runs {
    struct made *made[MOST];
    struct archive *archives[MOST];
    size_t count;
};

static void add(struct runs *runs, struct doctored change, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        struct error error = {0};
        change.seed = seed * 1000 + i;
        runs->made[runs->count] = doctored_new(&change);
        struct archive_folder folder = made_folder(runs->made[runs->count]);
        runs->archives[runs->count] = archive_read(&folder, "made.tri", &error);
        assert_non_null(runs->archives[runs->count]);
        runs->count++;
    }
}

static void runs_free(struct runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        archive_close(runs->archives[i]);
        made_free(runs->made[i]);
    }
}

static struct analysis_changes *compare(const struct runs *runs, size_t before, bool paths)
{
    const struct analysis_changes_limits usual = {0};
    return analysis_changes_new((const struct archive *const *)runs->archives, before,
                                runs->count - before, paths, &usual);
}

/* The changes as text: "slower loop 2 of solve time; ...", without the run itself, whose time may
 * follow. */
static char *words(const struct analysis_changes *changes)
{
    struct buffer to = {0};
    for (size_t i = 0; i < changes->change_count; i++) {
        const struct analysis_change *change = &changes->changes[i];
        if (!change->row)
            continue;
        buffer_add(&to, to.used ? "; " : "");
        buffer_printf(&to, "%s ", report_changes_word(changes, change));
        report_changes_label(changes, change->row, &to);
        if (!change->fate)
            buffer_printf(&to, ": %s", report_changes_measure(change->measure));
    }
    return buffer_take(&to);
}

/* Compares so many runs without the change with as many that have it. */
static void check(struct doctored change, double noise, size_t count, bool paths,
                  const char *expected)
{
    struct runs runs = {0};
    change.noise = noise;
    add(&runs, (struct doctored){.noise = noise}, count, 1);
    add(&runs, change, count, 2);
    struct analysis_changes *changes = compare(&runs, count, paths);
    char *found = words(changes);
    assert_string_equal(found, expected);
    free(found);
    analysis_changes_free(changes);
    runs_free(&runs);
}

static void doctored(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 5; count += 2) {
        const char *slower =
            count == 1 ? "slower? loop 2 of solve: time" : "slower loop 2 of solve: time";
        double noise = count == 1 ? 0.001 : 0.005;
        check((struct doctored){.slower = 1.4}, noise, count, false, slower);
        check((struct doctored){.name = "relax"}, noise, count, false, "renamed relax (was solve)");
        check((struct doctored){.bytes = 32000}, noise, count, false,
              "more MPI_Send of main: bytes");
        check((struct doctored){.trips = 2100}, noise, count, false, "more loop 1 of solve: trips");
        check((struct doctored){.gone = true}, noise, count, false, "gone loop 2 of main");
        check((struct doctored){.moved = 3}, noise, count, false, "");
        check((struct doctored){.name = "solve.constprop.0"}, noise, count, false, "");
        check((struct doctored){.counted = true}, noise, count, false, "");
        check((struct doctored){.counted = true}, noise, count, true, "");
        check(
            (struct doctored){.slower = 1.4, .gone = true, .moved = 7, .trips = 1999}, noise, count,
            false,
            count == 1
                ? "slower? loop 2 of solve: time; gone loop 2 of main; fewer loop 1 of solve: trips"
                : "slower loop 2 of solve: time; gone loop 2 of main; fewer loop 1 of solve: "
                  "trips");
    }
}

static void paths(void **state)
{
    (void)state;
    check((struct doctored){.slower = 1.4, .moved = 2}, 0.005, 5, true,
          "slower main > loop 1 > solve > loop 1 > loop 2: time");
    check((struct doctored){.name = "relax", .bytes = 1}, 0.005, 5, true,
          "renamed main > loop 1 > relax (was solve); fewer main > loop 1 > MPI_Send: bytes");
}

/* Equal runs do not differ, however many there are, and however noisy they are. */
static void equal(void **state)
{
    (void)state;
    static const size_t counts[][2] = {{5, 5}, {3, 3}, {2, 6}};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        for (uint64_t i = 0; i < PAIRS; i++) {
            struct runs runs = {0};
            struct doctored same = {.noise = i % 2 ? 0.01 : 0.05};
            add(&runs, same, counts[k][0], 100 + 2 * i);
            add(&runs, same, counts[k][1], 101 + 2 * i);
            struct analysis_changes *changes = compare(&runs, counts[k][0], false);
            assert_int_equal(changes->change_count, 0);
            analysis_changes_free(changes);
            runs_free(&runs);
        }
    }
}

/* Nor do runs of which few know a time. */
static void equal_few(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < PAIRS; i++) {
        struct runs runs = {0};
        for (uint64_t side = 0; side < 2; side++) {
            add(&runs, (struct doctored){.noise = 0.1}, 1, 100 + 4 * i + side);
            add(&runs, (struct doctored){.noise = 0.1, .counted = true}, 4, 102 + 4 * i + side);
        }
        struct analysis_changes *changes = compare(&runs, 5, false);
        assert_int_equal(changes->change_count, 0);
        analysis_changes_free(changes);
        runs_free(&runs);
    }
}

static void equal_single(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < PAIRS; i++) {
        struct runs runs = {0};
        add(&runs, (struct doctored){.noise = 0.002}, 1, 2 * i);
        add(&runs, (struct doctored){.noise = 0.002}, 1, 2 * i + 1);
        struct analysis_changes *changes = compare(&runs, 1, false);
        assert_int_equal(changes->change_count, 0);
        analysis_changes_free(changes);
        runs_free(&runs);
    }
}

static bool holds(const struct analysis_changes *changes, const char *text, size_t *rows)
{
    struct analysis_condition condition;
    struct error error = {0};
    assert_true(analysis_condition_read(&condition, text, &error));
    struct analysis_condition_result result = analysis_condition_test(&condition, changes, NULL);
    analysis_condition_free(&condition);
    if (rows)
        *rows = result.rows;
    return result.holds > 0;
}

static void conditions(void **state)
{
    (void)state;
    struct runs runs = {0};
    size_t rows = 0;
    add(&runs, (struct doctored){.noise = 0.005}, 5, 1);
    add(&runs, (struct doctored){.noise = 0.005, .slower = 1.4, .trips = 2200}, 5, 2);
    struct analysis_changes *changes = compare(&runs, 5, false);
    assert_true(holds(changes, "time > 1.05x", NULL));
    assert_true(holds(changes, "time>5%", NULL));
    assert_false(holds(changes, "time > 1.5x", NULL));
    assert_false(holds(changes, "time < 1x", NULL));
    assert_true(holds(changes, "time > 1s", NULL));
    assert_false(holds(changes, "time > 20s", NULL));
    assert_true(holds(changes, "any time >= 30 %", NULL));
    assert_false(holds(changes, "norm time > 1.0001x", &rows)); /* may be noise */
    assert_int_equal(rows, 1);
    assert_true(holds(changes, "loop:solve time > 1.3x", &rows));
    assert_int_equal(rows, 2);
    assert_true(holds(changes, "any trips != 1x", NULL));
    assert_false(holds(changes, "main trips != 1x", NULL));
    assert_true(holds(changes, "solve inclusive > 1.2x", NULL));
    assert_false(holds(changes, "any bytes > 20k", NULL));
    assert_true(holds(changes, "any bytes > 15k", NULL));
    assert_true(holds(changes, "changes > 0", NULL));
    assert_false(holds(changes, "changes > 3", NULL));
    holds(changes, "nowhere time > 1x", &rows);
    assert_int_equal(rows, 0);
    analysis_changes_free(changes);
    runs_free(&runs);
}

/* A difference of exactly so many percent is not more, in percent or as a ratio. */
static void limits_of_conditions(void **state)
{
    (void)state;
    struct runs runs = {0};
    add(&runs, (struct doctored){.trips = 10}, 1, 1);
    add(&runs, (struct doctored){.trips = 11}, 1, 2);
    struct analysis_changes *changes = compare(&runs, 1, false);
    assert_false(holds(changes, "solve trips > 10%", NULL));
    assert_false(holds(changes, "solve trips > 1.1x", NULL));
    assert_true(holds(changes, "solve trips <= 10%", NULL));
    assert_true(holds(changes, "solve trips == 10%", NULL));
    assert_true(holds(changes, "solve trips == 1.1x", NULL));
    assert_true(holds(changes, "solve trips > 9.9%", NULL));
    assert_true(holds(changes, "solve trips > 1.099x", NULL));
    analysis_changes_free(changes);
    runs_free(&runs);
}

/* What is new or gone within a routine is a part of its time, and has counts of 0 on the other
 * side. */
static void added(void **state)
{
    (void)state;
    for (int gone = 0; gone < 2; gone++) {
        for (int paths = 0; paths < 2; paths++) {
            struct runs runs = {0};
            add(&runs, (struct doctored){.added = gone}, 1, 1);
            add(&runs, (struct doctored){.added = !gone}, 1, 2);
            struct analysis_changes *changes = compare(&runs, 1, paths);
            assert_int_equal(changes->within, 2);
            const struct analysis_change *change = &changes->changes[1]; /* after the run's */
            assert_true(change->fate);
            assert_int_equal(change->measure, CHANGES_TIME);
            assert_true((gone ? change->before : change->after) == 300e6);
            assert_true(isnan(gone ? change->after : change->before));
            assert_true(holds(changes, "any visits != 1x", NULL));
            assert_true(holds(changes, "any trips != 1x", NULL));
            assert_int_equal(holds(changes, "any trips > 1x", NULL), !gone);
            assert_int_equal(holds(changes, "any trips > 100%", NULL), !gone);
            assert_int_equal(holds(changes, "any trips < 1x", NULL), gone);
            assert_int_equal(holds(changes, "extra visits == -100%", NULL), gone);
            assert_int_equal(holds(changes, "extra visits == 0", NULL), gone);
            assert_false(holds(changes, "any bytes != 1x", NULL));
            assert_false(holds(changes, "main visits != 1x", NULL));
            analysis_changes_free(changes);
            runs_free(&runs);
        }
    }
}

/* The same with runs whose instructions were counted. */
static void added_instructions(void **state)
{
    (void)state;
    for (int counted = 0; counted < 2; counted++) {
        struct runs runs = {0};
        add(&runs, (struct doctored){0}, 1, 1);
        add(&runs, (struct doctored){.added = true}, 1, 2);
        for (size_t i = 0; i < 2; i++) {
            struct archive_nodes *nodes = &runs.archives[i]->nodes;
            for (size_t k = 0; k < nodes->rows; k++) {
                nodes->timed[k] = nodes->inclusive_time[k] = 0;
                nodes->instructions[k] = i || counted ? nodes->visits[k] + 10 * nodes->trips[k] : 0;
            }
        }
        struct analysis_changes *changes = compare(&runs, 1, false);
        assert_int_equal(holds(changes, "any instructions > 1x", NULL), counted);
        assert_true(holds(changes, "any visits > 1x", NULL));
        for (size_t i = 0; i < changes->change_count; i++) {
            const struct analysis_change *change = &changes->changes[i];
            if (!change->fate || change->measure != CHANGES_INSTRUCTIONS)
                continue;
            assert_true(change->after == 240 + 10 * 30200);
            counted |= 2;
        }
        assert_true(counted & 2);
        counted &= 1;
        analysis_changes_free(changes);
        runs_free(&runs);
    }
}

/* A region is not gone if a run did not measure its routine. */
static void unmeasured(void **state)
{
    (void)state;
    struct runs runs = {0};
    add(&runs, (struct doctored){0}, 1, 1);
    add(&runs, (struct doctored){.gone = true}, 1, 2);
    struct archive *after = runs.archives[1];
    const struct archive_natives natives = after->natives;
    uint32_t main = 0;
    for (uint32_t i = 0; i < after->regions.rows; i++)
        main = strcmp(cube_region_name(after, i), "main") ? main : after->regions.name[i];
    for (size_t rows = 0; rows < 2; rows++) {
        after->natives.rows = rows;
        after->natives.name = &main;
        struct analysis_changes *changes = compare(&runs, 1, false);
        char *found = words(changes);
        assert_string_equal(found, rows ? "" : "gone loop 2 of main");
        assert_int_equal(holds(changes, "any trips != 1x", NULL), !rows);
        free(found);
        analysis_changes_free(changes);
    }
    after->natives = natives;
    runs_free(&runs);
}

/* Writes the source file /made.c into the folder of an archive. */
static void write_source(const char *archive, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "%s/source", archive);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/source/made.c", archive);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_source(const char *archive)
{
    char path[64];
    snprintf(path, sizeof path, "%s/source/made.c", archive);
    remove(path);
    snprintf(path, sizeof path, "%s/source", archive);
    remove(path);
    remove(archive);
}

/* A loop of a binary that is gone may be executed elsewhere, if its source is the same. */
static void elsewhere(void **state)
{
    (void)state;
    char folders[2][32] = {"/tmp/changes-XXXXXX", "/tmp/changes-XXXXXX"};
    assert_non_null(mkdtemp(folders[0]));
    assert_non_null(mkdtemp(folders[1]));
    write_source(folders[0], "int main(void) {}");
    for (int i = 0; i < 4; i++) {
        bool binary = i & 1, same = i & 2;
        struct runs runs = {0};
        write_source(folders[1], same ? "int main(void) {}" : "int main() {}");
        add(&runs, (struct doctored){.file = "/made.c"}, 1, 1);
        add(&runs, (struct doctored){.file = "/made.c", .gone = true}, 1, 2);
        for (size_t k = 0; k < 2; k++) {
            struct archive_regions *regions = &runs.archives[k]->regions;
            free(runs.archives[k]->path);
            runs.archives[k]->path = memory_string(folders[k]);
            for (size_t n = 0; n < regions->rows; n++)
                regions->flags[n] |= binary ? FORMAT_BINARY : 0;
        }
        struct analysis_changes *changes = compare(&runs, 1, false);
        assert_int_equal(changes->elsewhere, binary && same);
        assert_int_equal(holds(changes, "any trips != 1x", NULL), !(binary && same));
        char *found = words(changes);
        assert_string_equal(found, "gone loop 2 of main");
        free(found);
        analysis_changes_free(changes);
        runs_free(&runs);
    }
    remove_source(folders[0]);
    remove_source(folders[1]);
}

/* Facts on a loop of a binary, which are put into an archive. */
struct facts {
    uint32_t factor, flags; /* factor 0: not known */
};

static uint32_t find_line(const struct archive *archive, uint32_t line)
{
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        if (archive->regions.line[i] == line)
            return i;
    }
    return 0;
}

/* Compares 20,000 trips of loop 42 before with so many after, and with these facts. Returns the
 * changes in words. */
static char *compare_facts(struct facts before, struct facts after, uint64_t trips,
                           const char *condition, int holding, size_t *untold)
{
    struct runs runs = {0};
    struct facts facts[] = {before, after};
    static uint32_t region[2], none[1], factor[2], flags[2];
    static uint64_t address[1];
    struct archive_loops kept[2];
    add(&runs, (struct doctored){.trips = 20000}, 1, 1);
    add(&runs, (struct doctored){.trips = trips}, 1, 2);
    for (size_t i = 0; i < 2; i++) {
        kept[i] = runs.archives[i]->loops;
        region[i] = find_line(runs.archives[i], 42);
        factor[i] = facts[i].factor;
        flags[i] = facts[i].flags;
        struct archive_loops *loops = &runs.archives[i]->loops;
        *loops = (struct archive_loops){.rows = 1,
                                        .region = &region[i],
                                        .factor = &factor[i],
                                        .flags = &flags[i],
                                        .binary = none,
                                        .inlined = none,
                                        .rest_of = none,
                                        .address = address};
    }
    struct analysis_changes *changes = compare(&runs, 1, false);
    char *found = words(changes);
    assert_int_equal(holds(changes, condition, NULL), holding);
    *untold = changes->untold;
    analysis_changes_free(changes);
    for (size_t i = 0; i < 2; i++)
        runs.archives[i]->loops = kept[i];
    runs_free(&runs);
    return found;
}

/* Trips are compared only where it is known how many source iterations they are. */
static void factors(void **state)
{
    (void)state;
    enum { VECTOR = FORMAT_LOOP_VECTOR, RESTS = FORMAT_LOOP_RESTS };
    static const struct {
        struct facts before, after;
        uint64_t trips;
        bool compared, differs;
    } cases[] = {
        {{1, 0}, {2, VECTOR}, 10000, true, false},
        {{1, 0}, {2, VECTOR}, 5000, true, true},
        {{0, 0}, {0, 0}, 10000, true, true}, /* not known to be more than one */
        {{1, 0}, {0, VECTOR}, 10000, false, false},
        {{0, VECTOR}, {1, 0}, 10000, false, false},
        {{0, VECTOR}, {0, VECTOR}, 10000, false, false},
        {{1, 0}, {0, 0}, 10000, false, false},
        {{0, 0}, {4, VECTOR}, 10000, false, false},
        {{1, 0}, {2, VECTOR | RESTS}, 9999, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t untold;
        char *found = compare_facts(cases[i].before, cases[i].after, cases[i].trips,
                                    "any trips != 1x", cases[i].differs, &untold);
        assert_string_equal(found, cases[i].differs ? "fewer loop 1 of solve: trips" : "");
        assert_int_equal(untold, !cases[i].compared);
        free(found);
    }
}

static void bad_conditions(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"time", "no operator"},
        {"", "no operator"},
        {"time > fast", "not a number"},
        {"time > 1.05", "not a number"},
        {"speed > 1x", "not a measure"},
        {"trips > 1x", "as a whole"},
        {"any trips > 5 s", "not a number"},
        {"changes > 1x", "not a number"},
        {"time > nanx", "not a number"},
        {"> 1x", "not a measure"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct analysis_condition condition;
        struct error error = {0};
        assert_false(analysis_condition_read(&condition, bad[i][0], &error));
        assert_non_null(strstr(error.text, bad[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doctored),
        cmocka_unit_test(paths),
        cmocka_unit_test(equal),
        cmocka_unit_test(equal_few),
        cmocka_unit_test(equal_single),
        cmocka_unit_test(conditions),
        cmocka_unit_test(bad_conditions),
        cmocka_unit_test(limits_of_conditions),
        cmocka_unit_test(unmeasured),
        cmocka_unit_test(factors),
        cmocka_unit_test(elsewhere),
        cmocka_unit_test(added),
        cmocka_unit_test(added_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
