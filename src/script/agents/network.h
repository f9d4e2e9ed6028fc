/* network.h: measures the connections between the master and its agents. */
#ifndef SCRIPT_AGENTS_NETWORK_H
#define SCRIPT_AGENTS_NETWORK_H

#include "script/agents/fleet.h"
#include "script/schedule/problem.h"

/* Returns latency (one way, in s) and bandwidth (bytes per s) of each agent's connection, from a
 * few small messages and a large one. After `budget` seconds, agents that have not been measured
 * get the median of the others, or `otherwise`. Nobody else may listen to the fleet meanwhile. To
 * be freed. */
struct script_schedule_link *script_agents_network(struct script_agents_fleet *fleet, double budget,
                                                   struct script_schedule_link otherwise);

#endif
