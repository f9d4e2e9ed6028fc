/* heft.c: Heterogeneous Earliest Finish Time. H. Topcuoglu, S. Hariri, M.-Y. Wu: Performance-
 * effective and low-complexity task scheduling for heterogeneous computing, IEEE Transactions on
 * Parallel and Distributed Systems 13(3), 2002. Streams are pipelined here. */
#include "script/schedule/algorithms.h"
#include "script/schedule/arrival.h"
#include "script/schedule/averages.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns how long the run goes on, at least, after the start of the writer of this edge. */
static double through_edge(const struct schedule_averages *averages,
                           const struct schedule_edge *edge, const double *ranks)
{
    double writer = averages->seconds[edge->from], reader = averages->seconds[edge->to];
    double rank = ranks[edge->to];
    if (edge->kind == SCHEDULE_AFTER)
        return writer + schedule_average_way(averages, edge->bytes) + rank;
    double chunk = schedule_average_way(averages, schedule_chunk(edge));
    double first = writer * schedule_first_share(edge) + chunk + rank;
    double last = fmax(writer + chunk, schedule_average_way(averages, edge->bytes)) + rank - reader;
    return fmax(first, last);
}

double *schedule_upward_ranks(const struct schedule_problem *problem,
                              const struct schedule_graph *graph,
                              const struct schedule_groups *groups)
{
    struct schedule_averages averages;
    schedule_averages_make(problem, groups, &averages);
    double *ranks = memory_zeroed(problem->task_count + (size_t)1, sizeof *ranks);
    for (uint32_t i = problem->task_count; i-- > 0;) {
        uint32_t task = graph->order[i];
        ranks[task] = averages.seconds[task];
        for (uint32_t j = graph->out_first[task]; j < graph->out_first[task + 1]; j++)
            ranks[task] =
                fmax(ranks[task], through_edge(&averages, &problem->edges[graph->out[j]], ranks));
    }
    schedule_averages_free(&averages);
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

void schedule_heft(struct schedule_planner *planner)
{
    uint32_t count = planner->problem->task_count;
    double *ranks = schedule_upward_ranks(planner->problem, planner->graph, &planner->groups);
    struct ranked *list = memory_zeroed(count + (size_t)1, sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct ranked){ranks[planner->graph->order[i]], i};
    qsort(list, count, sizeof *list, compare_ranked);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t task = planner->graph->order[list[i].position];
        if (!schedule_planner_is_fixed(planner, task))
            schedule_planner_place(planner, task, schedule_planner_best(planner, task, NULL));
    }
    free(list);
    free(ranks);
}
