/* visits.h: which task is shown on which lane of which place. */
#ifndef SCRIPT_RECORD_VISITS_H
#define SCRIPT_RECORD_VISITS_H

#include "script/agents/fleet.h"
#include "script/run/run.h"

struct record_visit {
    uint64_t start;
    uint32_t task, place, lane;
};

/* The tasks that have run, ordered by place, lane and start. */
struct record_visits {
    struct record_visit *list;
    size_t count;
    uint32_t *place_of_agent; /* SCRIPT_NONE: it was never there */
    char **hosts;             /* by place */
    uint32_t place_count;
};

/* Each agent that was there is a place; without agents (`fleet` is NULL), this machine is. A task
 * takes the first lane of its place that is free. */
void record_visits_find(struct record_visits *visits, const struct script_graph *graph,
                        const struct script_run_result *result,
                        const struct script_agents_fleet *fleet);
void record_visits_free(struct record_visits *visits);

/* Returns the place of a task that has run. */
uint32_t record_visits_place(const struct record_visits *visits, const struct script_task_run *run);

#endif
