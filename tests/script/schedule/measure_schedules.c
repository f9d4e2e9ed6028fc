/* measure_schedules.c: for bench/script-schedules.py: prints numbers, a line each.
 *
 *   measure_schedules ratios         mean schedule length ratios of 200 random graphs
 *   measure_schedules streams        their times with streams, as shares of those without
 *   measure_schedules correction     what wrong models lose on 200 graphs, and what is recovered
 *   measure_schedules large TASKS    seconds of making and planning a graph
 *   measure_schedules simulate PROGRAM PLATFORM TASKS BYTES [SHAPE]
 *                                                the same of a simulation, with such edges */
#include "script/schedule/execute.h"
#include "script/schedule/noise.h"
#include "script/schedule/plan_check.h"
#include "script/schedule/samples.h"
#include "script/simulate/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { GRAPHS = 200, MODELS = 8, MACHINES_MOST = 16 };

static double cpu_seconds(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static double megabytes(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void stop(const char *text)
{
    fprintf(stderr, "%s\n", text);
    exit(1);
}

/* Graph number i of 200: all shapes, five ratios of communication to computation, 4 to 16 machines
 * of up to five times the speed of the slowest. */
static void make_graph(unsigned i, double streamed, struct script_schedule_sample *sample)
{
    static const double ccr[] = {0.1, 0.5, 1, 2, 5};
    struct script_schedule_sample_request request = {.shape = i % SCHEDULE_SHAPES,
                                                     .tasks = 100 * (1 + i % 3),
                                                     .machines = 4 + i / 5 % 3 * 4 + i % 2 * 4,
                                                     .ccr = ccr[i / 5 % 5],
                                                     .heterogeneity = 1 + i % 4,
                                                     .cores = 1 + i % 2,
                                                     .streamed = streamed,
                                                     .models = MODELS,
                                                     .seed = i};
    script_schedule_sample_make(&request, sample);
}

static void ratios(void)
{
    double sums[SCHEDULE_SHAPES + 1][SCHEDULE_ALGORITHMS] = {0};
    for (unsigned i = 0; i < GRAPHS; i++) {
        struct script_schedule_sample sample;
        make_graph(i, 0, &sample);
        double path = script_schedule_plan_bounds(&sample.problem).path;
        for (unsigned a = 0; a < SCHEDULE_ALGORITHMS; a++) {
            struct script_schedule_plan plan;
            struct error error = {0};
            if (!script_schedule_make(&sample.problem, a, i, &plan, &error) ||
                !script_schedule_plan_check(&sample.problem, &plan, &error))
                stop(error.text);
            sums[i % SCHEDULE_SHAPES][a] += plan.makespan / path * SCHEDULE_SHAPES / GRAPHS;
            sums[SCHEDULE_SHAPES][a] += plan.makespan / path / GRAPHS;
            script_schedule_plan_free(&plan);
        }
        script_schedule_sample_free(&sample);
    }
    for (unsigned s = 0; s <= SCHEDULE_SHAPES; s++) {
        printf("%s", s < SCHEDULE_SHAPES ? script_schedule_shape_name(s) : "all");
        for (unsigned a = 0; a < SCHEDULE_ALGORITHMS; a++)
            printf(" %.3f", sums[s][a]);
        printf("\n");
    }
}

/* The same graphs with data of many chunks, once all at the end of their writers, once streamed. */
static void streams(void)
{
    double shares[SCHEDULE_ALGORITHMS] = {0};
    const double scale = 100 * SCHEDULE_CHUNK;
    for (unsigned i = 0; i < GRAPHS; i++)
        for (unsigned a = 0; a < SCHEDULE_ALGORITHMS; a++) {
            double makespans[2];
            for (int streamed = 0; streamed < 2; streamed++) {
                struct script_schedule_sample sample;
                struct script_schedule_plan plan;
                struct error error = {0};
                make_graph(i, streamed, &sample);
                for (uint32_t e = 0; e < sample.problem.edge_count; e++)
                    sample.edges[e].bytes *= scale;
                for (uint32_t m = 0; m < sample.problem.machine_count; m++)
                    sample.machines[m].link.bandwidth *= scale;
                if (!script_schedule_make(&sample.problem, a, i, &plan, &error))
                    stop(error.text);
                makespans[streamed] = plan.makespan;
                script_schedule_plan_free(&plan);
                script_schedule_sample_free(&sample);
            }
            shares[a] += makespans[1] / makespans[0] / GRAPHS;
        }
    for (unsigned a = 0; a < SCHEDULE_ALGORITHMS; a++)
        printf("%.3f ", shares[a]);
    printf("\n");
}

/* Makes the models of a problem wrong by factors of up to 4, speeds by factors of up to 3. */
static void spoil(struct script_schedule_sample *sample, uint64_t seed)
{
    double factors[MODELS];
    for (unsigned i = 0; i < MODELS; i++)
        factors[i] = exp((2 * script_schedule_noise(&seed) - 1) * log(4));
    for (uint32_t t = 0; t < sample->problem.task_count; t++)
        sample->tasks[t].work *= factors[sample->tasks[t].model];
    for (uint32_t m = 0; m < sample->problem.machine_count; m++)
        sample->machines[m].speed *= exp((2 * script_schedule_noise(&seed) - 1) * log(3));
}

static double executed(const struct script_schedule_sample *believed,
                       const struct script_schedule_sample *truth, bool refine, bool steal)
{
    struct script_schedule_plan plan;
    struct script_schedule_steering_counts counts;
    struct script_schedule_steering_options options = {.refine = refine, .steal = steal};
    struct error error = {0};
    if (!script_schedule_execute(&believed->problem, &truth->problem, &options, &plan, &counts,
                                 &error) ||
        !script_schedule_plan_check(&truth->problem, &plan, &error))
        stop(error.text);
    double makespan = plan.makespan;
    script_schedule_plan_free(&plan);
    return makespan;
}

static void correction(void)
{
    double lost = 0, refined = 0, stolen = 0, both = 0;
    for (unsigned i = 0; i < GRAPHS; i++) {
        struct script_schedule_sample truth, believed;
        make_graph(i, 0, &truth);
        make_graph(i, 0, &believed);
        spoil(&believed, 1000 + i);
        double right = executed(&truth, &truth, false, false);
        double wrong = executed(&believed, &truth, false, false);
        lost += wrong / right - 1;
        refined += (wrong - executed(&believed, &truth, true, false)) / right;
        stolen += (wrong - executed(&believed, &truth, false, true)) / right;
        both += (wrong - executed(&believed, &truth, true, true)) / right;
        script_schedule_sample_free(&truth);
        script_schedule_sample_free(&believed);
    }
    printf("%.1f %.1f %.1f %.1f\n", 100 * lost / GRAPHS, 100 * refined / lost, 100 * stolen / lost,
           100 * both / lost);
}

static void large(uint32_t tasks)
{
    for (unsigned shape = 0; shape < SCHEDULE_SHAPES; shape++)
        for (unsigned a = 0; a < SCHEDULE_ALGORITHMS; a++) {
            struct script_schedule_sample_request request = {.shape = shape,
                                                             .tasks = tasks,
                                                             .machines = 16,
                                                             .ccr = 1,
                                                             .heterogeneity = 3,
                                                             .cores = 4,
                                                             .streamed = 0.3,
                                                             .models = MODELS,
                                                             .seed = 1};
            struct script_schedule_sample sample;
            struct script_schedule_plan plan;
            struct error error = {0};
            double start = cpu_seconds(RUSAGE_SELF);
            script_schedule_sample_make(&request, &sample);
            if (!script_schedule_make(&sample.problem, a, 1, &plan, &error))
                stop(error.text);
            printf("%s %s %u %.3f %.0f\n", script_schedule_shape_name(shape),
                   script_schedule_algorithm_name(a), sample.problem.task_count,
                   cpu_seconds(RUSAGE_SELF) - start, megabytes(RUSAGE_SELF));
            script_schedule_plan_free(&plan);
            script_schedule_sample_free(&sample);
        }
}

static void simulate(const char *program, const char *platform, uint32_t tasks, double bytes,
                     const char *only)
{
    for (unsigned shape = 0; shape < SCHEDULE_SHAPES; shape++) {
        if (only && strcmp(script_schedule_shape_name(shape), only) != 0)
            continue;
        struct script_schedule_sample_request request = {
            .shape = shape, .tasks = tasks, .machines = 1, .models = MODELS, .seed = 1};
        struct script_schedule_sample sample;
        struct script_simulate_result result;
        struct error error = {0};
        script_schedule_sample_make(&request, &sample);
        for (uint32_t t = 0; t < sample.problem.task_count; t++)
            sample.tasks[t].work *= 1e9;
        for (uint32_t e = 0; e < sample.problem.edge_count; e++)
            sample.edges[e].bytes *= bytes;
        struct script_simulate_request question = {
            .program = program, .platform = platform, .problem = &sample.problem};
        double start = cpu_seconds(RUSAGE_CHILDREN);
        if (!script_simulate_run(&question, &result, &error))
            stop(error.text);
        printf("%s %u %u %.3f %.0f %.3f %.3f\n", script_schedule_shape_name(shape),
               sample.problem.task_count, result.machine_count,
               cpu_seconds(RUSAGE_CHILDREN) - start, megabytes(RUSAGE_CHILDREN), result.planned,
               result.plan.makespan);
        fflush(stdout);
        script_simulate_free(&result);
        script_schedule_sample_free(&sample);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "ratios"))
        ratios();
    else if (!strcmp(what, "streams"))
        streams();
    else if (!strcmp(what, "correction"))
        correction();
    else if (!strcmp(what, "large") && argc == 3)
        large((uint32_t)atoi(argv[2]));
    else if (!strcmp(what, "simulate") && argc >= 6)
        simulate(argv[2], argv[3], (uint32_t)atoi(argv[4]), atof(argv[5]), argv[6]);
    else
        stop("usage: measure_schedules ratios|streams|correction|large TASKS|simulate PROGRAM "
             "PLATFORM TASKS BYTES [SHAPE]");
    return 0;
}
