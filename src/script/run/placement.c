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
    double limit = (double)about->memory * pow(about->grow, run->shown[task].attempts);
    return limit < 0x1p62 ? (uint64_t)limit : UINT64_C(1) << 62;
}

/* Returns the most cores that some node has, or those that a task wants if they are fewer. */
static uint32_t limit_cores(const struct run *run, uint32_t wanted)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    uint32_t most = fleet ? 1 : run->options->cores;
    for (uint32_t i = 0; fleet && i < script_agents_fleet_count(fleet); i++) {
        uint32_t cores = script_agents_fleet_cores(fleet, i);
        if (script_agents_fleet_is_there(fleet, i) && cores > most)
            most = cores;
    }
    return wanted < most ? wanted : most;
}

/* Returns the most memory of nodes with so many cores, or what a task wants if that is less. */
static uint64_t limit_memory(const struct run *run, uint64_t wanted, uint32_t cores)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    uint64_t most = fleet ? 0 : placement_memory(run, 0);
    for (uint32_t i = 0; fleet && i < script_agents_fleet_count(fleet); i++) {
        uint64_t memory = placement_memory(run, i);
        if (script_agents_fleet_is_there(fleet, i) && memory > most &&
            script_agents_fleet_cores(fleet, i) >= cores)
            most = memory;
    }
    return wanted < most ? wanted : most;
}

struct placement placement_of(const struct run *run, uint32_t task)
{
    uint32_t cores = limit_cores(run, run->graph->tasks[task].cores);
    return (struct placement){cores, limit_memory(run, placement_limit(run, task), cores)};
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
