/* execute.h: an execution of a plan in which tasks take other times than their models say, without
 * contention: what steering is tested with. */
#ifndef SCRIPT_SCHEDULE_EXECUTE_H
#define SCRIPT_SCHEDULE_EXECUTE_H

#include "script/schedule/steering.h"

/* Runs `believed`, where tasks take what `truth` says; both have the same tasks, edges and
 * machines. The plan has what really happened. */
bool schedule_execute(const struct schedule_problem *believed, const struct schedule_problem *truth,
                      const struct schedule_steering_options *options, struct schedule_plan *plan,
                      struct schedule_steering_counts *counts, struct error *error);

#endif
