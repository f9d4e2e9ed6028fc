/* test_division.c: what became of loops, by trips known by hand. */
#include "unit.h"

#include "analysis/division/division.h"
#include "format/loops.h"
#include "made.h"
#include "report/compare/division.h"

#include <stdlib.h>
#include <string.h>

enum { LOOPS = 6, MOST_RANKS = 4 };

/* A run of `main`, which has loops in lines 1, 2 and so on; each trip takes 1 ns. */
struct run {
    struct made *made;
    struct archive *archive;
};

struct shape {
    uint32_t ranks;
    uint64_t trips[LOOPS][MOST_RANKS]; /* a loop without trips is not there */
    uint32_t below;                    /* lines that stand above them */
    const char *file, *routine;        /* NULL: made.c, main */
};

static uint32_t add_region_in(struct made_place *place, uint32_t kind, uint32_t line,
                              const char *name, const char *file)
{
    struct format_region row = {.kind = kind,
                                .seq = kind == TRI_KIND_LOOP ? line : 0,
                                .line = line,
                                .end_line = line,
                                .routine = kind == TRI_KIND_LOOP ? 1 : 0};
    return made_region(place, row, name, file ? file : "made.c", "");
}

static uint32_t add_region(struct made_place *place, uint32_t kind, uint32_t line, const char *name)
{
    return add_region_in(place, kind, line, name, NULL);
}

static void add_rank(struct made *made, const struct shape *shape, uint32_t number)
{
    struct made_place *place = made_add_place(made);
    place->record.parent_place = -1;
    place->record.state = FORMAT_PLACE_EXITED;
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "a", MADE_START, MADE_START + 100000);
    if (shape->ranks > 1)
        made_rank(place, number, shape->ranks);
    uint64_t all = 0;
    for (uint32_t i = 0; i < LOOPS; i++)
        all += shape->trips[i][number];
    uint32_t main = add_region_in(place, TRI_KIND_ROUTINE, 1,
                                  shape->routine ? shape->routine : "main", shape->file);
    uint32_t routine = made_node(profile, root, main, 1, all);
    for (uint32_t i = 0; i < LOOPS; i++) {
        uint32_t region =
            add_region_in(place, TRI_KIND_LOOP, shape->below + i + 1, "", shape->file);
        if (!shape->trips[i][number])
            continue;
        uint32_t node = made_node(profile, routine, region, 1, shape->trips[i][number]);
        made_at(profile, node)->trips = shape->trips[i][number];
    }
}

static struct run run_new(const struct shape *shape)
{
    struct run run = {.made = made_new()};
    struct error error = {0};
    for (uint32_t i = 0; i < shape->ranks; i++)
        add_rank(run.made, shape, i);
    struct archive_folder folder = made_folder(run.made);
    run.archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(run.archive);
    return run;
}

static void run_free(struct run *run)
{
    archive_close(run->archive);
    made_free(run->made);
}

/* The node of the loop in a line of the first run that has it. */
static uint32_t find(const struct analysis_division *division, uint32_t line)
{
    for (uint32_t i = 1; i < division->count; i++) {
        const struct archive *archive;
        uint32_t region = analysis_division_region(division, i, &archive);
        if (archive->regions.kind[region] == TRI_KIND_LOOP && archive->regions.line[region] == line)
            return i;
    }
    fail_msg("there is no loop in line %u", line);
    return 0;
}

static void near(double is, double must)
{
    assert_true(is > must - 1e-9 && is < must + 1e-9);
}

static const struct shape serial = {
    1, {{1000}, {1000}, {1000}, {1000}, {1000}, {0}}, 0, NULL, NULL};

static void verdicts(void **state)
{
    (void)state;
    const struct shape four = {4,
                               {{250, 250, 250, 250},
                                {100, 400, 400, 100},
                                {1000, 1000, 1000, 1000},
                                {1000, 0, 0, 0},
                                {500, 500, 500, 500},
                                {7, 7, 7, 7}},
                               0,
                               NULL,
                               NULL};
    static const enum analysis_division_verdict expected[] = {DIVISION_DIVIDED,    DIVISION_UNEVEN,
                                                              DIVISION_REPLICATED, DIVISION_ALONE,
                                                              DIVISION_PARTLY,     DIVISION_NEW};
    struct run runs[] = {run_new(&serial), run_new(&four)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    assert_int_equal(division->work, DIVISION_TIME);
    assert_int_equal(division->trees[1]->worker_count, 4);
    for (uint32_t i = 0; i < LOOPS; i++) {
        struct analysis_division_numbers numbers =
            analysis_division_judge(division, find(division, i + 1), 1);
        assert_int_equal(numbers.verdict, expected[i]);
    }
    struct analysis_division_numbers uneven =
        analysis_division_judge(division, find(division, 2), 1);
    assert_int_equal(uneven.before, 1000);
    assert_int_equal(uneven.sum, 1000);
    near(uneven.uneven, 1.6);
    near(analysis_division_judge(division, find(division, 5), 1).again, 1.0 / 3);
    struct analysis_division_bound bound = analysis_division_bound(division, 1);
    near(bound.before, 5000);
    near(bound.alone, 0.2);
    near(bound.replicated, (1000 + 1000.0 / 3) / 5000);
    near(bound.limit, 1 / (bound.alone + bound.replicated));
    assert_int_equal(bound.busiest, 0);
    near(bound.most, 250 + 100 + 1000 + 1000 + 500 + 7);
    near(bound.limit_balance, 5000.0 / bound.most);
    near(division->share[find(division, 1)], 0.2);
    near(division->below[1], 1); /* what is new is no part of the first run's main */
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Facts on a loop of a binary. */
struct facts {
    uint32_t factor, flags;     /* factor 0: not known */
    uint64_t address, executed; /* instructions per trip; 0: they were not counted */
};

static const uint32_t of_no_text[1];

/* Returns what became of a loop of 1,000 trips that four ranks made so many of each, if the loop in
 * the two runs is like that. */
static enum analysis_division_verdict verdict_of(struct facts before, struct facts after,
                                                 uint64_t each)
{
    const struct shape shapes[] = {{1, {{1000}}, 0, NULL, NULL},
                                   {4, {{each, each, each, each}}, 0, NULL, NULL}};
    const struct facts *facts[] = {&before, &after};
    struct run runs[2];
    struct archive_loops kept[2];
    uint32_t region[2] = {0};
    const struct archive *archives[2];
    for (size_t i = 0; i < 2; i++) {
        runs[i] = run_new(&shapes[i]);
        struct archive *archive = runs[i].archive;
        for (uint32_t k = 0; k < archive->regions.rows; k++)
            region[i] = archive->regions.kind[k] == TRI_KIND_LOOP && archive->regions.line[k] == 1
                            ? k
                            : region[i];
        for (size_t k = 0; k < archive->nodes.rows; k++)
            archive->nodes.instructions[k] = facts[i]->executed * archive->nodes.trips[k];
        kept[i] = archive->loops;
        archive->loops = (struct archive_loops){.rows = 1,
                                                .region = &region[i],
                                                .factor = (uint32_t *)&facts[i]->factor,
                                                .flags = (uint32_t *)&facts[i]->flags,
                                                .address = (uint64_t *)&facts[i]->address,
                                                .binary = (uint32_t *)of_no_text,
                                                .inlined = (uint32_t *)of_no_text,
                                                .rest_of = (uint32_t *)of_no_text};
        archives[i] = archive;
    }
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    enum analysis_division_verdict verdict =
        analysis_division_judge(division, find(division, 1), 1).verdict;
    analysis_division_free(division);
    for (size_t i = 0; i < 2; i++) {
        runs[i].archive->loops = kept[i];
        run_free(&runs[i]);
    }
    return verdict;
}

/* There is no verdict where it is not known how many source iterations trips are. */
static void unknown_factors(void **state)
{
    (void)state;
    enum { VECTOR = FORMAT_LOOP_VECTOR };
    const struct facts one = {1, 0, 10, 5}, four = {4, VECTOR, 20, 9}, vector = {0, VECTOR, 20, 9},
                       other = {0, VECTOR, 30, 9}, longer = {0, VECTOR, 20, 18},
                       uncounted = {0, VECTOR, 20, 0}, plain = {0, 0, 40, 5};
    assert_int_equal(verdict_of(one, one, 250), DIVISION_DIVIDED);
    assert_int_equal(verdict_of(one, one, 125), DIVISION_LESS);
    assert_int_equal(verdict_of(one, vector, 125), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(vector, one, 1000), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(vector, four, 250), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(vector, other, 250), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(vector, longer, 125), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(uncounted, uncounted, 250), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(vector, vector, 250), DIVISION_DIVIDED);
    assert_int_equal(verdict_of(vector, vector, 1000), DIVISION_REPLICATED);
    assert_int_equal(verdict_of(one, plain, 250), DIVISION_DIVIDED);
    assert_int_equal(verdict_of(one, plain, 125), DIVISION_UNTOLD);
    assert_int_equal(verdict_of(plain, plain, 125), DIVISION_LESS);
}

static void gone_and_changed(void **state)
{
    (void)state;
    const struct shape other = {1, {{1000}, {0}, {2000}, {500}, {1000}, {0}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&serial), run_new(&other)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    static const enum analysis_division_verdict expected[] = {
        DIVISION_SAME, DIVISION_GONE, DIVISION_MORE, DIVISION_LESS, DIVISION_SAME};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(analysis_division_judge(division, find(division, i + 1), 1).verdict,
                         expected[i]);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Two trips of four are half of them for each, however few that is. */
static void few(void **state)
{
    (void)state;
    const struct shape one = {1, {{4}, {3}, {4}, {5}, {4}, {1}}, 0, NULL, NULL};
    const struct shape four = {
        4,
        {{2, 2, 2, 2}, {1, 1, 1, 0}, {1, 1, 1, 1}, {0, 1, 0, 0}, {4, 0, 0, 0}, {1, 1, 1, 1}},
        0,
        NULL,
        NULL};
    static const enum analysis_division_verdict expected[] = {
        DIVISION_PARTLY, DIVISION_DIVIDED, DIVISION_DIVIDED,
        DIVISION_LESS,   DIVISION_ALONE,   DIVISION_REPLICATED};
    struct run runs[] = {run_new(&one), run_new(&four)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    for (uint32_t i = 0; i < LOOPS; i++)
        assert_int_equal(analysis_division_judge(division, find(division, i + 1), 1).verdict,
                         expected[i]);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Another version of the source: all loops stand a hundred lines further down. */
static void moved(void **state)
{
    (void)state;
    const struct shape far = {
        2, {{500, 500}, {500, 500}, {500, 500}, {500, 500}, {500, 500}}, 100, NULL, NULL};
    struct run runs[] = {run_new(&serial), run_new(&far)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(analysis_division_judge(division, find(division, i + 1), 1).verdict,
                         DIVISION_DIVIDED);
    assert_int_equal(division->count, 1 + 1 + 5);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Threads of a team run a function that the first one calls from somewhere. */
static void threads(void **state)
{
    (void)state;
    struct run runs[2];
    for (int i = 0; i < 2; i++) {
        struct error error = {0};
        runs[i].made = made_new();
        struct made_place *place = made_add_place(runs[i].made);
        place->record.parent_place = -1;
        place->record.state = FORMAT_PLACE_EXITED;
        struct made_profile *profile = made_add_profile(place);
        uint32_t routine = add_region(place, TRI_KIND_ROUTINE, 1, "main");
        uint32_t body = add_region(place, TRI_KIND_ROUTINE, 2, "body");
        uint64_t trips = i ? 50 : 100;
        uint32_t root = made_lane(profile, 0, "a", MADE_START, MADE_START + 1000);
        uint32_t node = made_node(profile, root, routine, 1, trips);
        node = made_node(profile, node, body, 1, trips);
        made_at(profile, node)->trips = trips;
        if (i) {
            root = made_lane(profile, 1, "b", MADE_START, MADE_START + 1000);
            node = made_node(profile, root, body, 1, trips);
        }
        struct archive_folder folder = made_folder(runs[i].made);
        runs[i].archive = archive_read(&folder, "made.tri", &error);
        assert_non_null(runs[i].archive);
    }
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    assert_int_equal(division->trees[1]->by, DIVISION_BY_LANE);
    assert_int_equal(division->trees[1]->worker_count, 2);
    assert_int_equal(division->count, 3);
    assert_int_equal(analysis_division_part(division, 2, 1, 1)->work, 50);
    near(analysis_division_bound(division, 1).limit_balance, 2);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Every format can be written of all these, and what is below a limit is left out and told. */
static void written(void **state)
{
    (void)state;
    const struct shape small = {2, {{500, 500}, {1, 1}, {1000, 1000}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&serial), run_new(&small)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 3, DIVISION_BY_ANY);
    static const char *const has[] = {"replicated", "\"verdict\": \"divided\"", ",gone,"};
    for (int i = 0; i < 3; i++) {
        struct report_options options = {
            .format = (enum report_format)i, .min_percent = 1, .width = 120};
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        report_division_write(out, division, NULL, &options);
        fclose(out);
        assert_non_null(strstr(text, has[i]));
        free(text);
    }
    struct report_options options = {.min_percent = 30};
    struct report_division_rows rows = report_division_rows_find(division, &options);
    assert_int_equal(rows.count, 1);
    assert_int_equal(rows.hidden, 5);
    report_division_rows_free(&rows);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

static char *text_of(const struct analysis_division *division)
{
    struct report_options options = {.min_percent = 1, .width = 120};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    report_division_write(out, division, NULL, &options);
    fclose(out);
    return text;
}

/* Another program, whose main calls the routine something else: loops are found by their order and
 * trips. One that has nothing in common is no reason to conclude anything. */
static void other_source(void **state)
{
    (void)state;
    const struct shape one = {1, {{5000}, {70000}, {5000}, {900}, {0}, {0}}, 0, NULL, NULL};
    const struct shape four = {4,
                               {{1250, 1250, 1250, 1250},
                                {17500, 17500, 17500, 17500},
                                {1250, 1250, 1250, 1250},
                                {900, 900, 900, 900},
                                {0},
                                {3, 3, 3, 3}},
                               50,
                               "parallel.c",
                               "main"};
    const struct shape stranger = {
        2,
        {{800, 801}, {7, 7}, {123, 123}, {31000, 31001}, {60, 60}, {2, 2}},
        9,
        "stranger.c",
        "run"};
    static const enum analysis_division_verdict expected[] = {
        DIVISION_DIVIDED, DIVISION_DIVIDED, DIVISION_DIVIDED, DIVISION_REPLICATED};
    struct run runs[] = {run_new(&one), run_new(&four), run_new(&stranger)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(analysis_division_judge(division, find(division, i + 1), 1).verdict,
                         expected[i]);
    assert_true(analysis_division_is_enough(division, 1));
    assert_int_equal(analysis_division_judge(division, find(division, 56), 1).verdict,
                     DIVISION_UNMATCHED);
    char *text = text_of(division);
    assert_non_null(strstr(text, "found in both runs have 100.0 % of the time"));
    assert_non_null(strstr(text, "Amdahl's law"));
    assert_non_null(strstr(text, "parallel.c:52")); /* where the second loop is now */
    free(text);
    analysis_division_free(division);
    archives[1] = runs[2].archive;
    division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    assert_false(analysis_division_is_enough(division, 1));
    text = text_of(division);
    assert_non_null(strstr(text, "not matched"));
    assert_non_null(strstr(text, "is too little to judge"));
    assert_null(strstr(text, "speed-up is"));
    assert_null(strstr(text, "gone"));
    free(text);
    analysis_division_free(division);
    for (int i = 0; i < 3; i++)
        run_free(&runs[i]);
}

/* Times that differ by chance make no work replicated, if the trips were divided. */
static void longer_times(void **state)
{
    (void)state;
    const struct shape one = {1, {{1000}}, 0, NULL, NULL}, two = {2, {{500, 500}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&one), run_new(&two)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    for (size_t i = 0; i < runs[1].archive->nodes.rows; i++)
        runs[1].archive->nodes.inclusive_time[i] *= 2;
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    struct analysis_division_bound bound = analysis_division_bound(division, 1);
    near(bound.sum / bound.before, 2);
    near(bound.replicated, 0);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Half of the time, the lanes of a run wait for two cores. */
static void crowd(struct archive *archive)
{
    for (size_t i = 0; i < archive->lanes.rows; i++)
        archive->lanes.queued[i] = 50000;
    for (size_t i = 0; i < archive->places.rows; i++) {
        archive->places.cores[i] = 2;
        archive->places.cores_low[i] = 3;
    }
}

/* The times of one rank, so many times as long. */
static void stretch(struct archive *archive, uint32_t rank, uint64_t times)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->places.rank[archive->lanes.place[archive->nodes.lane[i]]] == rank)
            archive->nodes.inclusive_time[i] *= times;
    }
}

/* A rank that waits for a core has no more to do than others: trips tell. */
static void waiting_for_cores(void **state)
{
    (void)state;
    const struct shape one = {1, {{1000}, {10}}, 0, NULL, NULL},
                       four = {4, {{250, 250, 250, 250}, {10, 10, 10, 10}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&one), run_new(&four)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    stretch(runs[1].archive, 2, 17);
    for (int crowded = 0; crowded < 2; crowded++) {
        if (crowded)
            crowd(runs[1].archive);
        struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
        struct analysis_division_bound bound = analysis_division_bound(division, 1);
        char *text = text_of(division);
        assert_int_equal(division->work, DIVISION_TIME);
        assert_int_equal(bound.load, crowded ? DIVISION_LOAD_TRIPS : DIVISION_LOAD_WORK);
        near(bound.uneven, crowded ? 1 : 17 * 4 / 20.0);
        near(bound.limit_balance, 1010.0 / (260 * (crowded ? 1 : 17)));
        near(bound.spread, 260 * (crowded ? 4 : 20) / 1010.0);
        near(bound.replicated, 10.0 / 1010);
        assert_true(!crowded == !strstr(text, "1.00 times the mean load by trips"));
        free(text);
        analysis_division_free(division);
    }
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* A few long trips do not tell: what they call may be divided in any way. */
static void waiting_with_few_trips(void **state)
{
    (void)state;
    const struct shape one = {1, {{4}}, 0, NULL, NULL}, two = {2, {{2, 2}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&one), run_new(&two)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    for (uint32_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < runs[i].archive->nodes.rows; k++)
            runs[i].archive->nodes.inclusive_time[k] *= 10000;
    }
    crowd(runs[1].archive);
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    assert_int_equal(analysis_division_bound(division, 1).load, DIVISION_LOAD_UNTOLD);
    char *text = text_of(division);
    assert_non_null(strstr(text, "It is unknown which rank has the most to do"));
    assert_null(strstr(text, "speed-up is"));
    free(text);
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* Loops that were only counted share the time of the routine around them, by their trips. A few
 * trips do not take all of it. */
static void only_counted(void **state)
{
    (void)state;
    const struct shape one = {1, {{30000}, {9999}, {1}}, 0, NULL, NULL},
                       two = {2, {{15000, 15000}, {9999, 0}, {1, 1}}, 0, NULL, NULL};
    struct run runs[] = {run_new(&one), run_new(&two)};
    const struct archive *archives[] = {runs[0].archive, runs[1].archive};
    for (uint32_t i = 0; i < 2; i++) {
        struct archive *archive = runs[i].archive;
        for (size_t k = 0; k < archive->nodes.rows; k++) {
            if (archive->regions.kind[archive->nodes.region[k]] != TRI_KIND_LOOP)
                continue;
            archive->nodes.timed[k] = ARCHIVE_UNTIMED;
            archive->nodes.inclusive_time[k] = 0;
        }
    }
    struct analysis_division *division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    assert_int_equal(division->work, DIVISION_TIME);
    near(division->share[find(division, 1)], 0.75);
    near(division->share[find(division, 2)], 9999 / 40000.0);
    near(analysis_division_bound(division, 1).alone, 9999 / 40000.0);
    char *text = text_of(division);
    assert_non_null(strstr(text, "30,000"));
    assert_non_null(strstr(text, "1 loop below 1 % not shown"));
    assert_non_null(strstr(text, "counted, not timed, have a share"));
    free(text);
    analysis_division_free(division);
    for (uint32_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < runs[i].archive->nodes.rows; k++)
            runs[i].archive->nodes.inclusive_time[k] *= 1000000;
    }
    division = analysis_division_new(archives, 2, DIVISION_BY_ANY);
    near(division->share[find(division, 1)], 0.005 * 0.75); /* 5 us for each trip */
    analysis_division_free(division);
    run_free(&runs[0]);
    run_free(&runs[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts),
        cmocka_unit_test(few),
        cmocka_unit_test(gone_and_changed),
        cmocka_unit_test(unknown_factors),
        cmocka_unit_test(moved),
        cmocka_unit_test(threads),
        cmocka_unit_test(written),
        cmocka_unit_test(other_source),
        cmocka_unit_test(longer_times),
        cmocka_unit_test(waiting_for_cores),
        cmocka_unit_test(waiting_with_few_trips),
        cmocka_unit_test(only_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
