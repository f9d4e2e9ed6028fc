/* simulate.h: runs a graph of tasks on a platform that SimGrid simulates: machines that nobody has.
 *
 * SimGrid is in a program of its own, triptych-simulate, because it ends the whole process when it
 * finds an error. It plans the tasks with the same scheduler as a real run. */
#ifndef SCRIPT_SIMULATE_SIMULATE_H
#define SCRIPT_SIMULATE_SIMULATE_H

#include "script/schedule/steering.h"

struct script_simulate_request {
    const char *program;  /* path of triptych-simulate */
    const char *platform; /* path of a SimGrid platform (XML) */
    const struct script_schedule_problem
        *problem;         /* its tasks, with `work` in flop, and its edges */
    const double *actual; /* by task: what it really takes, as a factor of its work, which the
                             scheduler does not know; NULL: 1 */
    struct script_schedule_steering_options options;
};

struct script_simulate_machine {
    char *name;
    double speed; /* flop per second of one core */
    uint32_t cores;
};

struct script_simulate_result {
    struct script_schedule_plan plan; /* what happened */
    bool is_corrected;                /* the plan was mended on the way: not if it is too large */
    double planned;                   /* the makespan that the scheduler expected */
    struct script_schedule_steering_counts counts;
    struct script_simulate_machine *machines;
    uint32_t machine_count;
};

/* Free the result with script_simulate_free(), also after an error. */
bool script_simulate_run(const struct script_simulate_request *request,
                         struct script_simulate_result *result, struct error *error);
void script_simulate_free(struct script_simulate_result *result);

#endif
