/* test_floor.c: no compensated time goes below what a cheaper run shows. */
#include "unit.h"

#include "cube/cube.h"
#include "cube/floor.h"
#include "made.h"

#include <string.h>

enum { WHOLE = 20000, F_TIME = 10000, G_TIME = 5000 };

/* f is visited 10 times and calls g 100 times. A pair of probes costs 20 ns, 8 of them inside. A
 * time of 0: the region is not timed. */
static struct made *run_of(uint64_t whole, uint64_t f_time, uint64_t g_time)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    struct format_region f = {
        .kind = TRI_KIND_ROUTINE, .line = 3, .mode = f_time ? TRI_TIME : TRI_COUNT};
    struct format_region g = {
        .kind = TRI_KIND_ROUTINE, .line = 9, .mode = g_time ? TRI_TIME : TRI_COUNT};
    uint32_t f_row = made_region(place, f, "f", "x.c", ""),
             g_row = made_region(place, g, "g", "x.c", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "", MADE_START, MADE_START + whole);
    uint32_t node = made_node(profile, root, f_row, 10, f_time);
    made_node(profile, node, g_row, 100, g_time);
    return made;
}

static struct archive *opened(struct made *made, const char *name)
{
    struct archive_folder folder = made_folder(made);
    struct error error = {0};
    struct archive *archive = archive_read(&folder, name, &error);
    assert_non_null(archive);
    return archive;
}

struct fixture {
    struct made *made, *cheap_made;
    struct archive *archive, *cheap;
    struct cube_floor *floor;
    struct cube *cube;
    struct cube_rows rows;
};

static struct fixture floored(struct made *cheap)
{
    struct error error = {0};
    struct fixture all = {.made = run_of(WHOLE, F_TIME, G_TIME), .cheap_made = cheap};
    all.archive = opened(all.made, "full.tri");
    all.cheap = opened(cheap, "cheap.tri");
    all.floor = cube_floor_new(all.archive, all.cheap, &error);
    assert_non_null(all.floor);
    all.cube = cube_new_floored(all.archive, all.floor);
    all.rows = cube_project(all.cube, cube_key_region, NULL);
    return all;
}

static void done(struct fixture *all)
{
    cube_rows_free(&all->rows);
    cube_free(all->cube);
    cube_floor_free(all->floor);
    archive_close(all->archive);
    archive_close(all->cheap);
    made_free(all->made);
    made_free(all->cheap_made);
}

static struct cube_sums sums_of(const struct fixture *all, const char *name)
{
    for (size_t i = 0; i < all->rows.count; i++) {
        uint32_t string = all->archive->regions.name[all->rows.rows[i].a];
        if (!strcmp(archive_text(all->archive, string), name))
            return all->rows.rows[i].sums;
    }
    fail_msg("there is no region %s", name);
    return (struct cube_sums){0};
}

/* Without a floor: 100 * 8 of g, 10 * 8 + 100 * 12 of f itself, 10 * 12 of the whole. */
static void a_low_floor_changes_nothing(void **state)
{
    (void)state;
    struct fixture all = floored(run_of(15000, 6000, 3000));
    assert_int_equal(sums_of(&all, "g").time, G_TIME - 800);
    assert_int_equal(sums_of(&all, "f").time, F_TIME - 800 - 1280);
    assert_int_equal(all.cube->total, WHOLE - 800 - 1280 - 120);
    assert_int_equal(all.cube->floored.compared, 2);
    assert_int_equal(all.cube->floored.regions, 0);
    assert_false(all.cube->floored.whole);
    assert_int_equal(all.cube->floored.left, 0);
    done(&all);
}

static void a_leaf_keeps_its_time_of_the_cheaper_run(void **state)
{
    (void)state;
    struct fixture all = floored(run_of(15000, 6000, 4800));
    assert_int_equal(sums_of(&all, "g").time, 4800);
    assert_int_equal(sums_of(&all, "f").time, F_TIME - 200 - 1280);
    assert_int_equal(all.cube->floored.regions, 1);
    assert_int_equal(all.cube->floored.left, 600);
    done(&all);
}

/* What is given back is divided among a region and what it calls, as it was taken; nothing gets
 * more than was measured. */
static void a_caller_keeps_its_time_of_the_cheaper_run(void **state)
{
    (void)state;
    struct fixture all = floored(run_of(15000, 9500, 0));
    struct cube_sums f = sums_of(&all, "f"), g = sums_of(&all, "g");
    assert_true(f.time >= 9500 && f.time <= 9502);
    assert_true(g.time > G_TIME - 800 && g.time <= G_TIME);
    assert_true(f.self <= F_TIME - G_TIME);
    assert_int_equal(f.self + g.time, f.time);
    assert_int_equal(all.cube->floored.compared, 1);
    done(&all);
}

static void the_whole_keeps_its_time_of_the_cheaper_run(void **state)
{
    (void)state;
    struct fixture all = floored(run_of(19000, 0, 0));
    assert_true(all.cube->total >= 19000 && all.cube->total <= 19003);
    assert_true(all.cube->floored.whole);
    assert_int_equal(all.cube->floored.compared, 0);
    done(&all);
    all = floored(run_of(30000, 20000, 10000)); /* slower: nothing is certain */
    assert_int_equal(all.cube->total, WHOLE);
    assert_int_equal(sums_of(&all, "f").time, F_TIME);
    assert_int_equal(sums_of(&all, "g").time, G_TIME);
    done(&all);
}

static void a_line_that_moved_is_another_region(void **state)
{
    (void)state;
    struct made *cheap = run_of(15000, 6000, 4800);
    cheap->places[0].regions.rows[2].line = 10; /* of g */
    struct fixture all = floored(cheap);
    assert_int_equal(all.cube->floored.compared, 1);
    assert_int_equal(sums_of(&all, "g").time, G_TIME - 800);
    done(&all);
}

static void refused(struct made *cheap_made, const char *why)
{
    struct error error = {0};
    struct made *made = run_of(WHOLE, F_TIME, G_TIME);
    struct archive *archive = opened(made, "full.tri"), *cheap = opened(cheap_made, "cheap.tri");
    assert_null(cube_floor_new(archive, cheap, &error));
    if (!strstr(error.text, why))
        fail_msg("'%s' does not say '%s'", error.text, why);
    archive_close(archive);
    archive_close(cheap);
    made_free(made);
    made_free(cheap_made);
}

static void runs_of_other_programs_are_refused(void **state)
{
    (void)state;
    struct made *cheap = run_of(15000, 0, 0);
    strcpy(cheap->places[0].record.program, "/home/someone/cold");
    refused(cheap, "the executable is `/home/someone/cold` there and `/home/someone/heat` here");
    cheap = run_of(15000, 0, 0);
    memcpy(cheap->places[0].record.command, "./heat\000400", sizeof "./heat\000400");
    refused(cheap, "its arguments are `400` there and `500` here");
    cheap = run_of(15000, 0, 0);
    made_lane(made_add_profile(made_add_place(cheap)), 0, "", MADE_START, MADE_START + 5);
    refused(cheap, "the number of processes is `2` there and `1` here");
    cheap = run_of(15000, 0, 0);
    cheap->places[0].record.clock = FORMAT_CLOCK_CPU;
    refused(cheap, "CPU time there and wall-clock time here");
    cheap = run_of(15000, 6000, 3000);
    made_at(&cheap->places[0].profiles[0], 4)->count = 1000; /* of g */
    refused(cheap, "not the cheaper run");
}

static void another_folder_is_the_same_program(void **state)
{
    (void)state;
    struct made *cheap = run_of(15000, 6000, 3000);
    strcpy(cheap->places[0].record.program, "/home/someone/plain/heat");
    struct fixture all = floored(cheap);
    done(&all);
}

static void set_cpu(struct cube_floor *floor, uint64_t cpu, uint64_t cheap)
{
    floor->cpu = cpu;
    floor->cheap_cpu = cheap;
}

/* Two runs of a program differ by 1.5 % of their CPU time anyhow. */
static void cpu_times_narrow_the_range(void **state)
{
    (void)state;
    struct fixture all = floored(run_of(15000, 0, 0));
    struct cube_floor_result result = {0};
    uint64_t least = 100, most = 9000;
    all.floor->least = 10;
    all.floor->most = 200;
    cube_floor_narrow(all.floor, &least, &most, &result); /* CPU times are not known */
    assert_true(least == 100 && most == 9000 && !result.narrowed && !result.contradicts);
    set_cpu(all.floor, 103000, 100000);
    cube_floor_narrow(all.floor, &least, &most, &result);
    assert_int_equal(least, 3000 + 10 - 1500);
    assert_int_equal(most, 3000 + 200 + 1500);
    assert_true(result.narrowed && !result.contradicts);
    set_cpu(all.floor, 150000, 100000);
    cube_floor_narrow(all.floor, &least, &most, &result);
    assert_true(result.contradicts);
    assert_int_equal(most, 3000 + 200 + 1500);
    done(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_floor_changes_nothing),
        cmocka_unit_test(a_leaf_keeps_its_time_of_the_cheaper_run),
        cmocka_unit_test(a_caller_keeps_its_time_of_the_cheaper_run),
        cmocka_unit_test(the_whole_keeps_its_time_of_the_cheaper_run),
        cmocka_unit_test(a_line_that_moved_is_another_region),
        cmocka_unit_test(runs_of_other_programs_are_refused),
        cmocka_unit_test(another_folder_is_the_same_program),
        cmocka_unit_test(cpu_times_narrow_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
