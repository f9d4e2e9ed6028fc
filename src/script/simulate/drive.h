/* drive.h: runs tasks and transfers as SimGrid's actors. */
#ifndef SCRIPT_SIMULATE_DRIVE_H
#define SCRIPT_SIMULATE_DRIVE_H

#include "script/schedule/steering.h"
#include "script/simulate/platform.h"

/* Simulates all tasks of the problem, whose machines are the hosts of the platform; `slots` gets
 * when and where each ran. Returns false if some never could start. */
bool simulate_drive(const struct schedule_problem *problem,
                    const struct simulate_platform *platform,
                    const struct schedule_steering_options *options,
                    struct schedule_steering *steering, struct schedule_slot *slots);

#endif
