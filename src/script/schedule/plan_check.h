/* plan_check.h: is a plan possible, and how good is it? */
#ifndef SCRIPT_SCHEDULE_PLAN_CHECK_H
#define SCRIPT_SCHEDULE_PLAN_CHECK_H

#include "script/schedule/problem.h"

/* True if every task takes the time that it needs on its machine, starts when its data are there,
 * and no machine runs more than it has cores for; else the error says which is not so. The problem
 * must be valid. */
bool script_schedule_plan_check(const struct script_schedule_problem *problem,
                                const struct script_schedule_plan *plan, struct error *error);

struct script_schedule_bounds {
    double path; /* the longest path, every task on its fastest machine and no way to go */
    double work; /* all work, evenly on all cores at their full speed; 0 with a table of seconds */
};

/* No plan ends before either. The makespan divided by `path` is the schedule length ratio. The
 * problem must be valid. */
struct script_schedule_bounds
script_schedule_plan_bounds(const struct script_schedule_problem *problem);

#endif
