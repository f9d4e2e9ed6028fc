/* simulate.h: runs a graph of tasks on a platform that SimGrid simulates: machines that nobody has.
 *
 * SimGrid is in a program of its own, triptych-simulate, because it ends the whole process when it
 * finds an error. It plans the tasks with the same scheduler as a real run. */
#ifndef SCRIPT_SIMULATE_SIMULATE_H
#define SCRIPT_SIMULATE_SIMULATE_H

#include "script/schedule/steering.h"

struct simulate_request {
    const char *program;                    /* path of triptych-simulate */
    const char *platform;                   /* path of a SimGrid platform (XML) */
    const struct schedule_problem *problem; /* its tasks, with `work` in flop, and its edges */
    struct schedule_steering_options options;
};

struct simulate_machine {
    char *name;
    double speed; /* flop per second of one core */
    uint32_t cores;
};

struct simulate_result {
    struct schedule_plan plan; /* what happened */
    double planned;            /* the makespan that the scheduler expected */
    struct schedule_steering_counts counts;
    struct simulate_machine *machines;
    uint32_t machine_count;
};

/* Free the result with simulate_free(), also after an error. */
bool simulate_run(const struct simulate_request *request, struct simulate_result *result,
                  struct error *error);
void simulate_free(struct simulate_result *result);

#endif
