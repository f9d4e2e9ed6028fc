/* min_min.c: of all tasks whose writers are placed, the one that would end first is next. O. H.
 * Ibarra, C. E. Kim: Heuristic algorithms for scheduling independent tasks on nonidentical
 * processors, Journal of the ACM 24(2), 1977. */
#include "script/schedule/algorithms.h"
#include "script/schedule/heap.h"
#include "script/schedule/ready_list.h"

#include <stdlib.h>

/* What would end first is found lazily: ends only move later as machines fill up. A task on top of
 * the heap whose end is still right is the first. */
void schedule_min_min(struct schedule_planner *planner)
{
    const struct schedule_problem *problem = planner->problem;
    const struct schedule_graph *graph = planner->graph;
    struct schedule_heap heap = {0};
    uint32_t *waiting = schedule_waiting(planner);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (!waiting[t])
            schedule_heap_push(&heap, -schedule_planner_best(planner, t, NULL).end, t);
    while (heap.count) {
        struct schedule_heap_item top = schedule_heap_pop(&heap);
        struct schedule_slot slot = schedule_planner_best(planner, top.task, NULL);
        if (-slot.end < top.priority) {
            schedule_heap_push(&heap, -slot.end, top.task);
            continue;
        }
        schedule_planner_place(planner, top.task, slot);
        for (uint32_t i = graph->out_first[top.task]; i < graph->out_first[top.task + 1]; i++) {
            uint32_t reader = problem->edges[graph->out[i]].to;
            if (waiting[reader] != UINT32_MAX && !--waiting[reader])
                schedule_heap_push(&heap, -schedule_planner_best(planner, reader, NULL).end,
                                   reader);
        }
    }
    free(waiting);
    schedule_heap_free(&heap);
}
