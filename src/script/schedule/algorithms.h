/* algorithms.h: each places all tasks that are not fixed. */
#ifndef SCRIPT_SCHEDULE_ALGORITHMS_H
#define SCRIPT_SCHEDULE_ALGORITHMS_H

#include "script/schedule/planner.h"

void script_schedule_heft(struct script_schedule_planner *planner);
void script_schedule_peft(struct script_schedule_planner *planner);
void script_schedule_min_min(struct script_schedule_planner *planner);
void script_schedule_random(struct script_schedule_planner *planner, uint64_t seed);

/* Returns the upward rank of each task (Topcuoglu et al. 2002): the average length of the longest
 * path from its start to the end of the run. To be freed. */
double *script_schedule_upward_ranks(const struct script_schedule_problem *problem,
                                     const struct script_schedule_graph *graph,
                                     const struct script_schedule_groups *groups);

/* Makes a plan in the middle of a run: `slots` has those of the fixed tasks. The problem must be
 * valid. Returns the makespan. */
double script_schedule_plan_rest(const struct script_schedule_problem *problem,
                                 const struct script_schedule_graph *graph,
                                 enum script_schedule_algorithm algorithm, uint64_t seed,
                                 const struct script_schedule_begun *begun,
                                 struct script_schedule_slot *slots);

#endif
