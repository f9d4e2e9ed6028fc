/* visits.c: see visits.h */
#include "script/record/visits.h"

#include "util/memory.h"

#include <stdlib.h>
#include <unistd.h>

static char *own_host(void)
{
    char host[65] = "";
    gethostname(host, sizeof host - 1);
    return memory_string(host);
}

static void find_places(struct record_visits *visits, const struct script_agents_fleet *fleet)
{
    uint32_t agents = fleet ? script_agents_fleet_count(fleet) : 1;
    visits->place_of_agent = memory_zeroed(agents, sizeof *visits->place_of_agent);
    visits->hosts = memory_zeroed(agents, sizeof *visits->hosts);
    for (uint32_t i = 0; i < agents; i++) {
        visits->place_of_agent[i] = SCRIPT_NONE;
        if (fleet && !script_agents_fleet_was_there(fleet, i))
            continue;
        visits->place_of_agent[i] = visits->place_count;
        visits->hosts[visits->place_count++] =
            fleet ? memory_string(script_agents_fleet_host(fleet, i)) : own_host();
    }
}

uint32_t record_visits_place(const struct record_visits *visits, const struct script_task_run *run)
{
    return visits->place_of_agent[run->agent];
}

static int by_start(const void *a, const void *b)
{
    const struct record_visit *left = a, *right = b;
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->task < right->task ? -1 : left->task > right->task;
}

static int by_lane(const void *a, const void *b)
{
    const struct record_visit *left = a, *right = b;
    if (left->place == right->place && left->lane != right->lane)
        return left->lane < right->lane ? -1 : 1;
    return by_start(a, b);
}

/* Gives each task the first lane of its place that is free. */
static void choose_lanes(struct record_visits *visits, const struct script_run_result *result)
{
    uint64_t *ends = NULL;
    size_t lanes = 0, room = 0;
    for (size_t i = 0; i < visits->count; i++) {
        struct record_visit *visit = &visits->list[i];
        if (!i || visits->list[i - 1].place != visit->place)
            lanes = 0;
        size_t lane = 0;
        while (lane < lanes && ends[lane] > visit->start)
            lane++;
        ends = memory_grow(ends, &room, lane + 1, sizeof *ends);
        lanes = lane == lanes ? lanes + 1 : lanes;
        ends[lane] = result->tasks[visit->task].end;
        visit->lane = (uint32_t)lane;
    }
    free(ends);
}

void record_visits_find(struct record_visits *visits, const struct script_graph *graph,
                        const struct script_run_result *result,
                        const struct script_agents_fleet *fleet)
{
    *visits = (struct record_visits){0};
    find_places(visits, fleet);
    visits->list = memory_zeroed(graph->task_count + 1, sizeof *visits->list);
    for (uint32_t i = 0; i < graph->task_count; i++) {
        const struct script_task_run *run = &result->tasks[i];
        if (run->attempts)
            visits->list[visits->count++] = (struct record_visit){
                .start = run->start, .task = i, .place = record_visits_place(visits, run)};
    }
    qsort(visits->list, visits->count, sizeof *visits->list, by_start);
    choose_lanes(visits, result);
    qsort(visits->list, visits->count, sizeof *visits->list, by_lane);
}

void record_visits_free(struct record_visits *visits)
{
    for (uint32_t i = 0; i < visits->place_count; i++)
        free(visits->hosts[i]);
    free(visits->hosts);
    free(visits->place_of_agent);
    free(visits->list);
}
