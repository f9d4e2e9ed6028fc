/* groups.h: machines that are alike in speed, cores and links form a group, so that large clusters
 * cost no more than small ones. */
#ifndef SCRIPT_SCHEDULE_GROUPS_H
#define SCRIPT_SCHEDULE_GROUPS_H

#include "script/schedule/problem.h"

struct script_schedule_groups {
    uint32_t count;
    uint32_t *of;      /* the group of each machine */
    uint32_t *sample;  /* a machine of each group: its lowest number */
    uint32_t *members; /* number of machines of each group */
};

/* With a table of seconds, each machine is a group of its own. */
void script_schedule_groups_make(const struct script_schedule_problem *problem,
                                 struct script_schedule_groups *groups);
void script_schedule_groups_free(struct script_schedule_groups *groups);

#endif
