/* test_replay.c: the replay of threads, from steps made by hand. */
#include "unit.h"

#include "analysis/replay/engine.h"

#include <string.h>

enum { LANES = 4, STEPS = 16 };

/* Steps of a few lanes, which are added lane by lane. */
struct steps {
    struct analysis_replay_steps all;
    struct analysis_replay_lane lanes[LANES];
    struct analysis_replay_step steps[STEPS];
    uint32_t meetings[LANES];
};

static void add_lane(struct steps *to)
{
    struct analysis_replay_lane *lane = &to->lanes[to->all.lane_count++];
    *lane = (struct analysis_replay_lane){.counts = true, .first = to->all.step_count};
    to->all.lanes = to->lanes;
    to->all.steps = to->steps;
    to->all.meetings = to->meetings;
}

static struct analysis_replay_step *add_step(struct steps *to, uint64_t before, uint64_t own)
{
    struct analysis_replay_step *step = &to->steps[to->all.step_count++];
    *step = (struct analysis_replay_step){.before = before, .own = own};
    to->lanes[to->all.lane_count - 1].count++;
    return step;
}

static uint64_t run(const struct steps *steps, uint64_t missing)
{
    struct archive archive = {0};
    struct analysis_replay_result result;
    analysis_replay_steps_run(&archive, &steps->all, &result);
    assert_int_equal(result.missing, missing);
    uint64_t time = result.time;
    analysis_replay_result_free(&result);
    return time;
}

/* Two lanes meet: 30 and 50, then 3 for the barrier, then 10 and 20. */
static void a_meeting(void **state)
{
    (void)state;
    struct steps steps = {.all.meeting_count = 1, .meetings = {2}};
    add_lane(&steps);
    add_step(&steps, 30, 3)->meets = 1;
    steps.lanes[0].after = 10;
    add_lane(&steps);
    add_step(&steps, 50, 3)->meets = 1;
    steps.lanes[1].after = 20;
    assert_int_equal(run(&steps, 0), 50 + 3 + 20);
    steps.steps[1].before = 25;
    assert_int_equal(run(&steps, 0), 30 + 3 + 20);
}

/* A thread begins when it is created, after 10, and takes 5 for that; it computes 40. The other one
 * computes 20 meanwhile, and joins it. What a thread does that nobody waits for does not count. */
static void a_thread(void **state)
{
    (void)state;
    struct steps steps = {0};
    add_lane(&steps);
    add_step(&steps, 10, 0);
    add_step(&steps, 20, 1)->needs = 4;
    add_lane(&steps);
    add_step(&steps, 0, 5)->needs = 1;
    add_step(&steps, 40, 0);
    assert_int_equal(run(&steps, 0), 10 + 5 + 40 + 1);
    steps.steps[1].needs = 0;
    steps.lanes[1].counts = false;
    assert_int_equal(run(&steps, 0), 10 + 20 + 1);
}

/* Three lanes want a lock and keep it for 10: they get it in the order in which they come. */
static void a_lock(void **state)
{
    (void)state;
    static const uint64_t before[] = {5, 20, 3};
    struct steps steps = {.all.lock_count = 1};
    for (size_t i = 0; i < 3; i++) {
        add_lane(&steps);
        add_step(&steps, before[i], 0)->locks = 1;
        add_step(&steps, 10, 0)->unlocks = 1;
        steps.lanes[i].after = i == 1 ? 100 : 0;
    }
    /* Lane 2 from 3 to 13, lane 0 to 23, lane 1 to 33. */
    assert_int_equal(run(&steps, 0), 33 + 100);
    /* Now lane 1 comes first: 1 to 11. */
    steps.steps[2].before = 1;
    assert_int_equal(run(&steps, 0), 11 + 100);
    steps.lanes[1].after = 0;
    assert_int_equal(run(&steps, 0), 1 + 3 * 10);
}

/* Lanes that wait for each other, and a lock that is never given back: both are released. */
static void a_circle(void **state)
{
    (void)state;
    struct steps steps = {.all.lock_count = 1};
    add_lane(&steps);
    add_step(&steps, 10, 0)->needs = 3;
    add_step(&steps, 10, 0);
    add_lane(&steps);
    add_step(&steps, 20, 0)->needs = 2;
    steps.steps[0].needs = 4;
    add_step(&steps, 20, 0);
    assert_int_equal(run(&steps, 1), 20 + 20);
    steps.steps[0].needs = steps.steps[2].needs = 0;
    steps.steps[0].locks = steps.steps[2].locks = 1;
    assert_int_equal(run(&steps, 1), 20 + 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_meeting),
        cmocka_unit_test(a_thread),
        cmocka_unit_test(a_lock),
        cmocka_unit_test(a_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
