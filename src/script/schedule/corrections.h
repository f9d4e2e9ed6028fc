/* corrections.h: how far models are off, learned from tasks that have ended. The time of a task is
 * taken as what its model says, times a factor of the model, times a factor of the machine. */
#ifndef SCRIPT_SCHEDULE_CORRECTIONS_H
#define SCRIPT_SCHEDULE_CORRECTIONS_H

#include "script/schedule/problem.h"

struct schedule_observation {
    uint32_t model, machine;
    double error; /* logarithm of measured / modelled seconds */
};

struct schedule_corrections {
    const struct schedule_problem *problem;
    uint32_t model_count;
    double *model, *machine; /* logarithms of the factors */
    struct schedule_observation *observations;
    size_t count, room;
    double *sums, *weights; /* scratch */
};

void schedule_corrections_begin(struct schedule_corrections *corrections,
                                const struct schedule_problem *problem);
void schedule_corrections_end(struct schedule_corrections *corrections);

/* Notes that a task took so many seconds, where the uncorrected model says `modelled`. Times of 0
 * tell nothing. */
void schedule_corrections_add(struct schedule_corrections *corrections, uint32_t task,
                              uint32_t machine, double modelled, double seconds);

/* Finds the factors from all that was noted. */
void schedule_corrections_fit(struct schedule_corrections *corrections);

static inline double schedule_correction(const struct schedule_corrections *corrections,
                                         uint32_t task, uint32_t machine)
{
    return exp(corrections->model[corrections->problem->tasks[task].model] +
               corrections->machine[machine]);
}

/* The problem with corrected costs, in arrays of its own. */
struct schedule_corrected {
    struct schedule_problem problem;
    struct schedule_task *tasks;
    struct schedule_machine *machines;
    double *seconds;
};

void schedule_corrected_make(const struct schedule_corrections *corrections,
                             struct schedule_corrected *corrected);
void schedule_corrected_free(struct schedule_corrected *corrected);

#endif
