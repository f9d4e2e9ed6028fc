/* timeline.h: which cores of which machines are taken when, and where there is room. */
#ifndef SCRIPT_SCHEDULE_TIMELINE_H
#define SCRIPT_SCHEDULE_TIMELINE_H

#include "script/schedule/groups.h"

struct script_schedule_timeline;

/* All machines are free from 0 on. Problem and groups must outlive it. */
struct script_schedule_timeline *
script_schedule_timeline_new(const struct script_schedule_problem *problem,
                             const struct script_schedule_groups *groups);
void script_schedule_timeline_free(struct script_schedule_timeline *timeline);

/* Returns the earliest start of `seconds` for a task, not before `ready`, between what is taken:
 * the insertion policy of HEFT. On one machine, or on any machine of a group. INFINITY if it needs
 * more cores than there are. */
double script_schedule_timeline_find(const struct script_schedule_timeline *timeline,
                                     uint32_t machine, uint32_t task, double ready, double seconds);
double script_schedule_timeline_find_group(const struct script_schedule_timeline *timeline,
                                           uint32_t group, uint32_t task, double ready,
                                           double seconds, uint32_t *machine);

/* Takes the cores of a task from start to end, which must be free. */
void script_schedule_timeline_take(struct script_schedule_timeline *timeline, uint32_t machine,
                                   uint32_t task, double start, double end);

#endif
