/* schedule.c: from a problem to a plan. */
#include "script/schedule/algorithms.h"
#include "script/schedule/problem.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"heft", "peft", "min-min", "random"};

const char *script_schedule_algorithm_name(enum script_schedule_algorithm algorithm)
{
    return names[algorithm];
}

bool script_schedule_algorithm_find(const char *name, enum script_schedule_algorithm *algorithm)
{
    for (unsigned i = 0; i < SCHEDULE_ALGORITHMS; i++)
        if (!strcmp(name, names[i])) {
            *algorithm = i;
            return true;
        }
    return false;
}

double script_schedule_plan_rest(const struct script_schedule_problem *problem,
                                 const struct script_schedule_graph *graph,
                                 enum script_schedule_algorithm algorithm, uint64_t seed,
                                 const struct script_schedule_begun *begun,
                                 struct script_schedule_slot *slots)
{
    struct script_schedule_planner planner;
    double makespan = 0;
    script_schedule_planner_begin(&planner, problem, graph, begun, slots);
    if (algorithm == SCHEDULE_HEFT)
        script_schedule_heft(&planner);
    else if (algorithm == SCHEDULE_PEFT)
        script_schedule_peft(&planner);
    else if (algorithm == SCHEDULE_MIN_MIN)
        script_schedule_min_min(&planner);
    else
        script_schedule_random(&planner, seed);
    script_schedule_planner_end(&planner);
    for (uint32_t t = 0; t < problem->task_count; t++)
        makespan = fmax(makespan, slots[t].end);
    return makespan;
}

bool script_schedule_make(const struct script_schedule_problem *problem,
                          enum script_schedule_algorithm algorithm, uint64_t seed,
                          struct script_schedule_plan *plan, struct error *error)
{
    struct script_schedule_graph graph = {0};
    *plan = (struct script_schedule_plan){.task_count = problem->task_count};
    bool good = script_schedule_problem_check_values(problem, error) &&
                script_schedule_graph_make(problem, &graph, error);
    if (good) {
        plan->slots = memory_zeroed(problem->task_count + (size_t)1, sizeof *plan->slots);
        plan->makespan =
            script_schedule_plan_rest(problem, &graph, algorithm, seed, NULL, plan->slots);
    }
    script_schedule_graph_free(&graph);
    return good;
}

void script_schedule_plan_free(struct script_schedule_plan *plan)
{
    free(plan->slots);
    *plan = (struct script_schedule_plan){0};
}
