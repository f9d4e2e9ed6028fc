/* test_steering.c: plans are followed, and mended where models were wrong. */
#include "script/schedule/corrections.h"
#include "script/schedule/execute.h"
#include "script/schedule/noise.h"
#include "script/schedule/plan_check.h"
#include "script/schedule/samples.h"
#include "script/schedule/steering.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MODELS = 6, MACHINES = 8 };

/* A problem, and how it is wrongly believed to be. */
struct pair {
    struct script_schedule_sample truth;
    struct script_schedule_sample believed;
};

static void make_pair(struct pair *pair, uint64_t seed, double streamed)
{
    static const double ccr[] = {0.1, 0.5, 1, 2};
    struct script_schedule_sample_request request = {.shape = seed % SCHEDULE_SHAPES,
                                                     .tasks = 150,
                                                     .machines = MACHINES,
                                                     .ccr = ccr[seed / 5 % 4],
                                                     .heterogeneity = 2,
                                                     .cores = 1 + seed % 2,
                                                     .streamed = streamed,
                                                     .models = MODELS,
                                                     .seed = seed};
    script_schedule_sample_make(&request, &pair->truth);
    script_schedule_sample_make(&request, &pair->believed);
    uint64_t noise = seed + 1000;
    double factors[MODELS];
    for (unsigned i = 0; i < MODELS; i++)
        factors[i] = exp((2 * script_schedule_noise(&noise) - 1) * log(4));
    for (uint32_t t = 0; t < pair->believed.problem.task_count; t++)
        pair->believed.tasks[t].work *= factors[pair->believed.tasks[t].model];
    for (unsigned m = 0; m < MACHINES; m++)
        pair->believed.machines[m].speed *= exp((2 * script_schedule_noise(&noise) - 1) * log(3));
}

static void free_pair(struct pair *pair)
{
    script_schedule_sample_free(&pair->truth);
    script_schedule_sample_free(&pair->believed);
}

static double executed(const struct script_schedule_problem *believed,
                       const struct script_schedule_problem *truth, bool refine, bool steal)
{
    struct script_schedule_plan plan;
    struct script_schedule_steering_counts counts;
    struct script_schedule_steering_options options = {.refine = refine, .steal = steal};
    struct error error = {0};
    if (!script_schedule_execute(believed, truth, &options, &plan, &counts, &error) ||
        !script_schedule_plan_check(truth, &plan, &error))
        fail_msg("%s", error.text);
    double makespan = plan.makespan;
    script_schedule_plan_free(&plan);
    return makespan;
}

/* With right models, what happens is what was planned. */
static void right_models(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pair pair;
        struct script_schedule_plan plan;
        struct error error;
        make_pair(&pair, seed, seed % 2 * 0.5);
        const struct script_schedule_problem *problem = &pair.truth.problem;
        assert_true(script_schedule_make(problem, SCHEDULE_HEFT, 0, &plan, &error));
        assert_true(fabs(executed(problem, problem, false, false) - plan.makespan) <
                    1e-9 * plan.makespan);
        script_schedule_plan_free(&plan);
        free_pair(&pair);
    }
}

/* The figure that is promised: at least 80 % of what wrong models lose is recovered. */
static void wrong_models(void **state)
{
    (void)state;
    double lost = 0, recovered = 0;
    for (uint64_t seed = 0; seed < 25; seed++) {
        struct pair pair;
        make_pair(&pair, seed, 0);
        const struct script_schedule_problem *truth = &pair.truth.problem;
        const struct script_schedule_problem *believed = &pair.believed.problem;
        double right = executed(truth, truth, false, false);
        double wrong = executed(believed, truth, false, false);
        lost += wrong / right - 1;
        recovered += (wrong - executed(believed, truth, true, true)) / right;
        free_pair(&pair);
    }
    assert_true(lost > 0.2 * 25);
    assert_true(recovered > 0.8 * lost);
}

/* Streams, too, whose readers must wait for wrongly believed writers. */
static void wrong_models_of_streams(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct pair pair;
        make_pair(&pair, seed, 0.5);
        for (int mode = 0; mode < 4; mode++)
            executed(&pair.believed.problem, &pair.truth.problem, mode & 1, mode & 2);
        free_pair(&pair);
    }
}

/* Factors of models and machines are told apart. */
static void factors(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    struct script_schedule_corrections corrections;
    struct script_schedule_sample_request request = {
        .shape = SCHEDULE_LAYERED, .tasks = 400, .machines = 4, .models = 3, .seed = 1};
    script_schedule_sample_make(&request, &sample);
    script_schedule_corrections_begin(&corrections, &sample.problem);
    static const double model[] = {2, 1, 0.5}, machine[] = {1, 1, 3, 1};
    for (uint32_t t = 0; t < 400; t++)
        script_schedule_corrections_add(&corrections, t, t % 4, 1,
                                        model[sample.tasks[t].model] * machine[t % 4]);
    script_schedule_corrections_add(&corrections, 0, 0, 0, 1); /* tell nothing */
    script_schedule_corrections_add(&corrections, 0, 0, 1, 0);
    script_schedule_corrections_add(&corrections, 0, 0, 1, NAN);
    script_schedule_corrections_fit(&corrections);
    for (uint32_t t = 0; t < 400; t++)
        for (uint32_t m = 0; m < 4; m++) {
            double expected = model[sample.tasks[t].model] * machine[m];
            assert_true(fabs(script_schedule_correction(&corrections, t, m) / expected - 1) < 0.05);
        }
    script_schedule_corrections_end(&corrections);
    script_schedule_sample_free(&sample);
}

/* A task that fails runs again; its readers wait. */
static void failed_task(void **state)
{
    (void)state;
    const struct script_schedule_task tasks[] = {{1, 1, 0, 0}, {1, 1, 0, 0}};
    const struct script_schedule_edge edges[] = {{0, 1, 0, SCHEDULE_AFTER}};
    const struct script_schedule_machine machine = {1, 1, 0, {1, 0}, 0};
    const struct script_schedule_problem problem = {.tasks = tasks,
                                                    .task_count = 2,
                                                    .edges = edges,
                                                    .edge_count = 1,
                                                    .machines = &machine,
                                                    .machine_count = 1};
    struct script_schedule_steering_options options = {.refine = true, .steal = true};
    struct error error;
    double wake;
    struct script_schedule_steering *steering =
        script_schedule_steering_new(&problem, &options, &error);
    assert_non_null(steering);
    assert_true(script_schedule_steering_end(steering) == 2);
    assert_int_equal(script_schedule_steering_next(steering, 0, 0, &wake), 0);
    assert_int_equal(script_schedule_steering_next(steering, 0, 0, &wake), SCHEDULE_NONE);
    script_schedule_steering_failed(steering, 0, 0.5);
    assert_int_equal(script_schedule_steering_next(steering, 0, 1, &wake), 0);
    script_schedule_steering_finished(steering, 0, 3, 2);
    assert_int_equal(script_schedule_steering_next(steering, 0, 3, &wake), 1);
    assert_true(script_schedule_steering_end(steering) > 4.5); /* its model was wrong by 2 */
    script_schedule_steering_finished(steering, 1, 5, 2);
    assert_int_equal(script_schedule_steering_next(steering, 0, 5, &wake), SCHEDULE_NONE);
    assert_true(script_schedule_steering_slots(steering)[1].end == 5);
    assert_int_equal(script_schedule_steering_counts(steering).ended, 2);
    script_schedule_steering_free(steering);
}

static void bad_problem(void **state)
{
    (void)state;
    const struct script_schedule_task task = {NAN, 1, 0, 0};
    const struct script_schedule_machine machine = {1, 1, 0, {1, 0}, 0};
    const struct script_schedule_problem problem = {
        .tasks = &task, .task_count = 1, .machines = &machine, .machine_count = 1};
    struct script_schedule_steering_options options = {0};
    struct error error;
    assert_null(script_schedule_steering_new(&problem, &options, &error));
    assert_non_null(strstr(error.text, "nan"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_models),
        cmocka_unit_test(wrong_models),
        cmocka_unit_test(wrong_models_of_streams),
        cmocka_unit_test(factors),
        cmocka_unit_test(failed_task),
        cmocka_unit_test(bad_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
