/* test_schedule.c: plans are those of the published examples, are possible, and beat chance. */
#include "script/schedule/algorithms.h"
#include "script/schedule/plan_check.h"
#include "script/schedule/problem.h"
#include "script/schedule/samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Ten tasks on three processors that take 1 second for a byte between any two. */
struct example {
    struct schedule_task tasks[10];
    struct schedule_edge edges[15];
    double seconds[30];
};

static const struct schedule_machine three[] = {
    {1, 1, 0, {1, 0}}, {1, 1, 0, {1, 0}}, {1, 1, 0, {1, 0}}};

static struct schedule_problem example_problem(const struct example *example)
{
    return (struct schedule_problem){
        .tasks = example->tasks,
        .task_count = 10,
        .edges = example->edges,
        .edge_count = 15,
        .machines = three,
        .machine_count = 3,
        .seconds = example->seconds,
    };
}

#define TEN_TASKS                                                                                  \
    {                                                                                              \
        {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0},    \
            {0, 1, 0}, {0, 1, 0},                                                                  \
    }

/* Figure 2 of Topcuoglu et al. 2002. */
static const struct example heft_example = {
    .tasks = TEN_TASKS,
    .edges = {{0, 1, 18, 0},
              {0, 2, 12, 0},
              {0, 3, 9, 0},
              {0, 4, 11, 0},
              {0, 5, 14, 0},
              {1, 7, 19, 0},
              {1, 8, 16, 0},
              {2, 6, 23, 0},
              {3, 7, 27, 0},
              {3, 8, 23, 0},
              {4, 8, 13, 0},
              {5, 7, 15, 0},
              {6, 9, 17, 0},
              {7, 9, 11, 0},
              {8, 9, 13, 0}},
    .seconds = {14, 16, 9, 13, 19, 18, 11, 13, 19, 13, 8,  17, 12, 13, 10,
                13, 16, 9, 7,  15, 11, 5,  11, 14, 18, 12, 20, 21, 7,  16},
};

/* Figure 1 of Arabnejad and Barbosa 2014. */
static const struct example peft_example = {
    .tasks = TEN_TASKS,
    .edges = {{0, 1, 17, 0},
              {0, 2, 31, 0},
              {0, 3, 29, 0},
              {0, 4, 13, 0},
              {0, 5, 7, 0},
              {1, 7, 3, 0},
              {1, 8, 30, 0},
              {2, 6, 16, 0},
              {3, 7, 11, 0},
              {3, 8, 7, 0},
              {4, 8, 57, 0},
              {5, 7, 5, 0},
              {6, 9, 9, 0},
              {7, 9, 42, 0},
              {8, 9, 7, 0}},
    .seconds = {22, 21, 36, 22, 18, 18, 32, 27, 43, 7,  10, 4, 29, 27, 35,
                26, 17, 24, 14, 25, 30, 29, 23, 36, 15, 21, 8, 13, 16, 33},
};

static struct schedule_plan planned(const struct schedule_problem *problem,
                                    enum schedule_algorithm algorithm)
{
    struct schedule_plan plan;
    struct error error = {0};
    if (!schedule_make(problem, algorithm, 1, &plan, &error) ||
        !schedule_plan_check(problem, &plan, &error))
        fail_msg("%s: %s", schedule_algorithm_name(algorithm), error.text);
    return plan;
}

static double makespan(const struct schedule_problem *problem, enum schedule_algorithm algorithm)
{
    struct schedule_plan plan = planned(problem, algorithm);
    double result = plan.makespan;
    schedule_plan_free(&plan);
    return result;
}

/* Figure 3(a) and Table 3 of the paper: where and when each task runs. */
static void heft_of_the_paper(void **state)
{
    (void)state;
    static const struct schedule_slot expected[] = {
        {2, 0, 9},   {0, 27, 40}, {2, 9, 28},  {1, 18, 26}, {2, 28, 38},
        {1, 26, 42}, {2, 38, 49}, {0, 57, 62}, {1, 56, 68}, {1, 73, 80}};
    struct schedule_problem problem = example_problem(&heft_example);
    struct schedule_plan plan = planned(&problem, SCHEDULE_HEFT);
    assert_true(plan.makespan == 80);
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(plan.slots[i].machine, expected[i].machine);
        assert_true(plan.slots[i].start == expected[i].start);
        assert_true(plan.slots[i].end == expected[i].end);
    }
    schedule_plan_free(&plan);
}

/* Table 3 of the paper, upward ranks. */
static void ranks_of_the_paper(void **state)
{
    (void)state;
    static const double expected[] = {108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667};
    struct schedule_problem problem = example_problem(&heft_example);
    struct schedule_graph graph;
    struct schedule_groups groups;
    struct error error;
    assert_true(schedule_graph_make(&problem, &graph, &error));
    schedule_groups_make(&problem, &groups);
    double *ranks = schedule_upward_ranks(&problem, &graph, &groups);
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_true(fabs(ranks[i] - expected[i]) < 0.001);
    free(ranks);
    schedule_groups_free(&groups);
    schedule_graph_free(&graph);
}

/* Section 4.3 of the paper: its own makespan and that of HEFT. */
static void peft_of_the_paper(void **state)
{
    (void)state;
    struct schedule_problem problem = example_problem(&peft_example);
    assert_true(makespan(&problem, SCHEDULE_PEFT) == 122);
    assert_true(makespan(&problem, SCHEDULE_HEFT) == 133);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heft_of_the_paper),
        cmocka_unit_test(ranks_of_the_paper),
        cmocka_unit_test(peft_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
