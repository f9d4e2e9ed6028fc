/* min_min.c: of all tasks whose writers are placed, the one that would end first is next. O. H.
 * Ibarra, C. E. Kim: Heuristic algorithms for scheduling independent tasks on nonidentical
 * processors, Journal of the ACM 24(2), 1977. */
#include "script/schedule/algorithms.h"
#include "script/schedule/heap.h"
#include "script/schedule/ready_list.h"

#include <stdlib.h>

/* Ends only move later as machines fill up, so an end that was found before is a lower bound. The
 * task with the least bound is looked at again; it is the first to end if its end is no later than
 * the next bound. In large problems, the first of a limited number of such looks is taken: in a
 * graph of a thousand tasks on 16 different machines all, in one of 100,000 tasks a dozen. */
enum { LOOKS_ALL = 1 << 24, LOOKS_LEAST = 4 };

/* Takes the task that ends first from the heap. */
static uint32_t take_first(struct script_schedule_planner *planner,
                           struct script_schedule_heap *heap,
                           struct script_schedule_heap *looked_at,
                           struct script_schedule_slot *slot)
{
    uint64_t size = (uint64_t)planner->problem->task_count * planner->groups.count;
    uint64_t most = LOOKS_LEAST + LOOKS_ALL / size;
    uint32_t first = UINT32_MAX;
    slot->end = INFINITY;
    for (uint64_t looks = 0; heap->count && looks < most; looks++) {
        if (slot->end <= -heap->items[0].priority)
            break;
        uint32_t task = script_schedule_heap_pop(heap).task;
        struct script_schedule_slot found = script_schedule_planner_best(planner, task, NULL);
        if (found.end < slot->end) {
            if (first != UINT32_MAX)
                script_schedule_heap_push(looked_at, -slot->end, first);
            first = task;
            *slot = found;
        } else {
            script_schedule_heap_push(looked_at, -found.end, task);
        }
    }
    for (; looked_at->count; looked_at->count--) {
        const struct script_schedule_heap_item *item = &looked_at->items[looked_at->count - 1];
        script_schedule_heap_push(heap, item->priority, item->task);
    }
    return first;
}

void script_schedule_min_min(struct script_schedule_planner *planner)
{
    const struct script_schedule_problem *problem = planner->problem;
    const struct script_schedule_graph *graph = planner->graph;
    struct script_schedule_heap heap = {0}, looked_at = {0};
    uint32_t *waiting = script_schedule_waiting(planner);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (!waiting[t])
            script_schedule_heap_push(&heap, -script_schedule_planner_best(planner, t, NULL).end,
                                      t);
    while (heap.count) {
        struct script_schedule_slot slot = {0};
        uint32_t task = take_first(planner, &heap, &looked_at, &slot);
        script_schedule_planner_place(planner, task, slot);
        for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++) {
            uint32_t reader = problem->edges[graph->out[i]].to;
            if (waiting[reader] != UINT32_MAX && !--waiting[reader])
                script_schedule_heap_push(
                    &heap, -script_schedule_planner_best(planner, reader, NULL).end, reader);
        }
    }
    free(waiting);
    script_schedule_heap_free(&heap);
    script_schedule_heap_free(&looked_at);
}
