/* test_cube.c: sums over call paths. */
#include "unit.h"

#include "cube/cube.h"
#include "cube/probe_costs.h"
#include "cube/region_words.h"
#include "format/region.h"
#include "made.h"

#include <string.h>

#define MS UINT64_C(1000000)

struct fixture {
    struct made *made;
    struct archive *archive;
    struct cube *cube;
};

static struct fixture set_up(struct made *made, bool compensate)
{
    struct fixture all = {.made = made};
    struct archive_folder folder = made_folder(made);
    struct error error = {0};
    all.archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(all.archive);
    all.cube = cube_new(all.archive, compensate);
    return all;
}

static void tear_down(struct fixture *all)
{
    cube_free(all->cube);
    archive_close(all->archive);
    made_free(all->made);
}

static uint32_t region_named(const struct fixture *all, const char *name)
{
    for (uint32_t i = 1; i < all->archive->regions.rows; i++) {
        if (!strcmp(archive_text(all->archive, all->archive->regions.name[i]), name))
            return i;
    }
    fail_msg("there is no region %s", name);
    return 0;
}

static struct cube_sums find(const struct cube_rows *rows, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->rows[i].a == a && rows->rows[i].b == b)
            return rows->rows[i].sums;
    }
    fail_msg("there is no row (%u, %u)", a, b);
    return (struct cube_sums){0};
}

static void sums_of_regions(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
    struct cube_sums fib = find(&rows, region_named(&all, "fib"), 0);
    assert_int_equal(fib.count, 7);
    assert_int_equal(fib.time, 1500 * MS); /* only the outermost */
    assert_int_equal(fib.self, 1100 * MS); /* all but the loop */
    assert_int_equal(fib.nodes, 3);
    assert_int_equal(fib.min, 250 * MS);
    assert_int_equal(fib.max, 1500 * MS);
    struct cube_sums sweep = find(&rows, region_named(&all, "sweep"), 0);
    assert_int_equal(sweep.trips, 1300);
    assert_int_equal(sweep.trips_min, 300);
    assert_int_equal(sweep.trips_max, 600);
    assert_int_equal(sweep.unfinished, 1);
    assert_true(sweep.at_least);
    /* 5.5 s and 1.7 s, less the inner loop's 4 s and what was timed below a routine that is only
     * counted */
    assert_int_equal(sweep.time, 7200 * MS);
    assert_int_equal(sweep.self, (7200 - 4000 - 250) * MS);
    assert_true(find(&rows, region_named(&all, "tiny"), 0).untimed);
    struct cube_sums print = find(&rows, region_named(&all, "printf"), 0);
    assert_int_equal(print.self, 50 * MS); /* the file's time is its own */
    assert_int_equal(print.bytes, 2000);
    /* main: 9.9 s less 0.1 + 6 + 1.5 + 0.5 + 0.25 paused + 0.4; the killed place's main has no time
     * of its own */
    assert_int_equal(find(&rows, region_named(&all, "main"), 0).self, 1150 * MS);
    assert_int_equal(all.cube->total, (10000 + 2000 + 1000) * MS);
    assert_int_equal(all.cube->paused, 250 * MS);
    cube_rows_free(&rows);
    tear_down(&all);
}

static void sums_of_lanes(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    struct cube_rows rows = cube_project(all.cube, cube_key_lane, NULL);
    uint32_t solve = region_named(&all, "solve");
    assert_int_equal(find(&rows, solve, 0).time, 6000 * MS);
    assert_int_equal(find(&rows, solve, 1).time, 1800 * MS);
    assert_int_equal(find(&rows, solve, 2).time, 1000 * MS);
    assert_int_equal(find(&rows, solve, 2).unfinished, 1);
    cube_rows_free(&rows);
    tear_down(&all);
}

static void files_below_io(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    struct cube_rows rows = cube_project(all.cube, cube_key_within, NULL);
    struct cube_sums file =
        find(&rows, region_named(&all, "fread"), region_named(&all, "/data/field.bin"));
    assert_int_equal(file.bytes, 4096000);
    assert_int_equal(file.time, 100 * MS);
    cube_rows_free(&rows);
    tear_down(&all);
}

static void callers_and_callees(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    struct cube_rows rows = cube_calls(all.cube);
    uint32_t main_region = region_named(&all, "main"), fib = region_named(&all, "fib");
    assert_int_equal(find(&rows, main_region, fib).time, 1500 * MS);
    assert_int_equal(find(&rows, fib, fib).count, 6);
    assert_int_equal(find(&rows, fib, fib).time, 1400 * MS); /* the outermost of these */
    assert_int_equal(find(&rows, 0, main_region).time, (9900 + 1000) * MS);
    cube_rows_free(&rows);
    tear_down(&all);
}

static void the_tree_of_all_lanes(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    struct cube_tree tree = cube_tree_new(all.cube);
    assert_int_equal(tree.rows[0].b, 0);
    assert_int_equal(tree.rows[0].sums.time, all.cube->total);
    size_t solves = 0;
    for (size_t i = 1; i < tree.count; i++) {
        assert_true(tree.rows[i].a < i);
        if (tree.rows[i].b != region_named(&all, "solve"))
            continue;
        solves++;
        bool below_main = tree.rows[tree.rows[i].a].b == region_named(&all, "main");
        assert_int_equal(tree.rows[i].sums.time, (below_main ? 7000 : 1800) * MS);
    }
    assert_int_equal(solves, 2);
    cube_tree_free(&tree);
    tear_down(&all);
}

static void parts_of(const struct fixture *all, const char *routine, uint64_t whole, size_t count)
{
    struct cube_breakdown parts = cube_breakdown_new(all->cube, region_named(all, routine));
    uint64_t sum = 0;
    for (size_t i = 0; i < parts.count; i++)
        sum += parts.parts[i].sums.time;
    assert_int_equal(parts.whole.time, whole);
    assert_int_equal(sum, whole);
    assert_int_equal(parts.count, count);
    cube_breakdown_free(&parts);
}

static void parts_add_up(void **state)
{
    (void)state;
    struct fixture all = set_up(made_sample(), false);
    parts_of(&all, "main", 10900 * MS, 7);
    parts_of(&all, "solve", 8800 * MS,
             5); /* itself, two loops, tiny (only counted), helper below it */
    parts_of(&all, "fib", 1500 * MS, 2);
    parts_of(&all, "report", 500 * MS, 2);
    tear_down(&all);
}

static void recursion_through_another(void **state)
{
    (void)state;
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t a =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "a", "x.c", "");
    uint32_t b =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "b", "x.c", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "", MADE_START, MADE_START + 1000);
    uint32_t node = made_node(profile, root, a, 1, 900);
    node = made_node(profile, node, b, 1, 700);
    node = made_node(profile, node, a, 1, 400);
    made_node(profile, node, b, 1, 100);
    struct fixture all = set_up(made, false);
    parts_of(&all, "a", 900, 2);
    parts_of(&all, "b", 700, 2);
    struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
    assert_int_equal(find(&rows, region_named(&all, "a"), 0).self, 200 + 300);
    assert_int_equal(find(&rows, region_named(&all, "b"), 0).self, 300 + 100);
    cube_rows_free(&rows);
    tear_down(&all);
}

/* A pair costs 20 ns, 8 of them inside; a count 4 ns. */
static struct made *costly(void)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t f =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "f", "x.c", "");
    uint32_t g =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "g", "x.c", "");
    uint32_t counted =
        made_region(place,
                    (struct format_region){
                        .kind = TRI_KIND_ROUTINE, .mode = TRI_COUNT, .reason = FORMAT_THROTTLED},
                    "counted", "x.c", "");
    uint32_t leaf = made_region(
        place, (struct format_region){.kind = TRI_KIND_LOOP, .mode = TRI_COUNT, .flags = TRI_LEAF},
        "leaf", "x.c", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "", MADE_START, MADE_START + 20000);
    uint32_t node = made_node(profile, root, f, 10, 10000);
    made_node(profile, node, g, 100, 5000);
    made_node(profile, node, counted, 50, 0);
    made_node(profile, node, leaf, 50, 0);
    return made;
}

static void overhead_and_compensation(void **state)
{
    (void)state;
    struct fixture all = set_up(costly(), true);
    assert_int_equal(all.cube->overhead, 10 * 20 + 100 * 20 + 50 * 4 + 50 * 2);
    struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
    struct cube_sums f = find(&rows, region_named(&all, "f"), 0),
                     g = find(&rows, region_named(&all, "g"), 0);
    assert_int_equal(g.time, 5000 - 100 * 8);
    assert_int_equal(f.time, 10000 - 10 * 8 - 100 * 20 - 50 * 4 - 50 * 2);
    assert_int_equal(f.self, f.time - g.time);
    assert_int_equal(all.cube->total, 20000 - all.cube->overhead);
    cube_rows_free(&rows);
    tear_down(&all);
}

/* Each visit costs as it was made: with times, only counted, by a loop's end, without a probe. */
static void a_range_of_the_overhead(void **state)
{
    (void)state;
    struct made *made = costly();
    made->places[0].record.ranges = (struct format_cost_ranges){
        .pair = {5 * 1024, 50 * 1024},
        .count_pair = {1024, 10 * 1024},
        .loop_end = {1024, 6 * 1024},
        .loop_end_alone = 3 * 1024,
    };
    struct fixture all = set_up(made, true);
    assert_int_equal(all.cube->overhead_least, 110 * 5 + 50 + 50);
    assert_int_equal(all.cube->overhead, 110 * 20 + 50 * 4 + 50 * 3);
    assert_int_equal(all.cube->overhead_most, 110 * 50 + 50 * 10 + 50 * 6);
    struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
    struct cube_sums f = find(&rows, region_named(&all, "f"), 0),
                     g = find(&rows, region_named(&all, "g"), 0);
    assert_int_equal(g.time, 5000 - 100 * 2); /* 8 of 20 ns are inside: 2 of 5 at least */
    assert_int_equal(f.time, 10000 - 10 * 2 - 100 * 5 - 50 - 50);
    assert_int_equal(all.cube->total, 20000 - all.cube->overhead_least);
    cube_rows_free(&rows);
    double percent = cube_overhead_percent(all.cube, all.cube->overhead_most);
    assert_true(percent > 100.0 * 6300 / 13700 - 0.01 && percent < 100.0 * 6300 / 13700 + 0.01);
    tear_down(&all);
}

/* A calibration that was interrupted again and again says nothing about the most that visits cost.
 */
static void a_calibration_of_a_busy_machine(void **state)
{
    (void)state;
    static const struct {
        uint32_t most; /* ns, of a pair that usually costs 20 ns */
        bool disturbed;
    } cases[] = {{50, false}, {390, false}, {410, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *made = costly();
        made->places[0].record.ranges.pair =
            (struct format_cost_range){5 * 1024, cases[i].most * 1024};
        struct fixture all = set_up(made, false);
        assert_int_equal(all.cube->disturbed, cases[i].disturbed);
        assert_int_equal(all.cube->overhead_least, 110 * 5 + 50 * 4 + 50 * 2);
        tear_down(&all);
    }
}

/* Visits that are only counted, of a region of which some are timed, cost less than a pair of
 * probes with times. */
static void visits_that_are_not_timed_cost_less(void **state)
{
    (void)state;
    struct made *made = costly();
    struct made_profile *profile = &made->places[0].profiles[0];
    made_sampled(profile, 4, 90, 5, 250); /* g */
    struct fixture all = set_up(made, false);
    assert_int_equal(all.cube->overhead, 10 * 20 + 10 * 20 + 90 * 4 + 50 * 4 + 50 * 2);
    tear_down(&all);
}

static struct probe_costs light_costs(const struct fixture *all, uint32_t node, uint8_t how)
{
    all->archive->nodes.how[node] = ARCHIVE_LIGHT | how;
    return probe_costs_of(all->archive, node);
}

/* A loop without a probe costs additions, unless all that is known of it is derived. */
static void light_visits_cost_what_they_add(void **state)
{
    (void)state;
    struct made *made = costly();
    made->places[0].record.ranges.light_alone = 1024;
    made->places[0].record.ranges.light_most = 2 * 1024;
    struct fixture all = set_up(made, false);
    uint32_t leaf = 0;
    while (all.archive->nodes.region[leaf] != region_named(&all, "leaf"))
        leaf++;
    const uint8_t partly[] = {0, ARCHIVE_DERIVED_VISITS, ARCHIVE_DERIVED_TRIPS};
    for (size_t i = 0; i < sizeof partly; i++) {
        struct probe_costs costs = light_costs(&all, leaf, partly[i]);
        assert_true(costs.least == 0 && costs.usual == 50 && costs.most == 100);
    }
    struct probe_costs derived =
        light_costs(&all, leaf, ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    assert_true(derived.usual == 0 && derived.most == 0);
    tear_down(&all);
}

/* A routine that its entry counts costs less than a pair of probes, and maybe nothing. */
static void visits_counted_at_an_entry_cost_less(void **state)
{
    (void)state;
    struct made *made = costly();
    made->places[0].record.ranges.count_pair = (struct format_cost_range){1024, 10 * 1024};
    struct fixture all = set_up(made, false);
    uint32_t region = region_named(&all, "counted"), node = 0;
    while (all.archive->nodes.region[node] != region)
        node++;
    struct probe_costs probed = probe_costs_of(all.archive, node);
    assert_true(probed.least == 50 && probed.usual == 200 && probed.most == 500);
    all.archive->regions.flags[region] |= TRI_UNTIMED;
    struct probe_costs entered = probe_costs_of(all.archive, node);
    assert_true(entered.least == 0 && entered.usual == 100 && entered.most == 500);
    tear_down(&all);
}

/* What is measured in a region and in nothing below it is never compensated to nothing. */
static void something_is_left_of_each_region(void **state)
{
    (void)state;
    struct made *made = costly();
    made->places[0].record.costs.pair = 1000 * 1024;
    made->places[0].record.costs.inside = 500 * 1024;
    struct fixture all = set_up(made, true);
    struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
    struct cube_sums f = find(&rows, region_named(&all, "f"), 0),
                     g = find(&rows, region_named(&all, "g"), 0);
    assert_int_equal(g.self, 5000 / 20);
    assert_int_equal(f.self, 5000 / 20);
    assert_int_equal(all.cube->overhead_most, 20000); /* not more than there was */
    cube_rows_free(&rows);
    tear_down(&all);
}

static void times_never_fall_below_zero(void **state)
{
    (void)state;
    struct made *made = costly();
    made->places[0].record.costs.pair = UINT64_MAX;
    made->places[0].record.costs.inside = UINT64_MAX;
    struct fixture all = set_up(made, true);
    for (size_t i = 0; i < all.archive->nodes.rows; i++)
        assert_true(all.cube->time[i] <= 20000 && all.cube->self[i] <= 20000);
    tear_down(&all);
}

static void nothing_takes_longer_than_what_is_around_it(const struct fixture *all)
{
    const struct archive_nodes *nodes = &all->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint64_t inside = 0;
        for (uint32_t j = all->cube->first[i]; j != ARCHIVE_NONE; j = all->cube->next[j])
            inside += all->cube->time[j];
        assert_true(inside <= all->cube->time[i]);
        assert_true(all->cube->self[i] <= all->cube->time[i]);
    }
}

/* Recursion, I/O whose argument calls a routine, two files and one visit that went to none. */
static struct made *nested(void)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t f =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "f", "x.c", "");
    uint32_t io = made_region(place, (struct format_region){.kind = TRI_KIND_IO}, "io", "x.c", "");
    uint32_t one = made_region(place, (struct format_region){.kind = TRI_KIND_FILE}, "one", "", "");
    uint32_t two = made_region(place, (struct format_region){.kind = TRI_KIND_FILE}, "two", "", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "", MADE_START, MADE_START + 20000);
    uint32_t node = made_node(profile, root, f, 1, 15000);
    node = made_node(profile, node, f, 100, 14000);
    node = made_node(profile, node, io, 7, 10000);
    made_node(profile, node, one, 3, 6000);
    made_node(profile, node, two, 3, 3000);
    made_node(profile, node, f, 7, 8000);
    return made;
}

static void files_share_the_own_time_of_io(void **state)
{
    (void)state;
    struct made *made = nested();
    struct fixture all = set_up(made, false);
    struct cube_rows rows = cube_project(all.cube, cube_key_within, NULL);
    uint32_t io = region_named(&all, "io");
    assert_int_equal(find(&rows, region_named(&all, "f"), io).self, 2000);
    assert_int_equal(find(&rows, io, region_named(&all, "one")).time, 1200);
    assert_int_equal(find(&rows, io, region_named(&all, "two")).time, 600);
    cube_rows_free(&rows);
    nothing_takes_longer_than_what_is_around_it(&all);
    cube_free(all.cube);
    archive_close(all.archive);
    made_at(&made->places[0].profiles[0], 5)->count = 6; /* all went to files */
    all = set_up(made, false);
    rows = cube_project(all.cube, cube_key_within, NULL);
    assert_int_equal(find(&rows, io, region_named(&all, "one")).time, 1333);
    assert_int_equal(find(&rows, io, region_named(&all, "two")).time, 667);
    cube_rows_free(&rows);
    tear_down(&all);
}

static void compensation_leaves_parts_inside_the_whole(void **state)
{
    (void)state;
    for (uint64_t pair = 0; pair < 400; pair += 20) {
        for (uint64_t inside = 0; inside <= pair; inside += 20) {
            struct made *made = nested();
            made->places[0].record.costs.pair = pair * 1024;
            made->places[0].record.costs.inside = inside * 1024;
            struct fixture all = set_up(made, true);
            nothing_takes_longer_than_what_is_around_it(&all);
            struct cube_rows rows = cube_project(all.cube, cube_key_region, NULL);
            struct cube_sums f = find(&rows, region_named(&all, "f"), 0);
            assert_true(f.self <= f.time && f.time <= all.cube->total);
            assert_int_equal(all.cube->measured, 20000);
            cube_rows_free(&rows);
            tear_down(&all);
        }
    }
}

static void check_label(struct fixture *all, uint32_t line, uint32_t flags, const char *is)
{
    struct buffer text = {0};
    for (uint32_t i = 1; i < all->archive->regions.rows; i++) {
        if (all->archive->regions.line[i] != line)
            continue;
        all->archive->regions.flags[i] = flags;
        cube_region_label(all->archive, i, &text);
    }
    assert_string_equal(text.text, is);
    buffer_free(&text);
}

/* Of a loop that was found in a binary it is not known how it is written. */
static void labels_of_fortran_loops(void **state)
{
    (void)state;
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    struct format_region row = {.kind = TRI_KIND_LOOP, .seq = 8, .line = 5, .end_line = 6};
    place->record.parent_place = -1;
    made_region(place, row, "", "a.f90", "");
    row.line = 15;
    made_region(place, row, "10", "a.f90", "");
    row.line = 25;
    made_region(place, row, "sweep", "a.f90", "");
    made_lane(made_add_profile(place), 0, "", MADE_START, MADE_START + MS);
    struct fixture all = set_up(made, false);
    check_label(&all, 5, TRI_DO, "loop 8 (do)");
    check_label(&all, 15, TRI_DO, "loop 8 (do 10)");
    check_label(&all, 25, TRI_DO, "loop 8 (sweep: do)");
    check_label(&all, 5, FORMAT_BINARY, "loop 8");
    check_label(&all, 25, FORMAT_BINARY, "loop 8 (sweep)");
    tear_down(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_of_fortran_loops),
        cmocka_unit_test(sums_of_regions),
        cmocka_unit_test(sums_of_lanes),
        cmocka_unit_test(files_below_io),
        cmocka_unit_test(callers_and_callees),
        cmocka_unit_test(the_tree_of_all_lanes),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(recursion_through_another),
        cmocka_unit_test(overhead_and_compensation),
        cmocka_unit_test(a_range_of_the_overhead),
        cmocka_unit_test(a_calibration_of_a_busy_machine),
        cmocka_unit_test(visits_that_are_not_timed_cost_less),
        cmocka_unit_test(light_visits_cost_what_they_add),
        cmocka_unit_test(visits_counted_at_an_entry_cost_less),
        cmocka_unit_test(something_is_left_of_each_region),
        cmocka_unit_test(times_never_fall_below_zero),
        cmocka_unit_test(files_share_the_own_time_of_io),
        cmocka_unit_test(compensation_leaves_parts_inside_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
