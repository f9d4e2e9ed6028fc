/* samples.c: makes graphs of well-known shapes. */
#include "script/schedule/samples.h"
#include "script/schedule/noise.h"
#include "util/memory.h"

#include <stdlib.h>

const char *script_schedule_shape_name(enum script_schedule_shape shape)
{
    static const char *const names[] = {"layered", "fork-join", "gauss", "fft", "montage"};
    return names[shape];
}

/* What makes a graph. */
struct maker {
    const struct script_schedule_sample_request *request;
    struct script_schedule_sample *sample;
    uint64_t state;
};

/* Adds a task of a kind; its cost is between 0.5 and 1.5 seconds at speed 1, times `scale`. */
static uint32_t add_task(struct maker *maker, uint32_t kind, double scale)
{
    struct script_schedule_sample *sample = maker->sample;
    uint32_t models = maker->request->models ? maker->request->models : 1;
    sample->tasks = memory_grow(sample->tasks, &sample->task_room,
                                sample->problem.task_count + (size_t)1, sizeof *sample->tasks);
    sample->tasks[sample->problem.task_count] =
        (struct script_schedule_task){.work = scale * (0.5 + script_schedule_noise(&maker->state)),
                                      .cores = 1,
                                      .model = kind % models};
    return sample->problem.task_count++;
}

static void add_edge(struct maker *maker, uint32_t from, uint32_t to)
{
    struct script_schedule_sample *sample = maker->sample;
    sample->edges = memory_grow(sample->edges, &sample->edge_room,
                                sample->problem.edge_count + (size_t)1, sizeof *sample->edges);
    double bytes = 2 * script_schedule_noise(&maker->state);
    bool streamed = script_schedule_noise(&maker->state) < maker->request->streamed;
    sample->edges[sample->problem.edge_count++] =
        (struct script_schedule_edge){from, to, bytes, streamed ? SCHEDULE_STREAM : SCHEDULE_AFTER};
}

static void make_layered(struct maker *maker)
{
    uint32_t tasks = maker->request->tasks, before = 0, before_count = 0;
    double width = sqrt((double)tasks);
    while (maker->sample->problem.task_count < tasks) {
        uint32_t count = 1 + (uint32_t)(script_schedule_noise(&maker->state) * 2 * width);
        uint32_t first = maker->sample->problem.task_count;
        for (uint32_t i = 0; i < count && first + i < tasks; i++) {
            uint32_t task =
                add_task(maker, (uint32_t)(script_schedule_noise(&maker->state) * 64), 1);
            uint32_t writers =
                before_count ? 1 + (uint32_t)(script_schedule_noise(&maker->state) * 4) : 0;
            for (uint32_t w = 0; w < writers; w++)
                add_edge(maker,
                         before + (uint32_t)(script_schedule_noise(&maker->state) * before_count),
                         task);
        }
        before = first;
        before_count = maker->sample->problem.task_count - first;
    }
}

static void make_fork_join(struct maker *maker)
{
    uint32_t tasks = maker->request->tasks, width = (uint32_t)sqrt((double)tasks) + 1;
    uint32_t join = add_task(maker, 0, 1);
    while (maker->sample->problem.task_count < tasks) {
        uint32_t fork = join;
        uint32_t first = maker->sample->problem.task_count;
        for (uint32_t i = 0; i < width; i++)
            add_edge(maker, fork, add_task(maker, 1 + i % 3, 1));
        join = add_task(maker, 0, 1);
        for (uint32_t i = 0; i < width; i++)
            add_edge(maker, first + i, join);
    }
}

/* For column k: a pivot, then an update of each column behind it; a matrix of n columns has (n² + n
 * - 2) / 2 tasks. */
static void make_gauss(struct maker *maker)
{
    uint32_t n = (uint32_t)sqrt(2.0 * maker->request->tasks) + 1;
    uint32_t *column = memory_zeroed(n + (size_t)1, sizeof *column); /* its last task + 1 */
    for (uint32_t k = 0; k + 1 < n; k++) {
        double share = (double)(n - k) / n;
        uint32_t pivot = add_task(maker, 0, share);
        if (column[k])
            add_edge(maker, column[k] - 1, pivot);
        for (uint32_t j = k + 1; j < n; j++) {
            uint32_t update = add_task(maker, 1, 2 * share);
            add_edge(maker, pivot, update);
            if (column[j])
                add_edge(maker, column[j] - 1, update);
            column[j] = update + 1;
        }
    }
    free(column);
}

/* 2n - 1 calls and n log2(n) butterflies. */
static void make_fft(struct maker *maker)
{
    uint32_t n = 2;
    while (2 * n * (log2(2.0 * n) + 2) < maker->request->tasks)
        n *= 2;
    for (uint32_t i = 0; i < 2 * n - 1; i++) {
        uint32_t call = add_task(maker, 0, 1);
        if (i)
            add_edge(maker, (i - 1) / 2, call);
    }
    uint32_t row = n - 1; /* the leaves */
    for (uint32_t stride = 1; stride < n; stride *= 2) {
        uint32_t next = maker->sample->problem.task_count;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t butterfly = add_task(maker, 1, 1);
            add_edge(maker, row + i, butterfly);
            add_edge(maker, row + (i ^ stride), butterfly);
        }
        row = next;
    }
}

/* The seven kinds of tasks of Montage, with costs in proportions that traces of it show. */
static void make_montage(struct maker *maker)
{
    uint32_t images = maker->request->tasks / 5 + 2;
    uint32_t project = maker->sample->problem.task_count;
    for (uint32_t i = 0; i < images; i++)
        add_task(maker, 0, 1.5);
    uint32_t fit = add_task(maker, 1, 4), model = add_task(maker, 2, 6);
    for (uint32_t i = 0; i < images; i++)
        for (uint32_t step = 1; step <= 2; step++) {
            uint32_t difference = add_task(maker, 3, 1);
            add_edge(maker, project + i, difference);
            add_edge(maker, project + (i + step) % images, difference);
            add_edge(maker, difference, fit);
        }
    add_edge(maker, fit, model);
    uint32_t table = add_task(maker, 4, 3), sum = add_task(maker, 5, 8);
    for (uint32_t i = 0; i < images; i++) {
        uint32_t correct = add_task(maker, 6, 1);
        add_edge(maker, model, correct);
        add_edge(maker, project + i, correct);
        add_edge(maker, correct, table);
        add_edge(maker, correct, sum);
    }
    add_edge(maker, table, sum);
    add_edge(maker, sum, add_task(maker, 7, 2));
}

/* Links are such that an edge of mean size takes `ccr` times as long as a mean task. */
static void make_machines(struct maker *maker)
{
    const struct script_schedule_sample_request *request = maker->request;
    struct script_schedule_sample *sample = maker->sample;
    double work = 0, bytes = 0;
    sample->problem.machine_count = request->machines;
    sample->machines = memory_zeroed(request->machines + (size_t)1, sizeof *sample->machines);
    for (uint32_t t = 0; t < sample->problem.task_count; t++)
        work += sample->tasks[t].work;
    for (uint32_t e = 0; e < sample->problem.edge_count; e++)
        bytes += sample->edges[e].bytes;
    work /= sample->problem.task_count;
    bytes /= sample->problem.edge_count ? sample->problem.edge_count : 1;
    double bandwidth = request->ccr > 0 ? bytes / (request->ccr * work) : INFINITY;
    for (uint32_t m = 0; m < request->machines; m++)
        sample->machines[m] = (struct script_schedule_machine){
            .speed = 1 + request->heterogeneity * script_schedule_noise(&maker->state),
            .cores = request->cores ? request->cores : 1,
            .link = {bandwidth, 0}};
}

void script_schedule_sample_make(const struct script_schedule_sample_request *request,
                                 struct script_schedule_sample *sample)
{
    static void (*const make[])(struct maker *) = {make_layered, make_fork_join, make_gauss,
                                                   make_fft, make_montage};
    *sample = (struct script_schedule_sample){0};
    struct maker maker = {request, sample, request->seed};
    make[request->shape](&maker);
    make_machines(&maker);
    sample->problem.tasks = sample->tasks;
    sample->problem.edges = sample->edges;
    sample->problem.machines = sample->machines;
}

void script_schedule_sample_free(struct script_schedule_sample *sample)
{
    free(sample->tasks);
    free(sample->edges);
    free(sample->machines);
    *sample = (struct script_schedule_sample){0};
}
