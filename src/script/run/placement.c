/* placement.c: see placement.h */
#include "script/run/placement.h"

#include "script/agents/fleet.h"

#include <math.h>

uint32_t placement_cores(const struct run *run)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < script_agents_fleet_count(run->options->fleet); i++)
        sum += script_agents_fleet_cores(run->options->fleet, i);
    return sum;
}

uint64_t placement_memory(const struct run *run, uint32_t agent)
{
    uint64_t memory = run->options->memory;
    if (!memory && run->options->fleet)
        memory = script_agents_fleet_memory(run->options->fleet, agent);
    return memory ? memory : UINT64_MAX;
}

uint64_t placement_limit(const struct run *run, uint32_t task)
{
    const struct script_task *about = &run->graph->tasks[task];
    return (uint64_t)((double)about->memory * pow(about->grow, run->shown[task].attempts));
}

/* Returns the most of both that some node has. */
static struct placement most_of(const struct run *run)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    struct placement most = {1, 0};
    if (!fleet)
        return (struct placement){run->options->cores, placement_memory(run, 0)};
    for (uint32_t i = 0; i < script_agents_fleet_count(fleet); i++) {
        uint32_t cores = script_agents_fleet_cores(fleet, i);
        uint64_t memory = placement_memory(run, i);
        if (!script_agents_fleet_is_there(fleet, i))
            continue;
        most.cores = cores > most.cores ? cores : most.cores;
        most.memory = memory > most.memory ? memory : most.memory;
    }
    return most;
}

struct placement placement_of(const struct run *run, uint32_t task)
{
    uint32_t cores = run->graph->tasks[task].cores;
    uint64_t memory = placement_limit(run, task);
    struct placement most = most_of(run);
    return (struct placement){cores < most.cores ? cores : most.cores,
                              memory < most.memory ? memory : most.memory};
}

struct placement placement_sum(struct placement a, struct placement b)
{
    return (struct placement){a.cores + b.cores, a.memory + b.memory};
}

bool placement_fits(const struct run *run, uint32_t agent, struct placement needs)
{
    uint32_t cores = run->options->fleet ? run->agent_free[agent] : run->free_cores;
    uint64_t memory = run->options->fleet ? run->agent_memory[agent] : run->free_memory;
    return needs.cores <= cores && needs.memory <= memory;
}

uint32_t placement_agent(const struct run *run, struct placement needs)
{
    uint32_t best = SCRIPT_NONE;
    for (uint32_t i = 0; i < script_agents_fleet_count(run->options->fleet); i++) {
        if (script_agents_fleet_is_there(run->options->fleet, i) && placement_fits(run, i, needs) &&
            (best == SCRIPT_NONE || run->agent_free[i] > run->agent_free[best]))
            best = i;
    }
    return best;
}

uint32_t placement_any_agent(const struct run *run)
{
    return placement_agent(run, (struct placement){0});
}

void placement_take(struct run *run, uint32_t task)
{
    struct run_task *state = &run->tasks[task];
    struct placement needs = placement_of(run, task);
    uint32_t *cores = run->options->fleet ? &run->agent_free[state->agent] : &run->free_cores;
    uint64_t *memory = run->options->fleet ? &run->agent_memory[state->agent] : &run->free_memory;
    state->cores = needs.cores < *cores ? needs.cores : *cores;
    state->memory = needs.memory < *memory ? needs.memory : *memory;
    *cores -= state->cores;
    *memory -= state->memory;
}

void placement_give(struct run *run, uint32_t task)
{
    struct run_task *state = &run->tasks[task];
    *(run->options->fleet ? &run->agent_free[state->agent] : &run->free_cores) += state->cores;
    *(run->options->fleet ? &run->agent_memory[state->agent] : &run->free_memory) += state->memory;
}
