/* algorithms.h: each places all tasks that are not fixed. */
#ifndef SCRIPT_SCHEDULE_ALGORITHMS_H
#define SCRIPT_SCHEDULE_ALGORITHMS_H

#include "script/schedule/planner.h"

void schedule_heft(struct schedule_planner *planner);
void schedule_peft(struct schedule_planner *planner);
void schedule_min_min(struct schedule_planner *planner);
void schedule_random(struct schedule_planner *planner, uint64_t seed);

/* Returns the upward rank of each task (Topcuoglu et al. 2002): the average length of the longest
 * path from its start to the end of the run. To be freed. */
double *schedule_upward_ranks(const struct schedule_problem *problem,
                              const struct schedule_graph *graph,
                              const struct schedule_groups *groups);

/* Makes a plan in the middle of a run: `slots` has those of the fixed tasks. The problem must be
 * valid. Returns the makespan. */
double schedule_plan_rest(const struct schedule_problem *problem,
                          const struct schedule_graph *graph, enum schedule_algorithm algorithm,
                          uint64_t seed, const struct schedule_begun *begun,
                          struct schedule_slot *slots);

#endif
