/* drive.h: runs tasks and transfers as SimGrid's actors. */
#ifndef SCRIPT_SIMULATE_DRIVE_H
#define SCRIPT_SIMULATE_DRIVE_H

#include "script/schedule/steering.h"
#include "script/simulate/platform.h"

/* Simulates all tasks of the problem, whose machines are the hosts of the platform; `slots` gets
 * when and where each ran. Returns false if some never could start. */
bool script_simulate_drive(const struct script_schedule_problem *problem,
                           const struct script_simulate_platform *platform,
                           const struct script_schedule_steering_options *options,
                           const double *actual, struct script_schedule_steering *steering,
                           struct script_schedule_slot *slots);

#endif
