/* execute.h: an execution of a plan in which tasks take other times than their models say, without
 * contention: what steering is tested with. */
#ifndef SCRIPT_SCHEDULE_EXECUTE_H
#define SCRIPT_SCHEDULE_EXECUTE_H

#include "script/schedule/steering.h"

/* Runs `believed`, where tasks take what `truth` says; both have the same tasks, edges and
 * machines. The plan has what really happened. */
bool script_schedule_execute(const struct script_schedule_problem *believed,
                             const struct script_schedule_problem *truth,
                             const struct script_schedule_steering_options *options,
                             struct script_schedule_plan *plan,
                             struct script_schedule_steering_counts *counts, struct error *error);

#endif
