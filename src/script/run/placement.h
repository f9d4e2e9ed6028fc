/* placement.h: which agent runs a task, by the cores that are free. */
#ifndef SCRIPT_RUN_PLACEMENT_H
#define SCRIPT_RUN_PLACEMENT_H

#include "script/run/state.h"

/* Returns the cores of all agents, and the most that one has. */
uint32_t placement_cores(const struct run *run);
uint32_t placement_most_cores(const struct run *run);

/* Returns the cores that a task takes while it runs. */
uint32_t placement_cores_of(const struct run *run, uint32_t task);

/* Returns the agent with the most free cores; SCRIPT_NONE: none has as many as are needed. */
uint32_t placement_agent(const struct run *run, uint32_t cores);

/* Takes cores of a task's agent, as far as it has them, and gives them back. */
void placement_take(struct run *run, uint32_t task, uint32_t cores);
void placement_give(struct run *run, uint32_t task);

#endif
