/* needs.c: see needs.h */
#include "script/run/needs.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

void needs_make(struct run *run)
{
    const struct script_graph *graph = run->graph;
    size_t count = graph->task_count;
    run->first_count = (uint32_t)count;
    run->successor_start = memory_zeroed(count + 2, sizeof *run->successor_start);
    uint32_t *starts = run->successor_start + 1;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < graph->tasks[i].after_count; j++)
            starts[graph->tasks[i].after[j]]++;
        run->tasks[i].waits = graph->tasks[i].after_count;
        starts[i] += graph->tasks[i].instead_of != SCRIPT_NONE;
    }
    for (size_t i = 1; i <= count; i++)
        run->successor_start[i] += run->successor_start[i - 1];
    run->successors = memory_zeroed(run->successor_start[count] + 1, sizeof *run->successors);
    uint32_t *at = memory_zeroed(count + 1, sizeof *at);
    for (uint32_t i = 0; i < count; i++) {
        const struct script_task *task = &graph->tasks[i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            uint32_t before = task->after[j];
            run->successors[run->successor_start[before] + at[before]++] = i;
        }
        if (task->instead_of != SCRIPT_NONE) {
            run->successors[run->successor_start[i] + at[i]++] = task->instead_of;
            run->tasks[task->instead_of].waits++;
        }
    }
    free(at);
}

static void add_edge(struct run *run, uint32_t from, uint32_t to)
{
    size_t before = run->first_edge ? run->first_edge_room : 0;
    run->first_edge = memory_grow(run->first_edge, &run->first_edge_room,
                                  run->graph->task_count + 1, sizeof *run->first_edge);
    if (run->first_edge_room > before)
        memset(run->first_edge + before, 0,
               (run->first_edge_room - before) * sizeof *run->first_edge);
    run->edges = memory_grow(run->edges, &run->edge_room, run->edge_count + 1, sizeof *run->edges);
    run->edges[run->edge_count++] = (struct run_edge){to, run->first_edge[from]};
    run->first_edge[from] = (uint32_t)run->edge_count;
    run->tasks[to].waits++;
}

void needs_add(struct run *run, uint32_t first)
{
    for (uint32_t i = first; i < run->graph->task_count; i++) {
        const struct script_task *task = &run->graph->tasks[i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            enum script_state state = run->shown[task->after[j]].state;
            if (state < SCRIPT_DONE || state > SCRIPT_KEPT) /* one that failed is never there */
                add_edge(run, task->after[j], i);
        }
        if (task->instead_of != SCRIPT_NONE)
            add_edge(run, i, task->instead_of);
    }
}

void needs_free(struct run *run)
{
    free(run->successors);
    free(run->successor_start);
    free(run->edges);
    free(run->first_edge);
}

void needs_step(const struct run *run, struct needs_walk *walk)
{
    walk->task = SCRIPT_NONE;
    if (walk->at < walk->end) {
        walk->task = run->successors[walk->at++];
    } else if (walk->edge) {
        walk->task = run->edges[walk->edge - 1].task;
        walk->edge = run->edges[walk->edge - 1].next;
    }
}

struct needs_walk needs_begin(const struct run *run, uint32_t task)
{
    struct needs_walk walk = {.task = SCRIPT_NONE};
    if (task < run->first_count) {
        walk.at = run->successor_start[task];
        walk.end = run->successor_start[task + 1];
    }
    if (run->first_edge && task < run->first_edge_room)
        walk.edge = run->first_edge[task];
    needs_step(run, &walk);
    return walk;
}
