/* test_steering_external.c: a caller that decides by itself what can start, as a run does: tasks
 * that fail, are dropped, or lose their machine. */
#include "script/schedule/noise.h"
#include "script/schedule/samples.h"
#include "script/schedule/steering.h"
#include "util/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TASKS = 200, MACHINES = 6 };
enum { WAITING, READY, RUNNING, ENDED };

/* A run of tasks that take what `factors` say, in a clock of its own. */
struct execution {
    struct script_schedule_sample sample;
    struct script_schedule_steering *steering;
    uint8_t *states;
    uint32_t *waits, *machines, *left; /* of tasks: writers, machine; of machines: free cores */
    double *ends, now;
    double factors[MACHINES]; /* by which machines are slower than believed */
    uint32_t ended, dropped, failures, lost;
};

static void begin(struct execution *run, uint64_t seed, bool steal)
{
    struct script_schedule_sample_request request = {.shape = seed % SCHEDULE_SHAPES,
                                                     .tasks = TASKS,
                                                     .machines = MACHINES,
                                                     .ccr = 0.2,
                                                     .heterogeneity = 2,
                                                     .cores = 2,
                                                     .models = 3,
                                                     .seed = seed};
    struct script_schedule_steering_options options = {
        .refine = true, .steal = steal, .external = true};
    struct error error = {0};
    *run = (struct execution){.lost = UINT32_MAX};
    script_schedule_sample_make(&request, &run->sample);
    size_t count = run->sample.problem.task_count;
    run->states = memory_zeroed(count, 1);
    run->waits = memory_zeroed(count, sizeof *run->waits);
    run->machines = memory_zeroed(count, sizeof *run->machines);
    run->left = memory_zeroed(MACHINES, sizeof *run->left);
    run->ends = memory_zeroed(count, sizeof *run->ends);
    for (uint32_t e = 0; e < run->sample.problem.edge_count; e++)
        run->waits[run->sample.edges[e].to]++;
    for (uint32_t m = 0; m < MACHINES; m++) {
        run->left[m] = run->sample.machines[m].cores;
        run->factors[m] = 1;
    }
    run->steering = script_schedule_steering_new(&run->sample.problem, &options, &error);
    if (!run->steering)
        fail_msg("%s", error.text);
}

static void end(struct execution *run)
{
    script_schedule_steering_free(run->steering);
    script_schedule_sample_free(&run->sample);
    free(run->states);
    free(run->waits);
    free(run->machines);
    free(run->left);
    free(run->ends);
}

static void check_ready(struct execution *run)
{
    for (uint32_t t = 0; t < run->sample.problem.task_count; t++)
        if (run->states[t] == WAITING && !run->waits[t]) {
            run->states[t] = READY;
            script_schedule_steering_ready(run->steering, t);
        }
}

static void settle(struct execution *run, uint32_t task)
{
    run->states[task] = ENDED;
    run->ended++;
    for (uint32_t e = 0; e < run->sample.problem.edge_count; e++)
        if (run->sample.edges[e].from == task)
            run->waits[run->sample.edges[e].to]--;
}

static void start(struct execution *run)
{
    double wake;
    check_ready(run);
    for (uint32_t m = 0; m < MACHINES; m++)
        for (uint32_t t; m != run->lost &&
                         (t = script_schedule_steering_next(run->steering, m, run->now, &wake)) !=
                             SCHEDULE_NONE;) {
            assert_int_equal(run->states[t], READY);
            assert_true(run->left[m] >= run->sample.tasks[t].cores);
            run->left[m] -= run->sample.tasks[t].cores;
            run->states[t] = RUNNING;
            run->machines[t] = m;
            run->ends[t] = run->now + run->factors[m] * run->sample.tasks[t].work /
                                          run->sample.machines[m].speed;
        }
}

/* Ends the task that ends first; false if none runs. */
static bool step(struct execution *run, bool good)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t t = 0; t < run->sample.problem.task_count; t++)
        if (run->states[t] == RUNNING && (first == UINT32_MAX || run->ends[t] < run->ends[first]))
            first = t;
    if (first == UINT32_MAX)
        return false;
    uint32_t machine = run->machines[first];
    double seconds =
        run->factors[machine] * run->sample.tasks[first].work / run->sample.machines[machine].speed;
    run->now = run->ends[first];
    run->left[machine] += run->sample.tasks[first].cores;
    if (good) {
        script_schedule_steering_finished(run->steering, first, run->now, seconds);
        settle(run, first);
    } else {
        script_schedule_steering_failed(run->steering, first, run->now);
        run->states[first] = WAITING;
        run->failures++;
    }
    return true;
}

/* Every fifth task fails once, and one machine is slower than believed: all end, and the slow one
 * is found out. */
static void everything_ends(void **state)
{
    (void)state;
    uint32_t stolen = 0, adopted = 0;
    for (uint64_t seed = 0; seed < 2 * SCHEDULE_SHAPES; seed++) {
        struct execution run;
        begin(&run, seed, true);
        double before = script_schedule_steering_speed(run.steering, 1);
        run.factors[1] = 6;
        start(&run);
        for (uint32_t i = 0; step(&run, i % 5 != 2); i++)
            start(&run);
        assert_int_equal(run.ended, run.sample.problem.task_count);
        assert_true(run.failures > 10);
        assert_true(script_schedule_steering_speed(run.steering, 1) < before);
        struct script_schedule_steering_counts counts =
            script_schedule_steering_counts(run.steering);
        assert_int_equal(counts.ended, run.ended);
        stolen += counts.stolen;
        adopted += counts.adopted;
        assert_true(script_schedule_steering_any(run.steering) == SCHEDULE_NONE);
        end(&run);
    }
    assert_true(stolen > 0 && adopted > 0);
}

/* A machine is lost in the middle, with what it runs: nothing is started there any more, and all
 * ends elsewhere. */
static void machine_lost(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SCHEDULE_SHAPES; seed++) {
        struct execution run;
        begin(&run, seed, seed % 2);
        start(&run);
        for (uint32_t i = 0; i < 20; i++) {
            step(&run, true);
            start(&run);
        }
        run.lost = 0;
        run.sample.machines[0].cores = 0;
        script_schedule_steering_lost(run.steering, run.now);
        for (uint32_t t = 0; t < run.sample.problem.task_count; t++)
            if (run.states[t] == RUNNING && run.machines[t] == 0) {
                script_schedule_steering_failed(run.steering, t, run.now);
                run.states[t] = WAITING;
            }
        start(&run);
        while (step(&run, true))
            start(&run);
        assert_int_equal(run.ended, run.sample.problem.task_count);
        const struct script_schedule_slot *slots = script_schedule_steering_slots(run.steering);
        for (uint32_t t = 0; t < run.sample.problem.task_count; t++)
            assert_true(slots[t].machine != 0 || slots[t].end <= run.now);
        end(&run);
    }
}

/* Tasks that are dropped are never started, those that the caller starts by itself only once, also
 * on more cores than there are. */
static void dropped_and_forced(void **state)
{
    (void)state;
    struct execution run;
    begin(&run, 1, true);
    check_ready(&run);
    uint32_t forced = 0;
    for (uint32_t t = 0; t < run.sample.problem.task_count; t++) {
        if (run.states[t] != READY)
            continue;
        if (t % 2) {
            script_schedule_steering_dropped(run.steering, t, 0);
            settle(&run, t);
        } else {
            script_schedule_steering_started(run.steering, t, 0, 0);
            script_schedule_steering_started(run.steering, t, 0, 0);
            run.states[t] = RUNNING;
            run.machines[t] = 0;
            run.ends[t] = 0;
            run.left[0] = 0;
            forced++;
        }
    }
    for (uint32_t i = 0; i < forced; i++)
        step(&run, true);
    run.left[0] = run.sample.machines[0].cores;
    start(&run);
    while (step(&run, true))
        start(&run);
    assert_int_equal(run.ended, run.sample.problem.task_count);
    end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_ends),
        cmocka_unit_test(machine_lost),
        cmocka_unit_test(dropped_and_forced),
    };
    return cmocka_run_group_tests_name("steering_external", tests, NULL, NULL);
}
