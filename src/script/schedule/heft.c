/* heft.c: Heterogeneous Earliest Finish Time. H. Topcuoglu, S. Hariri, M.-Y. Wu: Performance-
 * effective and low-complexity task scheduling for heterogeneous computing, IEEE Transactions on
 * Parallel and Distributed Systems 13(3), 2002. Streams are pipelined here. */
#include "script/schedule/algorithms.h"
#include "script/schedule/arrival.h"
#include "script/schedule/averages.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns how long the run goes on, at least, after the start of the writer of this edge. */
static double through_edge(const struct script_schedule_averages *averages,
                           const struct script_schedule_edge *edge, const double *ranks)
{
    double writer = averages->seconds[edge->from], reader = averages->seconds[edge->to];
    double rank = ranks[edge->to];
    if (edge->kind == SCHEDULE_AFTER)
        return writer + script_schedule_average_way(averages, edge->bytes) + rank;
    double chunk = script_schedule_average_way(averages, script_schedule_chunk(edge));
    double first = writer * script_schedule_first_share(edge) + chunk + rank;
    double last =
        fmax(writer + chunk, script_schedule_average_way(averages, edge->bytes)) + rank - reader;
    return fmax(first, last);
}

double *script_schedule_upward_ranks(const struct script_schedule_problem *problem,
                                     const struct script_schedule_graph *graph,
                                     const struct script_schedule_groups *groups)
{
    struct script_schedule_averages averages;
    script_schedule_averages_make(problem, groups, &averages);
    double *ranks = memory_zeroed(problem->task_count + (size_t)1, sizeof *ranks);
    for (uint32_t i = problem->task_count; i-- > 0;) {
        uint32_t task = graph->order[i];
        ranks[task] = averages.seconds[task];
        for (uint32_t j = graph->out_first[task]; j < graph->out_first[task + 1]; j++)
            ranks[task] =
                fmax(ranks[task], through_edge(&averages, &problem->edges[graph->out[j]], ranks));
    }
    script_schedule_averages_free(&averages);
    return ranks;
}

struct ranked {
    double rank;
    uint32_t position; /* in an order of writers before readers */
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

void script_schedule_heft(struct script_schedule_planner *planner)
{
    uint32_t count = planner->problem->task_count;
    double *ranks =
        script_schedule_upward_ranks(planner->problem, planner->graph, &planner->groups);
    struct ranked *list = memory_zeroed(count + (size_t)1, sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct ranked){ranks[planner->graph->order[i]], i};
    qsort(list, count, sizeof *list, compare_ranked);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t task = planner->graph->order[list[i].position];
        if (!script_schedule_planner_is_fixed(planner, task))
            script_schedule_planner_place(planner, task,
                                          script_schedule_planner_best(planner, task, NULL));
    }
    free(list);
    free(ranks);
}
