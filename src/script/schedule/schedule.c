/* schedule.c: from a problem to a plan. */
#include "script/schedule/algorithms.h"
#include "script/schedule/problem.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"heft", "peft", "min-min", "random"};

const char *schedule_algorithm_name(enum schedule_algorithm algorithm)
{
    return names[algorithm];
}

bool schedule_algorithm_find(const char *name, enum schedule_algorithm *algorithm)
{
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++)
        if (!strcmp(name, names[i])) {
            *algorithm = i;
            return true;
        }
    return false;
}

double schedule_plan_rest(const struct schedule_problem *problem,
                          const struct schedule_graph *graph, enum schedule_algorithm algorithm,
                          uint64_t seed, const struct schedule_begun *begun,
                          struct schedule_slot *slots)
{
    struct schedule_planner planner;
    double makespan = 0;
    schedule_planner_begin(&planner, problem, graph, begun, slots);
    if (algorithm == SCHEDULE_HEFT)
        schedule_heft(&planner);
    else if (algorithm == SCHEDULE_PEFT)
        schedule_peft(&planner);
    else if (algorithm == SCHEDULE_MIN_MIN)
        schedule_min_min(&planner);
    else
        schedule_random(&planner, seed);
    schedule_planner_end(&planner);
    for (uint32_t t = 0; t < problem->task_count; t++)
        makespan = fmax(makespan, slots[t].end);
    return makespan;
}

bool schedule_make(const struct schedule_problem *problem, enum schedule_algorithm algorithm,
                   uint64_t seed, struct schedule_plan *plan, struct error *error)
{
    struct schedule_graph graph = {0};
    *plan = (struct schedule_plan){.task_count = problem->task_count};
    bool good = schedule_problem_check_values(problem, error) &&
                schedule_graph_make(problem, &graph, error);
    if (good) {
        plan->slots = memory_zeroed(problem->task_count + (size_t)1, sizeof *plan->slots);
        plan->makespan = schedule_plan_rest(problem, &graph, algorithm, seed, NULL, plan->slots);
    }
    schedule_graph_free(&graph);
    return good;
}

void schedule_plan_free(struct schedule_plan *plan)
{
    free(plan->slots);
    *plan = (struct schedule_plan){0};
}
