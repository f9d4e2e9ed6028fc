/* timeline.c: for each machine the number of cores in use over time; for each number of cores that
 * some task needs, the gaps in which as many are free: by machine, and in a tree by group. */
#include "script/schedule/timeline.h"
#include "script/schedule/gap_tree.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct step {
    double start; /* until the next step */
    uint32_t used;
};

struct gap {
    double start, end;
};

struct steps {
    struct step *items;
    size_t count, room;
};

struct gaps {
    struct gap *items;
    size_t count, room;
};

struct script_schedule_timeline {
    const struct script_schedule_problem *problem;
    const struct script_schedule_groups *groups;
    uint32_t *need_of; /* of each task: index of its cores in `needs` */
    uint32_t *needs;   /* the different numbers of cores, ascending */
    uint32_t need_count;
    struct steps *steps; /* of each machine */
    struct gaps *gaps;   /* [machine * need_count + need] */
    uint32_t *trees;     /* [group * need_count + need] */
    struct script_schedule_gap_nodes nodes;
    struct gaps fresh; /* scratch */
};

static int compare_needs(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void find_needs(struct script_schedule_timeline *timeline)
{
    uint32_t tasks = timeline->problem->task_count;
    uint32_t *all = memory_zeroed(tasks + (size_t)1, sizeof *all);
    for (uint32_t t = 0; t < tasks; t++)
        all[t] = timeline->problem->tasks[t].cores;
    qsort(all, tasks, sizeof *all, compare_needs);
    uint32_t count = 0;
    for (uint32_t t = 0; t < tasks; t++)
        if (!count || all[count - 1] != all[t])
            all[count++] = all[t];
    timeline->needs = all;
    timeline->need_count = count;
    timeline->need_of = memory_zeroed(tasks + (size_t)1, sizeof *timeline->need_of);
    for (uint32_t t = 0; t < tasks; t++) {
        uint32_t *found =
            bsearch(&timeline->problem->tasks[t].cores, all, count, sizeof *all, compare_needs);
        timeline->need_of[t] = (uint32_t)(found - all);
    }
}

static void add_gap(struct gaps *gaps, double start, double end)
{
    gaps->items = memory_grow(gaps->items, &gaps->room, gaps->count + 1, sizeof *gaps->items);
    gaps->items[gaps->count++] = (struct gap){start, end};
}

struct script_schedule_timeline *
script_schedule_timeline_new(const struct script_schedule_problem *problem,
                             const struct script_schedule_groups *groups)
{
    struct script_schedule_timeline *timeline = memory_zeroed(1, sizeof *timeline);
    timeline->problem = problem;
    timeline->groups = groups;
    find_needs(timeline);
    size_t needs = timeline->need_count, machines = problem->machine_count;
    timeline->steps = memory_zeroed(machines + 1, sizeof *timeline->steps);
    timeline->gaps = memory_zeroed(machines * needs + 1, sizeof *timeline->gaps);
    timeline->trees = memory_zeroed(groups->count * needs + 1, sizeof *timeline->trees);
    for (uint32_t m = 0; m < machines; m++) {
        struct steps *steps = &timeline->steps[m];
        steps->items = memory_grow(NULL, &steps->room, 2, sizeof *steps->items);
        steps->items[steps->count++] = (struct step){0, 0};
        for (uint32_t k = 0; k < needs && timeline->needs[k] <= problem->machines[m].cores; k++) {
            add_gap(&timeline->gaps[m * needs + k], 0, INFINITY);
            script_schedule_gap_add(&timeline->nodes, &timeline->trees[groups->of[m] * needs + k],
                                    0, INFINITY, m);
        }
    }
    return timeline;
}

void script_schedule_timeline_free(struct script_schedule_timeline *timeline)
{
    if (!timeline)
        return;
    for (size_t m = 0; m < timeline->problem->machine_count; m++)
        free(timeline->steps[m].items);
    for (size_t i = 0; i < timeline->problem->machine_count * (size_t)timeline->need_count; i++)
        free(timeline->gaps[i].items);
    script_schedule_gap_nodes_free(&timeline->nodes);
    free(timeline->fresh.items);
    free(timeline->need_of);
    free(timeline->needs);
    free(timeline->steps);
    free(timeline->gaps);
    free(timeline->trees);
    free(timeline);
}

/* Returns the index of the first gap that ends after a time. */
static size_t gap_after(const struct gaps *gaps, double time)
{
    size_t low = 0, high = gaps->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (gaps->items[middle].end > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double script_schedule_timeline_find(const struct script_schedule_timeline *timeline,
                                     uint32_t machine, uint32_t task, double ready, double seconds)
{
    uint32_t need = timeline->need_of[task];
    if (timeline->groups->members[timeline->groups->of[machine]] == 1)
        return script_schedule_timeline_find_group(timeline, timeline->groups->of[machine], task,
                                                   ready, seconds, &machine);
    const struct gaps *gaps = &timeline->gaps[(size_t)machine * timeline->need_count + need];
    for (size_t i = gap_after(gaps, ready); i < gaps->count; i++) {
        double start = fmax(gaps->items[i].start, ready);
        if (start + seconds <= gaps->items[i].end)
            return start;
    }
    return INFINITY;
}

double script_schedule_timeline_find_group(const struct script_schedule_timeline *timeline,
                                           uint32_t group, uint32_t task, double ready,
                                           double seconds, uint32_t *machine)
{
    uint32_t need = timeline->need_of[task];
    return script_schedule_gap_find(&timeline->nodes,
                                    timeline->trees[(size_t)group * timeline->need_count + need],
                                    ready, seconds, machine);
}

/* Returns the index of the step that begins at a time, which is made if it is missing. */
static size_t step_at(struct steps *steps, double time)
{
    size_t low = 0, high = steps->count; /* the last step that begins no later */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (steps->items[middle].start <= time)
            low = middle;
        else
            high = middle;
    }
    if (steps->items[low].start == time)
        return low;
    steps->items = memory_grow(steps->items, &steps->room, steps->count + 1, sizeof *steps->items);
    memmove(&steps->items[low + 2], &steps->items[low + 1],
            (steps->count - low - 1) * sizeof *steps->items);
    steps->items[low + 1] = (struct step){time, steps->items[low].used};
    steps->count++;
    return low + 1;
}

/* Removes a step in which as many cores are in use as in the one before. */
static void merge_step(struct steps *steps, size_t at)
{
    if (at == 0 || at >= steps->count || steps->items[at].used != steps->items[at - 1].used)
        return;
    memmove(&steps->items[at], &steps->items[at + 1],
            (steps->count - at - 1) * sizeof *steps->items);
    steps->count--;
}

/* Adds a stretch to the gaps found so far; one that follows immediately becomes part of the last.
 */
static void add_fresh(struct gaps *fresh, double start, double end)
{
    if (start >= end)
        return;
    if (fresh->count && fresh->items[fresh->count - 1].end == start)
        fresh->items[fresh->count - 1].end = end;
    else
        add_gap(fresh, start, end);
}

/* Replaces gaps [from, to) by the fresh ones. */
static void replace_gaps(struct gaps *gaps, size_t from, size_t to, const struct gaps *fresh)
{
    size_t count = gaps->count - (to - from) + fresh->count;
    gaps->items = memory_grow(gaps->items, &gaps->room, count + 1, sizeof *gaps->items);
    memmove(&gaps->items[from + fresh->count], &gaps->items[to],
            (gaps->count - to) * sizeof *gaps->items);
    if (fresh->count)
        memcpy(&gaps->items[from], fresh->items, fresh->count * sizeof *fresh->items);
    gaps->count = count;
}

/* Brings the gaps of one need up to date: steps [first, last) now have fewer free cores. */
static void update_gaps(struct script_schedule_timeline *timeline, uint32_t machine, uint32_t need,
                        size_t first, size_t last)
{
    const struct steps *steps = &timeline->steps[machine];
    struct gaps *gaps = &timeline->gaps[(size_t)machine * timeline->need_count + need];
    uint32_t most = timeline->problem->machines[machine].cores - timeline->needs[need];
    double start = steps->items[first].start;
    double end = last < steps->count ? steps->items[last].start : INFINITY;
    size_t from = gap_after(gaps, start), to = from;
    while (to < gaps->count && gaps->items[to].start < end)
        to++;
    if (from == to)
        return;
    struct gaps *fresh = &timeline->fresh;
    fresh->count = 0;
    add_fresh(fresh, gaps->items[from].start, start);
    for (size_t i = first; i < last; i++)
        if (steps->items[i].used <= most)
            add_fresh(fresh, steps->items[i].start,
                      i + 1 < steps->count ? steps->items[i + 1].start : INFINITY);
    add_fresh(fresh, end, gaps->items[to - 1].end);
    if (fresh->count == 1 && to - from == 1 && fresh->items[0].start == gaps->items[from].start &&
        fresh->items[0].end == gaps->items[from].end)
        return;
    uint32_t *tree =
        &timeline->trees[(size_t)timeline->groups->of[machine] * timeline->need_count + need];
    for (size_t i = from; i < to; i++)
        script_schedule_gap_remove(&timeline->nodes, tree, gaps->items[i].start, machine);
    for (size_t i = 0; i < fresh->count; i++)
        script_schedule_gap_add(&timeline->nodes, tree, fresh->items[i].start, fresh->items[i].end,
                                machine);
    replace_gaps(gaps, from, to, fresh);
}

void script_schedule_timeline_take(struct script_schedule_timeline *timeline, uint32_t machine,
                                   uint32_t task, double start, double end)
{
    if (start >= end)
        return;
    struct steps *steps = &timeline->steps[machine];
    uint32_t cores = timeline->problem->machines[machine].cores;
    size_t first = step_at(steps, start), last = step_at(steps, end);
    for (size_t i = first; i < last; i++) {
        steps->items[i].used += timeline->problem->tasks[task].cores;
        if (steps->items[i].used > cores)
            steps->items[i].used = cores; /* tasks were started although too few were free */
    }
    for (uint32_t k = 0; k < timeline->need_count && timeline->needs[k] <= cores; k++)
        update_gaps(timeline, machine, k, first, last);
    merge_step(steps, last);
    merge_step(steps, first);
}
