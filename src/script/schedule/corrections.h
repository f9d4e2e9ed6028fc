/* corrections.h: how far models are off, learned from tasks that have ended. The time of a task is
 * taken as what its model says, times a factor of the model, times a factor of the machine. */
#ifndef SCRIPT_SCHEDULE_CORRECTIONS_H
#define SCRIPT_SCHEDULE_CORRECTIONS_H

#include "script/schedule/problem.h"

struct script_schedule_observation {
    uint32_t model, machine;
    double error; /* logarithm of measured / modelled seconds */
};

struct script_schedule_corrections {
    const struct script_schedule_problem *problem;
    uint32_t model_count;
    double *model, *machine; /* logarithms of the factors */
    struct script_schedule_observation *observations;
    size_t count, room;
    double *sums, *weights; /* scratch */
};

void script_schedule_corrections_begin(struct script_schedule_corrections *corrections,
                                       const struct script_schedule_problem *problem);
void script_schedule_corrections_end(struct script_schedule_corrections *corrections);

/* Notes that a task took so many seconds, where the uncorrected model says `modelled`. Times of 0
 * tell nothing. */
void script_schedule_corrections_add(struct script_schedule_corrections *corrections, uint32_t task,
                                     uint32_t machine, double modelled, double seconds);

/* Finds the factors from all that was noted. */
void script_schedule_corrections_fit(struct script_schedule_corrections *corrections);

static inline double
script_schedule_correction(const struct script_schedule_corrections *corrections, uint32_t task,
                           uint32_t machine)
{
    return exp(corrections->model[corrections->problem->tasks[task].model] +
               corrections->machine[machine]);
}

/* The problem with corrected costs, in arrays of its own. */
struct script_schedule_corrected {
    struct script_schedule_problem problem;
    struct script_schedule_task *tasks;
    struct script_schedule_machine *machines;
    double *seconds;
};

void script_schedule_corrected_make(const struct script_schedule_corrections *corrections,
                                    struct script_schedule_corrected *corrected);
void script_schedule_corrected_free(struct script_schedule_corrected *corrected);

#endif
