/* planner.h: a plan in the making: what is placed so far, and where the next task would end
 * earliest. */
#ifndef SCRIPT_SCHEDULE_PLANNER_H
#define SCRIPT_SCHEDULE_PLANNER_H

#include "script/schedule/graph.h"
#include "script/schedule/groups.h"
#include "script/schedule/timeline.h"

/* What is already decided when a plan is made in the middle of a run. */
struct script_schedule_begun {
    const bool *fixed; /* tasks that have started: their slots stay as they are */
    double now;        /* nothing else starts earlier */
};

/* An edge into a task, and the machine of its writer. */
struct script_schedule_host {
    uint32_t machine, edge;
};

struct script_schedule_planner {
    const struct script_schedule_problem *problem;
    const struct script_schedule_graph *graph;
    struct script_schedule_begun begun;
    struct script_schedule_groups groups;
    struct script_schedule_timeline *timeline;
    struct script_schedule_slot *slots; /* of the plan */
    double *ready, *ready_else; /* scratch by group: the latest arrival from any machine, and from
                                   any but `from` */
    uint32_t *from;             /* scratch by group: the machine of the latest arrival */
    struct script_schedule_host *hosts; /* scratch: of a task's writers */
    size_t host_room;
};

/* Begins with the slots of the tasks that have started. */
void script_schedule_planner_begin(struct script_schedule_planner *planner,
                                   const struct script_schedule_problem *problem,
                                   const struct script_schedule_graph *graph,
                                   const struct script_schedule_begun *begun,
                                   struct script_schedule_slot *slots);
void script_schedule_planner_end(struct script_schedule_planner *planner);

/* Finds where a task, whose writers are all placed, ends earliest; with `rest`, where its end plus
 * rest[group] is least. Of equals, the machine with the lowest number. */
struct script_schedule_slot script_schedule_planner_best(struct script_schedule_planner *planner,
                                                         uint32_t task, const double *rest);

/* Finds the earliest slot of a task on one machine. */
struct script_schedule_slot script_schedule_planner_on(struct script_schedule_planner *planner,
                                                       uint32_t task, uint32_t machine);

void script_schedule_planner_place(struct script_schedule_planner *planner, uint32_t task,
                                   struct script_schedule_slot slot);

static inline bool script_schedule_planner_is_fixed(const struct script_schedule_planner *planner,
                                                    uint32_t task)
{
    return planner->begun.fixed && planner->begun.fixed[task];
}

#endif
