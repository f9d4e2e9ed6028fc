/* problem.c: checks what a caller says of tasks and machines. */
#include "script/schedule/problem.h"
#include "script/schedule/graph.h"

#include <stdlib.h>

static bool is_amount(double value)
{
    return isfinite(value) && value >= 0;
}

static bool check_tasks(const struct script_schedule_problem *problem, struct error *error)
{
    for (uint32_t t = 0; t < problem->task_count; t++) {
        const struct script_schedule_task *task = &problem->tasks[t];
        if (!is_amount(task->work))
            return error_set(error, "task %u has a cost of %g; a cost is a number from 0", t,
                             task->work);
        if (!task->cores)
            return error_set(error, "task %u needs 0 cores; a task needs at least 1", t);
    }
    return true;
}

static bool check_edges(const struct script_schedule_problem *problem, struct error *error)
{
    for (uint32_t e = 0; e < problem->edge_count; e++) {
        const struct script_schedule_edge *edge = &problem->edges[e];
        if (edge->from >= problem->task_count || edge->to >= problem->task_count)
            return error_set(error, "edge %u leads from task %u to task %u, but there are only %u",
                             e, edge->from, edge->to, problem->task_count);
        if (!is_amount(edge->bytes))
            return error_set(error, "edge %u carries %g bytes; give a number from 0", e,
                             edge->bytes);
        if (edge->kind > SCHEDULE_STREAM)
            return error_set(error, "edge %u is of the unknown kind %u", e, edge->kind);
    }
    return true;
}

static bool is_link(const struct script_schedule_link *link)
{
    return link->bandwidth > 0 && is_amount(link->latency); /* false for NaN, too */
}

static bool check_machines(const struct script_schedule_problem *problem, struct error *error)
{
    for (uint32_t m = 0; m < problem->machine_count; m++) {
        const struct script_schedule_machine *machine = &problem->machines[m];
        if (!isfinite(machine->speed) || machine->speed <= 0)
            return error_set(error, "machine %u has a speed of %g; a speed is greater than 0", m,
                             machine->speed);
        if (!machine->cores || machine->cores > SCHEDULE_CORES_MOST)
            return error_set(error, "machine %u has %u cores; it must have 1 to %d", m,
                             machine->cores, SCHEDULE_CORES_MOST);
        if (!is_link(&machine->link))
            return error_set(error,
                             "the link of machine %u has a bandwidth of %g and a latency of %g; a "
                             "bandwidth is greater than 0, a latency is a number from 0",
                             m, machine->link.bandwidth, machine->link.latency);
        if (problem->sites && machine->site >= problem->site_count)
            return error_set(error, "machine %u is of site %u, but there are only %u", m,
                             machine->site, problem->site_count);
    }
    for (size_t i = 0; problem->sites && i < (size_t)problem->site_count * problem->site_count; i++)
        if (!is_link(&problem->sites[i]))
            return error_set(error,
                             "the link from site %zu to site %zu has a bandwidth of %g and a "
                             "latency of %g; a bandwidth is greater than 0, a latency is a number "
                             "from 0",
                             i / problem->site_count, i % problem->site_count,
                             problem->sites[i].bandwidth, problem->sites[i].latency);
    return true;
}

static bool check_seconds(const struct script_schedule_problem *problem, struct error *error)
{
    for (uint32_t t = 0; t < problem->task_count; t++) {
        bool possible = false;
        for (uint32_t m = 0; m < problem->machine_count; m++) {
            double seconds = problem->seconds[(size_t)t * problem->machine_count + m];
            if (isnan(seconds) || seconds < 0)
                return error_set(error, "task %u takes %g seconds on machine %u", t, seconds, m);
            possible |= isfinite(script_schedule_seconds(problem, t, m));
        }
        if (!possible)
            return error_set(error, "no machine can run task %u, which needs %u core%s", t,
                             problem->tasks[t].cores, problem->tasks[t].cores == 1 ? "" : "s");
    }
    return true;
}

static bool check_cores(const struct script_schedule_problem *problem, struct error *error)
{
    uint32_t most = 0;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        if (problem->machines[m].cores > most)
            most = problem->machines[m].cores;
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (problem->tasks[t].cores > most)
            return error_set(error,
                             "task %u needs %u cores on one machine, but the largest has %u; ask "
                             "for fewer cores",
                             t, problem->tasks[t].cores, most);
    return true;
}

bool script_schedule_problem_check_values(const struct script_schedule_problem *problem,
                                          struct error *error)
{
    if (!problem->machine_count && problem->task_count)
        return error_set(error, "there is no machine to run %u tasks", problem->task_count);
    return check_tasks(problem, error) && check_edges(problem, error) &&
           check_machines(problem, error) && check_cores(problem, error) &&
           (!problem->seconds || check_seconds(problem, error));
}

bool script_schedule_problem_check(const struct script_schedule_problem *problem,
                                   struct error *error)
{
    struct script_schedule_graph graph = {0};
    bool good = script_schedule_problem_check_values(problem, error) &&
                script_schedule_graph_make(problem, &graph, error);
    script_schedule_graph_free(&graph);
    return good;
}
