/* test_timeline.c: the earliest gap is the one that a search of every second finds. */
#include "script/schedule/noise.h"
#include "script/schedule/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MACHINES = 5, ALIKE = 4, CORES = 4, SECONDS = 4000, ROUNDS = 1500 };

static uint8_t used[MACHINES][SECONDS];

static bool is_free(uint32_t machine, int start, int seconds, uint32_t cores)
{
    for (int t = start; t < start + seconds; t++)
        if (used[machine][t] + cores > CORES)
            return false;
    return true;
}

static int searched(uint32_t machine, int ready, int seconds, uint32_t cores)
{
    while (!is_free(machine, ready, seconds, cores))
        ready++;
    return ready;
}

static uint32_t below(uint64_t *noise, uint32_t limit)
{
    return (uint32_t)(script_schedule_noise(noise) * limit);
}

/* The last machine is faster, so that it is a group of its own. */
static void as_searched(void **state)
{
    (void)state;
    struct script_schedule_task tasks[CORES];
    struct script_schedule_machine machines[MACHINES];
    struct script_schedule_groups groups;
    uint64_t noise = 1;
    for (uint32_t i = 0; i < CORES; i++)
        tasks[i] = (struct script_schedule_task){1, i + 1, 0, 0};
    for (uint32_t m = 0; m < MACHINES; m++)
        machines[m] = (struct script_schedule_machine){m < ALIKE ? 1 : 2, CORES, 0, {1, 0}, 0};
    const struct script_schedule_problem problem = {
        .tasks = tasks, .task_count = CORES, .machines = machines, .machine_count = MACHINES};
    script_schedule_groups_make(&problem, &groups);
    assert_int_equal(groups.count, 2);
    struct script_schedule_timeline *timeline = script_schedule_timeline_new(&problem, &groups);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t task = below(&noise, CORES), machine, asked = below(&noise, MACHINES);
        int ready = (int)below(&noise, 600), seconds = 1 + (int)below(&noise, 9);
        int least = SECONDS;
        for (uint32_t m = 0; m < MACHINES; m++) {
            int found = searched(m, ready, seconds, task + 1);
            assert_true(script_schedule_timeline_find(timeline, m, task, ready, seconds) == found);
            if (groups.of[m] == groups.of[asked] && found < least)
                least = found;
        }
        double start = script_schedule_timeline_find_group(timeline, groups.of[asked], task, ready,
                                                           seconds, &machine);
        assert_true(start == least);
        assert_int_equal(groups.of[machine], groups.of[asked]);
        assert_true(is_free(machine, least, seconds, task + 1));
        script_schedule_timeline_take(timeline, machine, task, start, start + seconds);
        for (int t = least; t < least + seconds; t++)
            used[machine][t] += task + 1;
    }
    script_schedule_timeline_free(timeline);
    script_schedule_groups_free(&groups);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_searched)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
