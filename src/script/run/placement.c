/* placement.c: see placement.h */
#include "script/run/placement.h"

#include "script/agents/fleet.h"

uint32_t placement_cores(const struct run *run)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < script_agents_fleet_count(run->options->fleet); i++)
        sum += script_agents_fleet_cores(run->options->fleet, i);
    return sum;
}

uint32_t placement_most_cores(const struct run *run)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < script_agents_fleet_count(run->options->fleet); i++) {
        uint32_t cores = script_agents_fleet_cores(run->options->fleet, i);
        if (script_agents_fleet_is_there(run->options->fleet, i) && cores > most)
            most = cores;
    }
    return most;
}

uint32_t placement_cores_of(const struct run *run, uint32_t task)
{
    uint32_t cores = run->graph->tasks[task].cores;
    uint32_t most = run->options->fleet ? placement_most_cores(run) : run->options->cores;
    return cores < most ? cores : most;
}

uint32_t placement_agent(const struct run *run, uint32_t cores)
{
    uint32_t best = SCRIPT_NONE;
    for (uint32_t i = 0; i < script_agents_fleet_count(run->options->fleet); i++) {
        if (!script_agents_fleet_is_there(run->options->fleet, i) || run->agent_free[i] < cores)
            continue;
        if (best == SCRIPT_NONE || run->agent_free[i] > run->agent_free[best])
            best = i;
    }
    return best;
}

void placement_take(struct run *run, uint32_t task, uint32_t cores)
{
    struct run_task *state = &run->tasks[task];
    uint32_t *available = &run->agent_free[state->agent];
    state->cores = cores < *available ? cores : *available;
    *available -= state->cores;
}

void placement_give(struct run *run, uint32_t task)
{
    run->agent_free[run->tasks[task].agent] += run->tasks[task].cores;
}
