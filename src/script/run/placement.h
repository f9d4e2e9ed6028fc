/* placement.h: which agent has room for a task, by the cores and the memory that are free. */
#ifndef SCRIPT_RUN_PLACEMENT_H
#define SCRIPT_RUN_PLACEMENT_H

#include "script/run/state.h"

/* What a task takes while it runs, and what a node has left. */
struct placement {
    uint32_t cores;
    uint64_t memory; /* bytes */
};

/* Returns the cores of all agents. */
uint32_t placement_cores(const struct run *run);

/* Returns the bytes of memory for tasks of an agent. */
uint64_t placement_memory(const struct run *run, uint32_t agent);

/* Returns the limit of a task's memory at its next attempt; 0: none. */
uint64_t placement_limit(const struct run *run, uint32_t task);

/* Returns what a task takes: no more than some node has. */
struct placement placement_of(const struct run *run, uint32_t task);

/* Returns what two tasks take together. */
struct placement placement_sum(struct placement a, struct placement b);

/* True if a task finds what it takes on its node: that of an agent, or this one. */
bool placement_fits(const struct run *run, uint32_t agent, struct placement needs);

/* Returns the agent with the most free cores of those with room; SCRIPT_NONE: none has. */
uint32_t placement_agent(const struct run *run, struct placement needs);

/* The same, with or without room; SCRIPT_NONE: all agents are lost. */
uint32_t placement_any_agent(const struct run *run);

/* Takes what a task takes from its node, as far as it is there, and gives it back. */
void placement_take(struct run *run, uint32_t task);
void placement_give(struct run *run, uint32_t task);

#endif
