/* steering.h: follows a plan while tasks run, and mends it: models are refined by what tasks took,
 * the rest is planned again when that gains more than it costs, and idle machines steal from those
 * that fall behind.
 *
 * Whoever runs the tasks (the script's agents, a simulation) asks what to start where, and tells
 * when a task has ended. Time is any clock that starts at 0 with the run. */
#ifndef SCRIPT_SCHEDULE_STEERING_H
#define SCRIPT_SCHEDULE_STEERING_H

#include "script/schedule/problem.h"

struct script_schedule_steering;

struct script_schedule_steering_options {
    enum script_schedule_algorithm algorithm;
    uint64_t seed;
    bool refine;   /* correct models and plan the rest again; else the plan is followed as it is */
    bool steal;    /* idle machines take tasks from others */
    double cost;   /* seconds that planning again costs: it must gain more */
    double pause;  /* seconds between two plans, at least */
    bool external; /* whoever runs the tasks says which can start: see below */
};

enum { SCHEDULE_NONE = UINT32_MAX };

/* Plans all tasks. The problem must outlive it. NULL with an error if the problem is not valid. */
struct script_schedule_steering *
script_schedule_steering_new(const struct script_schedule_problem *problem,
                             const struct script_schedule_steering_options *options,
                             struct error *error);
void script_schedule_steering_free(struct script_schedule_steering *steering);

/* Returns a task to start on a machine now, and counts it as started; SCHEDULE_NONE if there is
 * none. To be called until then, at the start, for every machine after each end of a task, and at
 * *wake: when data of the next task will have come (INFINITY: not before another task ends). */
uint32_t script_schedule_steering_next(struct script_schedule_steering *steering, uint32_t machine,
                                       double now, double *wake);

/* Notes that a task that was started has ended, and how many seconds it took by itself: without
 * waiting for data. */
void script_schedule_steering_finished(struct script_schedule_steering *steering, uint32_t task,
                                       double now, double seconds);

/* A task that failed must run again: it counts as not started. */
void script_schedule_steering_failed(struct script_schedule_steering *steering, uint32_t task,
                                     double now);

/* With `external`, edges serve for planning alone: a task can start when the caller says so,
 * because it knows more of what a task needs. Of those, script_schedule_steering_next() returns the
 * one that is planned first on the machine, or one that is stolen; a reader of a stream when it
 * would not wait for its writers, or when there is nothing else. *wake is INFINITY then, but a
 * later call may steal what an earlier one did not. */
void script_schedule_steering_ready(struct script_schedule_steering *steering, uint32_t task);

/* Notes that the caller has started a task by itself, maybe on more cores than are free. Nothing
 * happens if it is running already. */
void script_schedule_steering_started(struct script_schedule_steering *steering, uint32_t task,
                                      uint32_t machine, double now);

/* Notes that a task that has not started never will. */
void script_schedule_steering_dropped(struct script_schedule_steering *steering, uint32_t task,
                                      double now);

/* Notes that a machine is gone, whose cores the caller has set to 0 in the problem: the rest is
 * planned again. Tasks that run there are told of by script_schedule_steering_failed() or
 * _finished. No task may need more cores than another machine has. */
void script_schedule_steering_lost(struct script_schedule_steering *steering, double now);

/* Returns a task that can start; SCHEDULE_NONE: none. */
uint32_t script_schedule_steering_any(struct script_schedule_steering *steering);

/* Sets `cost` and `pause` of the options, when it is known how long planning takes. */
void script_schedule_steering_price(struct script_schedule_steering *steering, double cost,
                                    double pause);

/* Returns the speed of a machine as it is believed to be now. */
double script_schedule_steering_speed(const struct script_schedule_steering *steering,
                                      uint32_t machine);

/* The slots of all tasks: measured ones of those that have ended, expected ones of the others. */
const struct script_schedule_slot *
script_schedule_steering_slots(const struct script_schedule_steering *steering);

/* The expected end of the run. */
double script_schedule_steering_end(const struct script_schedule_steering *steering);

/* Counts of what was done. */
struct script_schedule_steering_counts {
    uint32_t ended, plans, adopted, stolen;
};

struct script_schedule_steering_counts
script_schedule_steering_counts(const struct script_schedule_steering *steering);

#endif
