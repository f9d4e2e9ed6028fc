/* optimistic.h: PEFT's table: how long the run goes on, at least, after a task has ended on a
 * machine, if every task after it had its best machine to itself. */
#ifndef SCRIPT_SCHEDULE_OPTIMISTIC_H
#define SCRIPT_SCHEDULE_OPTIMISTIC_H

#include "script/schedule/graph.h"
#include "script/schedule/groups.h"

/* A column is a group of machines; where that would make the table too large, several groups of
 * similar speed share one. */
struct script_schedule_optimistic {
    double *rest;  /* [task * columns + column] */
    double *ranks; /* of each task: the mean of its row over machines */
    uint32_t columns;
    uint32_t *column; /* of each group */
};

void script_schedule_optimistic_make(const struct script_schedule_problem *problem,
                                     const struct script_schedule_graph *graph,
                                     const struct script_schedule_groups *groups,
                                     struct script_schedule_optimistic *table);
void script_schedule_optimistic_free(struct script_schedule_optimistic *table);

static inline double script_schedule_optimistic_rest(const struct script_schedule_optimistic *table,
                                                     uint32_t task, uint32_t group)
{
    return table->rest[(size_t)task * table->columns + table->column[group]];
}

#endif
