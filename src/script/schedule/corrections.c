/* corrections.c: factors of models and machines by alternating least squares on logarithms. */
#include "script/schedule/corrections.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A machine is believed to be as fast as said until several tasks disagree: so many count for it.
 * Errors of a model are common, so one task is nearly enough for it. */
static const double trust_in_machines = 2, trust_in_models = 0.1;
enum { ROUNDS = 6 };

void script_schedule_corrections_begin(struct script_schedule_corrections *corrections,
                                       const struct script_schedule_problem *problem)
{
    uint32_t models = 0;
    for (uint32_t t = 0; t < problem->task_count; t++)
        models = problem->tasks[t].model > models ? problem->tasks[t].model : models;
    size_t most = problem->machine_count > models ? problem->machine_count : models;
    *corrections = (struct script_schedule_corrections){
        .problem = problem,
        .model_count = models + 1,
        .model = memory_zeroed(models + (size_t)1, sizeof *corrections->model),
        .machine = memory_zeroed(problem->machine_count + (size_t)1, sizeof *corrections->machine),
        .sums = memory_zeroed(most + 1, sizeof *corrections->sums),
        .weights = memory_zeroed(most + 1, sizeof *corrections->weights),
    };
}

void script_schedule_corrections_end(struct script_schedule_corrections *corrections)
{
    free(corrections->model);
    free(corrections->machine);
    free(corrections->observations);
    free(corrections->sums);
    free(corrections->weights);
    *corrections = (struct script_schedule_corrections){0};
}

void script_schedule_corrections_add(struct script_schedule_corrections *corrections, uint32_t task,
                                     uint32_t machine, double modelled, double seconds)
{
    if (!(modelled > 0) || !(seconds > 0) || !isfinite(seconds) || !isfinite(modelled))
        return;
    corrections->observations =
        memory_grow(corrections->observations, &corrections->room, corrections->count + 1,
                    sizeof *corrections->observations);
    corrections->observations[corrections->count++] = (struct script_schedule_observation){
        corrections->problem->tasks[task].model, machine, log(seconds / modelled)};
}

/* Sets one kind of factors to the means of what the other kind leaves unexplained. */
static void fit_one(struct script_schedule_corrections *corrections, bool machines)
{
    uint32_t count = machines ? corrections->problem->machine_count : corrections->model_count;
    double *to = machines ? corrections->machine : corrections->model;
    const double *other = machines ? corrections->model : corrections->machine;
    double trust = machines ? trust_in_machines : trust_in_models;
    memset(corrections->sums, 0, count * sizeof *corrections->sums);
    memset(corrections->weights, 0, count * sizeof *corrections->weights);
    for (size_t i = 0; i < corrections->count; i++) {
        const struct script_schedule_observation *seen = &corrections->observations[i];
        uint32_t at = machines ? seen->machine : seen->model;
        corrections->sums[at] += seen->error - other[machines ? seen->model : seen->machine];
        corrections->weights[at]++;
    }
    for (uint32_t i = 0; i < count; i++)
        if (corrections->weights[i] > 0)
            to[i] = corrections->sums[i] / (corrections->weights[i] + trust);
}

void script_schedule_corrections_fit(struct script_schedule_corrections *corrections)
{
    for (int round = 0; round < ROUNDS; round++) {
        fit_one(corrections, false);
        fit_one(corrections, true);
    }
}

/* Rounds the factor of a machine, so that machines that are nearly alike stay a group. */
static double rounded(double logarithm)
{
    static const double step = 0.05;
    return exp(round(logarithm / step) * step);
}

void script_schedule_corrected_make(const struct script_schedule_corrections *corrections,
                                    struct script_schedule_corrected *corrected)
{
    const struct script_schedule_problem *problem = corrections->problem;
    size_t tasks = problem->task_count, machines = problem->machine_count;
    *corrected = (struct script_schedule_corrected){
        .problem = *problem,
        .tasks = memory_zeroed(tasks + 1, sizeof *corrected->tasks),
        .machines = memory_zeroed(machines + 1, sizeof *corrected->machines),
    };
    for (size_t t = 0; t < tasks; t++) {
        corrected->tasks[t] = problem->tasks[t];
        corrected->tasks[t].work *= exp(corrections->model[problem->tasks[t].model]);
    }
    for (size_t m = 0; m < machines; m++) {
        corrected->machines[m] = problem->machines[m];
        corrected->machines[m].speed /= rounded(corrections->machine[m]);
    }
    corrected->problem.tasks = corrected->tasks;
    corrected->problem.machines = corrected->machines;
    if (!problem->seconds)
        return;
    corrected->seconds = memory_zeroed(tasks * machines + 1, sizeof *corrected->seconds);
    for (size_t t = 0; t < tasks; t++)
        for (size_t m = 0; m < machines; m++)
            corrected->seconds[t * machines + m] =
                problem->seconds[t * machines + m] *
                script_schedule_correction(corrections, (uint32_t)t, (uint32_t)m);
    corrected->problem.seconds = corrected->seconds;
}

void script_schedule_corrected_free(struct script_schedule_corrected *corrected)
{
    free(corrected->tasks);
    free(corrected->machines);
    free(corrected->seconds);
    *corrected = (struct script_schedule_corrected){0};
}
