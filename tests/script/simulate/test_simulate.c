/* test_simulate.c: SimGrid takes as long as the scheduler expects where nothing disturbs, and the
 * same time in every run. */
#include "script/schedule/plan_check.h"
#include "script/schedule/samples.h"
#include "script/simulate/simulate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PLATFORM(name) TEST_FOLDER "/" name ".xml"

/* Makes a graph with costs in flop and bytes. */
static void make_sample(struct script_schedule_sample *sample, enum script_schedule_shape shape,
                        double streamed, double bytes)
{
    struct script_schedule_sample_request request = {
        .shape = shape, .tasks = 150, .machines = 1, .streamed = streamed, .models = 4, .seed = 7};
    script_schedule_sample_make(&request, sample);
    for (uint32_t t = 0; t < sample->problem.task_count; t++)
        sample->tasks[t].work *= 1e9;
    for (uint32_t e = 0; e < sample->problem.edge_count; e++)
        sample->edges[e].bytes *= bytes;
}

static bool simulated(const struct script_schedule_sample *sample, const char *platform,
                      struct script_schedule_steering_options options,
                      struct script_simulate_result *result, struct error *error)
{
    struct script_simulate_request request = {.program = TEST_PROGRAM,
                                              .platform = platform,
                                              .problem = &sample->problem,
                                              .options = options};
    return script_simulate_run(&request, result, error);
}

/* Data of 10 kB hardly disturb one another: the end is within 2 % of the plan's. */
static void as_planned(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < SCHEDULE_SHAPES; shape++)
        for (unsigned streamed = 0; streamed < 2; streamed++) {
            struct script_schedule_sample sample;
            struct script_simulate_result result;
            struct error error = {0};
            make_sample(&sample, shape, streamed * 0.5, 1e4);
            if (!simulated(&sample, PLATFORM("two-clusters"),
                           (struct script_schedule_steering_options){0}, &result, &error))
                fail_msg("%s", error.text);
            assert_int_equal(result.machine_count, 12);
            assert_string_equal(result.machines[0].name, "fast-0");
            assert_true(result.machines[0].speed == 4e9 && result.machines[0].cores == 4);
            assert_true(fabs(result.plan.makespan / result.planned - 1) < 0.02);
            assert_int_equal(result.counts.ended, sample.problem.task_count);
            script_simulate_free(&result);
            script_schedule_sample_free(&sample);
        }
}

/* With contention, too: large data, all algorithms, all ways of steering. Nothing overlaps and
 * nothing starts before its data. */
static void always_the_same(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    make_sample(&sample, SCHEDULE_MONTAGE, 0.3, 1e8);
    for (unsigned mode = 0; mode < SCHEDULE_ALGORITHMS; mode++) {
        struct script_schedule_steering_options options = {
            .algorithm = mode, .seed = 3, .refine = mode & 1, .steal = mode & 2};
        struct script_simulate_result a, b;
        struct error error = {0};
        if (!simulated(&sample, PLATFORM("two-clusters"), options, &a, &error) ||
            !simulated(&sample, PLATFORM("two-clusters"), options, &b, &error))
            fail_msg("%s", error.text);
        assert_memory_equal(a.plan.slots, b.plan.slots, a.plan.task_count * sizeof *a.plan.slots);
        assert_true(a.plan.makespan == b.plan.makespan);
        for (uint32_t e = 0; e < sample.problem.edge_count; e++) {
            const struct script_schedule_slot *from = &a.plan.slots[sample.edges[e].from];
            const struct script_schedule_slot *to = &a.plan.slots[sample.edges[e].to];
            assert_true(to->start >=
                        (sample.edges[e].kind == SCHEDULE_AFTER ? from->end : from->start));
            assert_true(to->end >= from->end);
        }
        script_simulate_free(&a);
        script_simulate_free(&b);
    }
    script_schedule_sample_free(&sample);
}

/* Hosts of a large platform are known by their zones. */
static void many_hosts(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    struct script_simulate_result result;
    struct error error = {0};
    make_sample(&sample, SCHEDULE_LAYERED, 0, 1e4);
    if (!simulated(&sample, PLATFORM("thousand-hosts"),
                   (struct script_schedule_steering_options){0}, &result, &error))
        fail_msg("%s", error.text);
    assert_int_equal(result.machine_count, 1000);
    assert_true(fabs(result.plan.makespan / result.planned - 1) < 0.02);
    script_simulate_free(&result);
    script_schedule_sample_free(&sample);
}

static void expect_error(const struct script_schedule_sample *sample, const char *platform,
                         const char *words)
{
    struct script_simulate_result result;
    struct error error = {0};
    assert_false(
        simulated(sample, platform, (struct script_schedule_steering_options){0}, &result, &error));
    if (!strstr(error.text, words))
        fail_msg("expected \"%s\" in \"%s\"", words, error.text);
    script_simulate_free(&result);
}

static void bad_input(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    make_sample(&sample, SCHEDULE_LAYERED, 0, 1e4);
    expect_error(&sample, PLATFORM("none"), "cannot read the platform");
    expect_error(&sample, PLATFORM("cut-off"), "cannot be simulated: Parse error at ");
    expect_error(&sample, TEST_FOLDER "/test_simulate.c", "test_simulate.c cannot be simulated: ");
    sample.tasks[3].cores = 5;
    expect_error(&sample, PLATFORM("two-clusters"), "task 3 needs 5 cores");
    sample.tasks[3].cores = 1;
    sample.tasks[3].work = NAN;
    expect_error(&sample, PLATFORM("two-clusters"), "task 3 has a cost of nan");
    script_schedule_sample_free(&sample);
}

static void no_simgrid(void **state)
{
    (void)state;
    const struct script_schedule_problem problem = {0};
    struct script_simulate_request request = {
        .program = "/nowhere/triptych-simulate", .platform = "x.xml", .problem = &problem};
    struct script_simulate_result result;
    struct error error = {0};
    assert_false(script_simulate_run(&request, &result, &error));
    assert_non_null(strstr(error.text, "libsimgrid-dev"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_planned), cmocka_unit_test(always_the_same),
        cmocka_unit_test(many_hosts), cmocka_unit_test(bad_input),
        cmocka_unit_test(no_simgrid),
    };
    const struct CMUnitTest without[] = {cmocka_unit_test(no_simgrid)};
    if (access(TEST_PROGRAM, X_OK) != 0)
        return cmocka_run_group_tests(without, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
