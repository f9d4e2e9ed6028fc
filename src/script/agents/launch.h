/* launch.h: starts the agents of a run: on this machine, or on the nodes of a Slurm allocation by
 * one srun. */
#ifndef SCRIPT_AGENTS_LAUNCH_H
#define SCRIPT_AGENTS_LAUNCH_H

#include "script/agents/fleet.h"

/* The variable that holds the secret. */
#define AGENTS_SECRET_VARIABLE "TRIPTYCH_AGENT_SECRET"

struct script_agents_launch;

/* Starts them. They get the secret in their environment, never on a command line. NULL with an
 * error. */
struct script_agents_launch *
script_agents_launch_new(const struct script_agents_fleet_options *options, uint32_t count,
                         const unsigned char secret[AGENTS_SECRET], uint16_t port,
                         struct error *error);

/* Waits for the end of what was started; after a while it is killed. */
void script_agents_launch_free(struct script_agents_launch *launch);

/* Kills an agent that was started on this machine. */
void script_agents_launch_kill(const struct script_agents_launch *launch, uint32_t agent);

/* Returns how many of the processes that were started are running. */
uint32_t script_agents_launch_running(struct script_agents_launch *launch);

/* Returns the nodes of the Slurm allocation in which this runs; 0: it does not. */
uint32_t script_agents_launch_nodes(void);

#endif
