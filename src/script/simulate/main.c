/* main.c: triptych-simulate PLATFORM.xml: reads tasks from standard input, plans them for the
 * platform, simulates the plan, and writes what happened to standard output. Not for users: see
 * wire.h. */
#include "script/schedule/steering.h"
#include "script/simulate/drive.h"
#include "script/simulate/platform.h"
#include "script/simulate/wire.h"
#include "util/memory.h"

#include <simgrid/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int fail(const char *text)
{
    fprintf(stderr, "error: %s\n", text);
    return 1;
}

static void *read_array(size_t count, size_t size)
{
    void *array = memory_zeroed(count + 1, size);
    return fread(array, size, count, stdin) == count ? array : NULL;
}

/* Names are of this program: users never see them. Actors are many and do little: small stacks
 * without guards, which would need a mapping each. */
static void begin_simgrid(const char *platform)
{
    char name[] = "triptych-simulate", stack[] = "--cfg=contexts/stack-size:64",
         guard[] = "--cfg=contexts/guard-size:0", quiet[] = "--log=root.thres:error",
         plain[] = "--log=root.fmt:%m%n";
    char *words[] = {name, stack, guard, quiet, plain, NULL};
    int count = 5;
    simgrid_init(&count, words);
    simgrid_load_platform(platform);
}

static void write_answer(const struct script_simulate_platform *platform,
                         struct script_simulate_answer *answer,
                         const struct script_schedule_slot *slots)
{
    for (uint32_t i = 0; i < platform->host_count; i++)
        answer->name_bytes += strlen(sg_host_get_name(platform->hosts[i])) + 1;
    fwrite(answer, sizeof *answer, 1, stdout);
    fwrite(slots, sizeof *slots, answer->task_count, stdout);
    for (uint32_t i = 0; i < platform->host_count; i++) {
        struct script_simulate_answer_machine machine = {platform->machines[i].speed,
                                                         platform->machines[i].cores};
        fwrite(&machine, sizeof machine, 1, stdout);
    }
    for (uint32_t i = 0; i < platform->host_count; i++) {
        const char *name = sg_host_get_name(platform->hosts[i]);
        fwrite(name, strlen(name) + 1, 1, stdout);
    }
}

/* Corrects the plan on the way, as in real runs, unless asking all machines at each end of a task
 * would take too long. Planning again is free here; it is done about as often as in real runs. */
static bool correct(struct script_schedule_steering_options *options,
                    const struct script_schedule_problem *problem)
{
    static const double most = 4e6; /* tasks x machines */
    bool wanted = options->refine || options->steal;
    bool possible = (double)problem->task_count * problem->machine_count <= most;
    options->refine = options->refine && possible;
    options->steal = options->steal && possible;
    return wanted && possible;
}

static int simulate(struct script_simulate_question *question,
                    struct script_schedule_problem *problem, const double *actual)
{
    static const double plans = 50; /* within the planned time, at most */
    struct script_simulate_platform platform;
    struct error error = {0};
    if (!script_simulate_platform_read(&platform, &error))
        return fail(error.text);
    problem->machines = platform.machines;
    problem->machine_count = platform.host_count;
    problem->sites = platform.sites;
    problem->site_count = platform.site_count;
    bool is_corrected = correct(&question->options, problem);
    struct script_schedule_steering *steering =
        script_schedule_steering_new(problem, &question->options, &error);
    if (!steering)
        return fail(error.text);
    script_schedule_steering_price(steering, 0, script_schedule_steering_end(steering) / plans);
    struct script_schedule_slot *slots =
        memory_zeroed(problem->task_count + (size_t)1, sizeof *slots);
    struct script_simulate_answer answer = {.magic = SIMULATE_MAGIC,
                                            .task_count = problem->task_count,
                                            .machine_count = platform.host_count,
                                            .is_corrected = is_corrected,
                                            .planned = script_schedule_steering_end(steering)};
    if (!script_simulate_drive(problem, &platform, &question->options, actual, steering, slots))
        return fail("some tasks never started");
    answer.counts = script_schedule_steering_counts(steering);
    for (uint32_t t = 0; t < problem->task_count; t++)
        answer.makespan = fmax(answer.makespan, slots[t].end);
    write_answer(&platform, &answer, slots);
    free(slots);
    script_schedule_steering_free(steering);
    script_simulate_platform_free(&platform);
    return fflush(stdout) == 0 ? 0 : fail("cannot write the result");
}

int main(int argc, char **argv)
{
    struct script_simulate_question question;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0}); /* SimGrid aborts where a platform is wrong */
    if (argc != 2 || fread(&question, sizeof question, 1, stdin) != 1 ||
        question.magic != SIMULATE_MAGIC)
        return fail("usage: triptych-simulate PLATFORM.xml, started by triptych");
    struct script_schedule_task *tasks = read_array(question.task_count, sizeof *tasks);
    struct script_schedule_edge *edges = read_array(question.edge_count, sizeof *edges);
    double *actual = question.has_actual ? read_array(question.task_count, sizeof *actual) : NULL;
    if (!tasks || !edges || (question.has_actual && !actual))
        return fail("the question is cut off");
    begin_simgrid(argv[1]);
    struct script_schedule_problem problem = {.tasks = tasks,
                                              .task_count = question.task_count,
                                              .edges = edges,
                                              .edge_count = question.edge_count};
    int status = simulate(&question, &problem, actual);
    free(tasks);
    free(edges);
    free(actual);
    return status;
}
