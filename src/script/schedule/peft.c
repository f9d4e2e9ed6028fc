/* peft.c: Predict Earliest Finish Time. H. Arabnejad, J. G. Barbosa: List scheduling algorithm for
 * heterogeneous systems by an optimistic cost table, IEEE Transactions on Parallel and Distributed
 * Systems 25(3), 2014. Streams are pipelined here. */
#include "script/schedule/algorithms.h"
#include "script/schedule/arrival.h"
#include "script/schedule/averages.h"
#include "script/schedule/heap.h"
#include "script/schedule/optimistic.h"
#include "script/schedule/ready_list.h"
#include "util/memory.h"

#include <stdlib.h>

void script_schedule_peft(struct script_schedule_planner *planner)
{
    const struct script_schedule_problem *problem = planner->problem;
    const struct script_schedule_graph *graph = planner->graph;
    struct script_schedule_optimistic table;
    script_schedule_optimistic_make(problem, graph, &planner->groups, &table);
    struct script_schedule_heap heap = {0};
    uint32_t *waiting = script_schedule_waiting(planner);
    double *rest = memory_zeroed(planner->groups.count + (size_t)1, sizeof *rest);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (!waiting[t])
            script_schedule_heap_push(&heap, table.ranks[t], t);
    while (heap.count) {
        uint32_t task = script_schedule_heap_pop(&heap).task;
        for (uint32_t g = 0; g < planner->groups.count; g++)
            rest[g] = script_schedule_optimistic_rest(&table, task, g);
        script_schedule_planner_place(planner, task,
                                      script_schedule_planner_best(planner, task, rest));
        for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++) {
            uint32_t reader = problem->edges[graph->out[i]].to;
            if (waiting[reader] != UINT32_MAX && !--waiting[reader])
                script_schedule_heap_push(&heap, table.ranks[reader], reader);
        }
    }
    free(rest);
    free(waiting);
    script_schedule_heap_free(&heap);
    script_schedule_optimistic_free(&table);
}
