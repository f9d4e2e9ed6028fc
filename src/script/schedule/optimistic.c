/* optimistic.c: fills PEFT's table from the last tasks to the first. */
#include "script/schedule/optimistic.h"
#include "script/schedule/arrival.h"
#include "script/schedule/averages.h"
#include "util/memory.h"

#include <stdlib.h>

enum { CELLS_MOST = 1 << 24 }; /* of 8 bytes */

/* Groups are in the order of their speeds, so neighbours share a column. */
static void choose_columns(const struct script_schedule_problem *problem,
                           const struct script_schedule_groups *groups,
                           struct script_schedule_optimistic *table)
{
    uint32_t tasks = problem->task_count ? problem->task_count : 1, most = CELLS_MOST / tasks;
    if (most < 2)
        most = 2;
    table->columns = groups->count <= most ? groups->count : most;
    table->column = memory_zeroed(groups->count + (size_t)1, sizeof *table->column);
    for (uint32_t g = 0; g < groups->count; g++)
        table->column[g] = (uint32_t)((uint64_t)g * table->columns / groups->count);
}

/* What filling a row needs. */
struct filling {
    const struct script_schedule_problem *problem;
    const struct script_schedule_graph *graph;
    const struct script_schedule_groups *groups;
    struct script_schedule_optimistic *table;
    struct script_schedule_averages averages;
    uint32_t *samples;  /* by column: a machine */
    double *weights;    /* by column: its number of machines */
    double *least_all;  /* of each task: the least, over columns, of its own seconds and the rest */
    double *least_rest; /* of each task: the least rest */
};

/* Returns how long the run goes on after the end of the writer of this edge, at least. The reader
 * is on the writer's machine, or it is on the best one and its data have a way to go. */
static double after_writer(const struct filling *filling, const struct script_schedule_edge *edge,
                           uint32_t column, double seconds)
{
    const struct script_schedule_optimistic *table = filling->table;
    double rest = table->rest[(size_t)edge->to * table->columns + column];
    double here = script_schedule_seconds(filling->problem, edge->to, filling->samples[column]);
    if (edge->kind == SCHEDULE_AFTER)
        return fmin(rest + here, filling->least_all[edge->to] +
                                     script_schedule_average_way(&filling->averages, edge->bytes));
    double share = script_schedule_first_share(edge) - 1; /* before the writer's end */
    double chunk = script_schedule_average_way(&filling->averages, script_schedule_chunk(edge));
    double stay = fmax(rest, rest + here + seconds * share);
    double go =
        fmax(filling->least_rest[edge->to], filling->least_all[edge->to] + seconds * share) + chunk;
    return fmin(stay, go);
}

static void fill_row(struct filling *filling, uint32_t task)
{
    const struct script_schedule_graph *graph = filling->graph;
    struct script_schedule_optimistic *table = filling->table;
    double sum = 0, weights = 0, least_all = INFINITY, least_rest = INFINITY;
    for (uint32_t c = 0; c < table->columns; c++) {
        double seconds = script_schedule_seconds(filling->problem, task, filling->samples[c]);
        double rest = 0;
        if (isfinite(seconds)) {
            for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++)
                rest = fmax(rest, after_writer(filling, &filling->problem->edges[graph->out[i]], c,
                                               seconds));
            sum += rest * filling->weights[c];
            weights += filling->weights[c];
            least_all = fmin(least_all, rest + seconds);
            least_rest = fmin(least_rest, rest);
        }
        table->rest[(size_t)task * table->columns + c] = rest;
    }
    table->ranks[task] = weights > 0 ? sum / weights : 0;
    filling->least_all[task] = least_all;
    filling->least_rest[task] = least_rest;
}

void script_schedule_optimistic_make(const struct script_schedule_problem *problem,
                                     const struct script_schedule_graph *graph,
                                     const struct script_schedule_groups *groups,
                                     struct script_schedule_optimistic *table)
{
    size_t tasks = problem->task_count + (size_t)1;
    *table = (struct script_schedule_optimistic){0};
    choose_columns(problem, groups, table);
    table->rest = memory_zeroed(tasks * (table->columns + (size_t)1), sizeof *table->rest);
    table->ranks = memory_zeroed(tasks, sizeof *table->ranks);
    struct filling filling = {
        .problem = problem,
        .graph = graph,
        .groups = groups,
        .table = table,
        .samples = memory_zeroed(table->columns + (size_t)1, sizeof *filling.samples),
        .weights = memory_zeroed(table->columns + (size_t)1, sizeof *filling.weights),
        .least_all = memory_zeroed(tasks, sizeof *filling.least_all),
        .least_rest = memory_zeroed(tasks, sizeof *filling.least_rest),
    };
    script_schedule_averages_make(problem, groups, &filling.averages);
    for (uint32_t g = 0; g < groups->count; g++) {
        uint32_t column = table->column[g], sample = filling.samples[column];
        if (filling.weights[column] == 0 ||
            problem->machines[groups->sample[g]].cores > problem->machines[sample].cores)
            filling.samples[column] = groups->sample[g];
        filling.weights[column] += groups->members[g];
    }
    for (uint32_t i = problem->task_count; i-- > 0;)
        fill_row(&filling, graph->order[i]);
    free(filling.samples);
    free(filling.weights);
    free(filling.least_all);
    free(filling.least_rest);
    script_schedule_averages_free(&filling.averages);
}

void script_schedule_optimistic_free(struct script_schedule_optimistic *table)
{
    free(table->rest);
    free(table->ranks);
    free(table->column);
    *table = (struct script_schedule_optimistic){0};
}
