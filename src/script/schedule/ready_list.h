/* ready_list.h: which tasks can be placed because all of their writers are. */
#ifndef SCRIPT_SCHEDULE_READY_LIST_H
#define SCRIPT_SCHEDULE_READY_LIST_H

#include "script/schedule/planner.h"

/* Returns the number of unplaced writers of each task; UINT32_MAX for fixed ones. To be freed. */
uint32_t *script_schedule_waiting(const struct script_schedule_planner *planner);

#endif
