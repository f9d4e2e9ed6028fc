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
    struct script_schedule_task tasks[10];
    struct script_schedule_edge edges[15];
    double seconds[30];
};

static const struct script_schedule_machine three[] = {
    {1, 1, 0, {1, 0}, 0}, {1, 1, 0, {1, 0}, 0}, {1, 1, 0, {1, 0}, 0}};

static struct script_schedule_problem example_problem(const struct example *example)
{
    return (struct script_schedule_problem){
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
        {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0},        \
            {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0},                                \
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

static struct script_schedule_plan planned(const struct script_schedule_problem *problem,
                                           enum script_schedule_algorithm algorithm)
{
    struct script_schedule_plan plan;
    struct error error = {0};
    if (!script_schedule_make(problem, algorithm, 1, &plan, &error) ||
        !script_schedule_plan_check(problem, &plan, &error))
        fail_msg("%s: %s", script_schedule_algorithm_name(algorithm), error.text);
    return plan;
}

static double makespan(const struct script_schedule_problem *problem,
                       enum script_schedule_algorithm algorithm)
{
    struct script_schedule_plan plan = planned(problem, algorithm);
    double result = plan.makespan;
    script_schedule_plan_free(&plan);
    return result;
}

/* Figure 3(a) and Table 3 of the paper: where and when each task runs. */
static void heft_of_the_paper(void **state)
{
    (void)state;
    static const struct script_schedule_slot expected[] = {
        {2, 0, 9},   {0, 27, 40}, {2, 9, 28},  {1, 18, 26}, {2, 28, 38},
        {1, 26, 42}, {2, 38, 49}, {0, 57, 62}, {1, 56, 68}, {1, 73, 80}};
    struct script_schedule_problem problem = example_problem(&heft_example);
    struct script_schedule_plan plan = planned(&problem, SCHEDULE_HEFT);
    assert_true(plan.makespan == 80);
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(plan.slots[i].machine, expected[i].machine);
        assert_true(plan.slots[i].start == expected[i].start);
        assert_true(plan.slots[i].end == expected[i].end);
    }
    script_schedule_plan_free(&plan);
}

/* Table 3 of the paper, upward ranks. */
static void ranks_of_the_paper(void **state)
{
    (void)state;
    static const double expected[] = {108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667};
    struct script_schedule_problem problem = example_problem(&heft_example);
    struct script_schedule_graph graph;
    struct script_schedule_groups groups;
    struct error error;
    assert_true(script_schedule_graph_make(&problem, &graph, &error));
    script_schedule_groups_make(&problem, &groups);
    double *ranks = script_schedule_upward_ranks(&problem, &graph, &groups);
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_true(fabs(ranks[i] - expected[i]) < 0.001);
    free(ranks);
    script_schedule_groups_free(&groups);
    script_schedule_graph_free(&graph);
}

/* Section 4.3 of the paper: its own makespan and that of HEFT. */
static void peft_of_the_paper(void **state)
{
    (void)state;
    struct script_schedule_problem problem = example_problem(&peft_example);
    assert_true(makespan(&problem, SCHEDULE_PEFT) == 122);
    assert_true(makespan(&problem, SCHEDULE_HEFT) == 133);
}

/* Everything by one request. */
static void check_sample(const struct script_schedule_sample_request *request, double *sums)
{
    struct script_schedule_sample sample;
    script_schedule_sample_make(request, &sample);
    struct script_schedule_bounds bounds = script_schedule_plan_bounds(&sample.problem);
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++) {
        double length = makespan(&sample.problem, i);
        assert_true(length >= bounds.path * (1 - 1e-9));
        assert_true(length >= bounds.work * (1 - 1e-9));
        sums[i] += length / bounds.path;
    }
    script_schedule_sample_free(&sample);
}

/* All shapes, costs of communication, unequal and equal machines, with and without streams: plans
 * are possible, none beats the bounds, and each algorithm beats chance. */
static void random_graphs(void **state)
{
    (void)state;
    static const double ccr[] = {0, 0.1, 1, 10}, streamed[] = {0, 0.5};
    static const uint32_t cores[] = {1, 4};
    double sums[SCHEDULE_ALGORITHMS] = {0};
    uint64_t seed = 0;
    for (unsigned shape = 0; shape < SCHEDULE_SHAPES; shape++)
        for (size_t c = 0; c < COUNT(ccr); c++)
            for (size_t s = 0; s < COUNT(streamed); s++)
                for (size_t k = 0; k < COUNT(cores); k++) {
                    seed++;
                    check_sample(
                        &(struct script_schedule_sample_request){.shape = shape,
                                                                 .tasks = 30 + seed * 3,
                                                                 .machines = 2 + seed % 9,
                                                                 .ccr = ccr[c],
                                                                 .heterogeneity = seed % 3 * 2.0,
                                                                 .cores = cores[k],
                                                                 .streamed = streamed[s],
                                                                 .models = 3,
                                                                 .seed = seed},
                        sums);
                }
    assert_true(sums[SCHEDULE_HEFT] < 0.7 * sums[SCHEDULE_RANDOM]);
    assert_true(sums[SCHEDULE_PEFT] < 0.7 * sums[SCHEDULE_RANDOM]);
    assert_true(sums[SCHEDULE_MIN_MIN] < 0.8 * sums[SCHEDULE_RANDOM]);
}

/* Machines of a group are interchangeable: with a table of seconds, each is a group of its own, and
 * HEFT finds ends that are as early. */
static void groups_change_nothing(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    struct script_schedule_sample_request request = {
        .shape = SCHEDULE_FORK_JOIN, .tasks = 200, .machines = 7, .ccr = 0, .cores = 3, .seed = 5};
    script_schedule_sample_make(&request, &sample);
    double grouped = makespan(&sample.problem, SCHEDULE_HEFT);
    double *seconds = calloc(sample.problem.task_count * 7, sizeof *seconds);
    for (uint32_t t = 0; t < sample.problem.task_count; t++)
        for (uint32_t m = 0; m < 7; m++)
            seconds[t * 7 + m] = sample.tasks[t].work / sample.machines[m].speed;
    sample.problem.seconds = seconds;
    double alone = makespan(&sample.problem, SCHEDULE_HEFT);
    assert_true(fabs(grouped - alone) < 0.05 * alone);
    free(seconds);
    script_schedule_sample_free(&sample);
}

/* Tasks that need several cores at once share machines with small ones. */
static void several_cores(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    struct script_schedule_sample_request request = {.shape = SCHEDULE_LAYERED,
                                                     .tasks = 400,
                                                     .machines = 6,
                                                     .ccr = 0.5,
                                                     .heterogeneity = 1,
                                                     .cores = 8,
                                                     .streamed = 0.2,
                                                     .seed = 11};
    script_schedule_sample_make(&request, &sample);
    sample.machines[0].cores = 2;
    sample.machines[1].cores = 5;
    for (uint32_t t = 0; t < sample.problem.task_count; t++)
        sample.tasks[t].cores = 1 + t * 7 % 8;
    struct script_schedule_bounds bounds = script_schedule_plan_bounds(&sample.problem);
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++)
        assert_true(makespan(&sample.problem, i) >= fmax(bounds.path, bounds.work));
    script_schedule_sample_free(&sample);
}

/* Two tasks of 10 s on two machines that are 1 s apart for a chunk. */
static double two_tasks(uint8_t kind, double first, double second, double bytes)
{
    const struct script_schedule_task tasks[] = {{first, 1, 0, 0}, {second, 1, 0, 0}};
    const struct script_schedule_edge edges[] = {{0, 1, bytes, kind}};
    const struct script_schedule_machine machines[] = {{1, 1, 0, {SCHEDULE_CHUNK, 0}, 0},
                                                       {1, 1, 0, {SCHEDULE_CHUNK, 0}, 0}};
    struct script_schedule_problem problem = {.tasks = tasks,
                                              .task_count = 2,
                                              .edges = edges,
                                              .edge_count = 1,
                                              .machines = machines,
                                              .machine_count = 2};
    return makespan(&problem, SCHEDULE_HEFT);
}

static void streams_are_pipelined(void **state)
{
    (void)state;
    const double chunk = SCHEDULE_CHUNK;
    assert_true(two_tasks(SCHEDULE_AFTER, 10, 10, 10 * chunk) == 20); /* on one machine */
    /* The first chunk is written after 1 s, arrives after 2 s; then 10 s. */
    assert_true(two_tasks(SCHEDULE_STREAM, 10, 10, 10 * chunk) == 12);
    /* A fast reader ends with the last chunk, 1 s after the writer. */
    assert_true(two_tasks(SCHEDULE_STREAM, 10, 2, 10 * chunk) == 11);
    /* A narrow link decides: 15 s for all bytes. */
    assert_true(two_tasks(SCHEDULE_STREAM, 10, 9, 15 * chunk) == 15);
    /* What is written at the end alone cannot be pipelined. */
    assert_true(two_tasks(SCHEDULE_STREAM, 10, 10, chunk) == 20);
}

static void same_again(void **state)
{
    (void)state;
    struct script_schedule_sample sample;
    struct script_schedule_sample_request request = {
        .shape = SCHEDULE_MONTAGE, .tasks = 300, .machines = 9, .ccr = 1, .cores = 2, .seed = 3};
    script_schedule_sample_make(&request, &sample);
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++) {
        struct script_schedule_plan a = planned(&sample.problem, i),
                                    b = planned(&sample.problem, i);
        for (uint32_t t = 0; t < a.task_count; t++)
            assert_true(a.slots[t].machine == b.slots[t].machine &&
                        a.slots[t].start == b.slots[t].start);
        script_schedule_plan_free(&a);
        script_schedule_plan_free(&b);
    }
    script_schedule_sample_free(&sample);
}

static void expect_error(const struct script_schedule_problem *problem, const char *words)
{
    struct error error = {0}, again = {0};
    struct script_schedule_plan plan;
    assert_false(script_schedule_problem_check(problem, &error));
    if (!strstr(error.text, words))
        fail_msg("expected \"%s\" in \"%s\"", words, error.text);
    assert_false(script_schedule_make(problem, SCHEDULE_HEFT, 0, &plan, &again));
    assert_string_equal(error.text, again.text);
    script_schedule_plan_free(&plan);
}

static void bad_tasks(void **state)
{
    (void)state;
    struct script_schedule_task tasks[] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}};
    struct script_schedule_edge edges[] = {{0, 1, 1, 0}, {1, 2, 1, 0}, {2, 1, 1, 0}};
    struct script_schedule_problem problem = {.tasks = tasks,
                                              .task_count = 3,
                                              .edges = edges,
                                              .edge_count = 3,
                                              .machines = three,
                                              .machine_count = 3};
    expect_error(&problem, "waits for itself");
    problem.edge_count = 2;
    tasks[1].work = NAN;
    expect_error(&problem, "task 1 has a cost of nan");
    tasks[1].work = -1;
    expect_error(&problem, "task 1 has a cost of -1");
    tasks[1] = (struct script_schedule_task){1, 2, 0, 0};
    expect_error(&problem, "needs 2 cores on one machine, but the largest has 1");
    tasks[1].cores = 0;
    expect_error(&problem, "needs 0 cores");
    tasks[1].cores = 1;
    edges[0].bytes = -1;
    expect_error(&problem, "edge 0 carries -1 bytes");
    edges[0] = (struct script_schedule_edge){0, 3, 1, 0};
    expect_error(&problem, "there are only 3");
    edges[0] = (struct script_schedule_edge){0, 0, 1, 0};
    expect_error(&problem, "task 0 waits for itself");
    problem.machine_count = 0;
    expect_error(&problem, "no machine");
}

static void bad_machines(void **state)
{
    (void)state;
    const struct script_schedule_task task = {1, 1, 0, 0};
    struct script_schedule_machine machine = {1, 1, 0, {0, 0}, 0};
    struct script_schedule_link site = {1, 0};
    double seconds = INFINITY;
    struct script_schedule_problem problem = {
        .tasks = &task, .task_count = 1, .machines = &machine, .machine_count = 1};
    expect_error(&problem, "the link of machine 0 has a bandwidth of 0");
    machine.link = (struct script_schedule_link){1, NAN};
    expect_error(&problem, "a latency of nan");
    machine.link.latency = 0;
    machine.speed = 0;
    expect_error(&problem, "machine 0 has a speed of 0");
    machine.speed = 1;
    machine.cores = 0;
    expect_error(&problem, "machine 0 has 0 cores");
    machine.cores = 1;
    problem.seconds = &seconds;
    expect_error(&problem, "no machine can run task 0");
    problem.seconds = NULL;
    problem.sites = &site;
    problem.site_count = 1;
    machine.site = 1;
    expect_error(&problem, "machine 0 is of site 1");
    machine.site = 0;
    site.bandwidth = 0;
    expect_error(&problem, "the link from site 0 to site 0 has a bandwidth of 0");
}

static void nothing_to_do(void **state)
{
    (void)state;
    const struct script_schedule_problem nothing = {0};
    const struct script_schedule_task idle[] = {{0, 1, 0, 0}, {0, 1, 0, 0}};
    struct script_schedule_problem problem = {
        .tasks = idle, .task_count = 2, .machines = three, .machine_count = 1};
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++) {
        assert_true(makespan(&nothing, i) == 0);
        assert_true(makespan(&problem, i) == 0);
    }
}

static void names(void **state)
{
    (void)state;
    enum script_schedule_algorithm found;
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++) {
        assert_true(script_schedule_algorithm_find(script_schedule_algorithm_name(i), &found));
        assert_int_equal(found, i);
    }
    assert_false(script_schedule_algorithm_find("best", &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heft_of_the_paper),
        cmocka_unit_test(ranks_of_the_paper),
        cmocka_unit_test(peft_of_the_paper),
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(groups_change_nothing),
        cmocka_unit_test(several_cores),
        cmocka_unit_test(streams_are_pipelined),
        cmocka_unit_test(same_again),
        cmocka_unit_test(bad_tasks),
        cmocka_unit_test(bad_machines),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
