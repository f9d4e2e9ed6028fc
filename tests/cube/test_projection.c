/* test_projection.c: What × When × Where cut to two, with numbers worked out by hand. */
#include "unit.h"

#include "cube/projection.h"
#include "logged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lane 0: main 50-950, in it solve 100-450 with a lock at 150-160 and a write of 7 bytes at
 * 395-405, and a barrier at 500-800. Lane 1, of a pool: a task 0-500. */
static struct logged *logged;

static int make(void **state)
{
    logged = logged_new();
    logged_act(logged, 0, LOGGED_LOCK, 150, 160);
    logged_act(logged, 0, LOGGED_WRITE, 395, 405);
    logged_bytes(logged, 0, 7);
    logged_act(logged, 0, LOGGED_SOLVE, 100, 450);
    logged_act(logged, 0, LOGGED_BARRIER, 500, 800);
    logged_act(logged, 0, LOGGED_MAIN, 50, 950);
    logged_act(logged, 1, LOGGED_TASK, 0, 500);
    *state = logged_read(logged);
    return 0;
}

static int throw_away(void **state)
{
    archive_close(*state);
    logged_free(logged);
    return 0;
}

static struct cube_projection_request request(enum cube_projection_subject subject,
                                              enum cube_projection_axes axes)
{
    return (struct cube_projection_request){
        .subject = subject, .axes = axes, .range = {.to = UINT64_MAX, .length = 100}};
}

static struct cube_projection *project(void **state, const struct cube_projection_request *request)
{
    struct error error = {0};
    struct cube_projection *projection = cube_projection_new(*state, request, NULL, &error);
    if (!projection)
        fail_msg("%s", error.text);
    return projection;
}

static void check(const struct cube_projection *projection, size_t row, size_t column,
                  double expected)
{
    double value = projection->value[row * projection->columns + column];
    if (!(fabs(value - expected) < 1e-12))
        fail_msg("row %zu (%s), column %zu: %g instead of %g", row, projection->row[row].label,
                 column, value, expected);
}

static void check_row(const struct cube_projection *projection, size_t row, const char *label,
                      const double *expected)
{
    assert_in_range(row, 0, projection->rows - 1);
    assert_string_equal(projection->row[row].label, label);
    for (size_t i = 0; i < projection->columns; i++)
        check(projection, row, i, expected[i]);
}

static void classes_over_time(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_UTILISATION, PROJECTION_WHAT_WHEN);
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->rows, 4);
    assert_int_equal(all->columns, 10);
    assert_null(all->column);
    assert_string_equal(all->unit, "of the time");
    assert_int_equal(all->start, MADE_START);
    assert_int_equal(all->zero, MADE_START);
    assert_int_equal(all->length, 100);
    check_row(all, 0, "program", (double[]){1, 0.95, 1, 0.975, 0.975, 0, 0, 0, 0.5, 0.5});
    check_row(all, 1, "sync", (double[]){0, 0.05, 0, 0, 0, 0.5, 0.5, 0.5, 0, 0});
    check_row(all, 2, "io", (double[]){0, 0, 0, 0.025, 0.025, 0, 0, 0, 0, 0});
    check_row(all, 3, "idle", (double[]){0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5});
    assert_int_equal(all->row[3].class, CYCLES_IDLE);
    assert_true(fabs(all->row[1].total - 310e-9) < 1e-15);
    assert_true(fabs(all->most - 1) < 1e-12);
    cube_projection_free(all);
}

static void utilisation_is_neither_waiting_nor_idle(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_UTILISATION, PROJECTION_WHEN_WHERE);
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->rows, 2);
    check_row(all, 0, "0.0", (double[]){1, 0.9, 1, 1, 1, 0, 0, 0, 1, 1});
    check_row(all, 1, "0.1", (double[]){1, 1, 1, 1, 1, 0, 0, 0, 0, 0});
    cube_projection_free(all);
    wanted.whats = (const char *const[]){"class:sync"};
    wanted.what_count = 1;
    all = project(state, &wanted);
    check_row(all, 0, "0.0", (double[]){0, 0.1, 0, 0, 0, 1, 1, 1, 0, 0});
    check_row(all, 1, "0.1", (double[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    cube_projection_free(all);
}

/* A lane whose events were dropped was there: only one that had not begun or has ended is not. */
static void what_is_unknown_is_there(void **state)
{
    struct archive *archive = *state;
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHEN_WHERE);
    struct cube_projection *all = project(state, &wanted);
    assert_null(all->unknown);
    cube_projection_free(all);
    archive->lanes.dropped_from[0] = MADE_START + 200;
    archive->lanes.dropped_to[0] = MADE_START + 500;
    archive->lanes.end[1] = MADE_START + 600;
    all = project(state, &wanted);
    assert_non_null(all->unknown);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(isnan(all->value[i]), i >= 2 && i < 5);
        assert_int_equal(all->unknown[i], i >= 2 && i < 5);
        assert_int_equal(isnan(all->value[10 + i]), i >= 6);
        assert_false(all->unknown[10 + i]);
    }
    cube_projection_free(all);
    wanted.most_cycles = 5;
    all = project(state, &wanted);
    for (size_t i = 0; i < 5; i++) /* the third column is known in part */
        assert_int_equal(all->unknown[i], i == 1);
    cube_projection_free(all);
    archive->lanes.dropped_from[0] = archive->lanes.dropped_to[0] = 0;
    archive->lanes.end[1] = MADE_START + LOGGED_END;
}

static void execution_by_lane(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHERE);
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->rows, 4);
    assert_int_equal(all->columns, 2);
    assert_string_equal(all->unit, "s");
    check_row(all, 0, "task (a.c:10)", (double[]){0, 500e-9});
    check_row(all, 1, "solve (a.c:2)", (double[]){330e-9, 0});
    check_row(all, 2, "main (a.c:1)", (double[]){250e-9, 0});
    check_row(all, 3, "(outside of all regions)", (double[]){100e-9, 0}); /* lane 1 is idle */
    assert_string_equal(all->column[1].label, "0.1");
    assert_int_equal(all->column[1].lane, 1);
    assert_true(fabs(all->column[0].total - 680e-9) < 1e-15);
    cube_projection_free(all);
    wanted.most_whats = 2;
    all = project(state, &wanted);
    assert_int_equal(all->rows, 2);
    assert_int_equal(all->hidden_whats, 3);
    check_row(all, 1, "others", (double[]){680e-9, 0});
    cube_projection_free(all);
}

static void communication_is_bytes_or_waits(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_COMMUNICATION, PROJECTION_WHAT_WHEN);
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->rows, 1);
    assert_string_equal(all->unit, "bytes");
    check_row(all, 0, "fwrite (a.c:4)", (double[]){0, 0, 0, 0, 7, 0, 0, 0, 0, 0});
    cube_projection_free(all);
    wanted.measure = PROJECTION_WAITS;
    all = project(state, &wanted);
    assert_int_equal(all->rows, 2);
    assert_true(fabs(all->row[0].total - 1) < 1e-12);
    cube_projection_free(all);
}

static void neighbours_are_put_together(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_UTILISATION, PROJECTION_WHEN_WHERE);
    wanted.most_cycles = 3;
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->merged_cycles, 4);
    assert_int_equal(all->length, 400);
    check_row(all, 0, "0.0", (double[]){0.975, 0.25, 1});
    check_row(all, 1, "0.1", (double[]){1, 0.25, 0});
    cube_projection_free(all);
    wanted.most_lanes = 1;
    all = project(state, &wanted);
    assert_int_equal(all->rows, 1);
    assert_int_equal(all->merged_lanes, 2);
    assert_int_equal(all->row[0].lanes, 2);
    check_row(all, 0, "0.0-0.1", (double[]){0.9875, 0.25, 0.5});
    cube_projection_free(all);
}

/* However much is put together, numbers keep their sum and shares their mean. */
static void merging_keeps_totals(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHEN_WHERE);
    wanted.measure = PROJECTION_VISITS;
    wanted.range.length = 7;
    for (size_t most = 1; most < 150; most++) {
        double sum = 0, total = 0;
        wanted.most_cycles = most;
        wanted.most_lanes = most % 3;
        struct cube_projection *all = project(state, &wanted);
        assert_in_range(all->columns, 1, most);
        for (size_t i = 0; i < all->rows; i++)
            total += all->row[i].total;
        for (size_t i = 0; i < all->rows * all->columns; i++)
            sum += all->value[i];
        assert_true(fabs(sum - 3) < 1e-9);
        assert_true(fabs(total - 3) < 1e-9);
        cube_projection_free(all);
    }
}

static void a_part_of_it(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHEN);
    assert_true(cube_lanes_read(&wanted.chosen.lanes, "1-", true));
    struct cube_projection *all = project(state, &wanted);
    assert_int_equal(all->rows, 1);
    check_row(all, 0, "task (a.c:10)", (double[]){1, 1, 1, 1, 1, 0, 0, 0, 0, 0});
    cube_projection_free(all);
    cube_lanes_choice_free(&wanted.chosen);
    wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHEN);
    wanted.range.from = MADE_START + 500;
    wanted.range.to = MADE_START + 700;
    wanted.whats = (const char *const[]){"clock:*"};
    wanted.what_count = 1;
    all = project(state, &wanted);
    assert_int_equal(all->columns, 2);
    check_row(all, 0, "pthread_barrier_wait (a.c:6)", (double[]){0.5, 0.5});
    cube_projection_free(all);
}

static size_t matches(void **state, const char *pattern)
{
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHERE);
    wanted.whats = &pattern;
    wanted.what_count = 1;
    struct cube_projection *all = project(state, &wanted);
    size_t rows = all->rows;
    cube_projection_free(all);
    return rows;
}

static void patterns(void **state)
{
    assert_int_equal(matches(state, "solve"), 1);
    assert_int_equal(matches(state, "routine:*"), 2);
    assert_int_equal(matches(state, "pthread_*"), 2);
    assert_int_equal(matches(state, "file:src/*.c"), 6); /* all with time in them */
    assert_int_equal(matches(state, "file:a.c"), 6);
    assert_int_equal(matches(state, "class:sync"), 2);
    assert_int_equal(matches(state, "class:idle"), 1);
    assert_int_equal(matches(state, "class:Sync"), 2); /* as people write it */
}

static void refused(void **state, const struct cube_projection_request *wanted, const char *why)
{
    struct error error = {0};
    assert_null(cube_projection_new(*state, wanted, NULL, &error));
    if (!strstr(error.text, why))
        fail_msg("'%s' does not speak of '%s'", error.text, why);
}

static void what_cannot_be_drawn_is_said(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHEN);
    wanted.what_count = 1;
    wanted.whats = (const char *const[]){"nobody*"};
    refused(state, &wanted, "nobody*");
    wanted.whats = (const char *const[]){"class:sleep"};
    refused(state, &wanted, "runtime");
    wanted.whats = (const char *const[]){"MPI_*"};
    refused(state, &wanted, "nothing matches the selection");
    wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHEN);
    assert_true(cube_lanes_read(&wanted.chosen.places, "3-", false));
    refused(state, &wanted, "no such places");
    cube_lanes_choice_free(&wanted.chosen);
    wanted = request(PROJECTION_EXECUTION, PROJECTION_WHAT_WHEN);
    wanted.range.from = MADE_START + 5000;
    refused(state, &wanted, "requested time range");
    wanted = request(PROJECTION_COMMUNICATION, PROJECTION_WHAT_WHEN);
    wanted.range.to = MADE_START + 100;
    refused(state, &wanted, "show the waits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_over_time),
        cmocka_unit_test(utilisation_is_neither_waiting_nor_idle),
        cmocka_unit_test(what_is_unknown_is_there),
        cmocka_unit_test(execution_by_lane),
        cmocka_unit_test(communication_is_bytes_or_waits),
        cmocka_unit_test(neighbours_are_put_together),
        cmocka_unit_test(merging_keeps_totals),
        cmocka_unit_test(a_part_of_it),
        cmocka_unit_test(patterns),
        cmocka_unit_test(what_cannot_be_drawn_is_said),
    };
    return cmocka_run_group_tests(tests, make, throw_away);
}
