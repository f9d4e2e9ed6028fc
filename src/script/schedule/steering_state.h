/* steering_state.h: what the parts of steering share. */
#ifndef SCRIPT_SCHEDULE_STEERING_STATE_H
#define SCRIPT_SCHEDULE_STEERING_STATE_H

#include "script/schedule/corrections.h"
#include "script/schedule/graph.h"
#include "script/schedule/heap.h"
#include "script/schedule/steering.h"

enum script_schedule_task_state { SCHEDULE_PLANNED, SCHEDULE_RUNNING, SCHEDULE_ENDED };

/* The tasks of a machine in the order of their planned starts; those before `head` have started or
 * were taken away. */
struct script_schedule_queue {
    uint32_t *tasks; /* within steering->queued */
    uint32_t head, count;
};

struct script_schedule_steering {
    const struct script_schedule_problem *problem;
    struct script_schedule_steering_options options;
    struct script_schedule_graph graph;
    struct script_schedule_corrections corrections;
    struct script_schedule_corrected believed; /* the problem as it is believed to be now */
    struct script_schedule_slot *slots;
    uint8_t *states;        /* enum script_schedule_task_state of each task */
    uint32_t *waiting;      /* number of writers that a task waits for: their ends, or starts */
    uint32_t *free_cores;   /* of each machine */
    uint32_t *taken;        /* cores that each running task has */
    uint64_t *free_memory;  /* of each machine: bytes */
    uint64_t *taken_memory; /* bytes that each running task has of them */
    struct script_schedule_heap *heaps; /* external: of each machine, tasks that can start there */
    struct script_schedule_heap *later; /* the same, of readers that would wait for their writers */
    struct script_schedule_queue *queues; /* of each machine */
    uint32_t *queued;
    uint32_t *ready, ready_count; /* tasks that wait for no writer and have not started; may have
                                     some that have */
    uint32_t *running, running_count;
    double surprise;              /* sum of errors of predictions since the last plan */
    double plan_time;             /* when that was made */
    uint32_t since_plan, planned; /* tasks that ended since then; that are not started */
    struct script_schedule_steering_counts counts;
};

/* Seconds of a task on a machine, as believed now. */
static inline double
script_schedule_steering_seconds(const struct script_schedule_steering *steering, uint32_t task,
                                 uint32_t machine)
{
    return script_schedule_seconds(&steering->believed.problem, task, machine);
}

/* Returns the bytes that a task takes of a machine's memory; all of them if it wants more. */
static inline uint64_t
script_schedule_steering_memory(const struct script_schedule_steering *steering, uint32_t task,
                                uint32_t machine)
{
    uint64_t bytes = steering->problem->tasks[task].memory,
             most = steering->problem->machines[machine].memory;
    return bytes < most ? bytes : most;
}

/* True if a machine has the cores and the memory that a task needs. */
static inline bool script_schedule_steering_fits(const struct script_schedule_steering *steering,
                                                 uint32_t task, uint32_t machine)
{
    return steering->problem->tasks[task].cores <= steering->free_cores[machine] &&
           script_schedule_steering_memory(steering, task, machine) <=
               steering->free_memory[machine];
}

/* Sorts all tasks that have not started into the queues of their machines. */
void script_schedule_steering_fill_queues(struct script_schedule_steering *steering);

/* Makes a task one that can start. */
void script_schedule_steering_add_ready(struct script_schedule_steering *steering, uint32_t task);

/* Removes tasks that have started from the list of ready ones. */
void script_schedule_steering_tidy_ready(struct script_schedule_steering *steering);

/* Tells the readers of a task, by edges of that kind, that it has started or ended. */
void script_schedule_steering_tell(struct script_schedule_steering *steering, uint32_t task,
                                   uint8_t kind);

/* Returns the seconds of a task that runs on a machine, maybe on fewer cores than it needs. */
double script_schedule_steering_running(const struct script_schedule_steering *steering,
                                        uint32_t task, uint32_t machine);

/* Starts a task, and takes it off its machine. */
void script_schedule_steering_start(struct script_schedule_steering *steering, uint32_t task,
                                    uint32_t machine, double now);
void script_schedule_steering_stop(struct script_schedule_steering *steering, uint32_t task);

/* External: adds a task that can start to the heap of its machine; sorts all of them in anew; finds
 * the first of a machine; takes it if there are cores for it. */
void script_schedule_steering_push(struct script_schedule_steering *steering, uint32_t task);
void script_schedule_steering_fill_heaps(struct script_schedule_steering *steering);
uint32_t script_schedule_steering_first(struct script_schedule_steering *steering,
                                        uint32_t machine);
uint32_t script_schedule_steering_from_heap(struct script_schedule_steering *steering,
                                            uint32_t machine, double now);

/* Plans what has not started again, with refined models; the old plan stays if it is good enough,
 * unless `forced`. */
void script_schedule_steering_plan_again(struct script_schedule_steering *steering, double now,
                                         bool forced);

/* Returns when all data of a task that waits for no writer are on a machine. */
double script_schedule_steering_arrival(const struct script_schedule_steering *steering,
                                        uint32_t task, uint32_t machine);

/* Returns when a task that reads streams would no longer wait for its writers, all of which have
 * started; 0 if it reads none. */
double script_schedule_steering_due(const struct script_schedule_steering *steering, uint32_t task,
                                    uint32_t machine);

/* Refines models and plans the rest again, if there is a reason to. */
void script_schedule_steering_refine(struct script_schedule_steering *steering, double now);

/* Returns a task of another machine that would end earlier on this one. */
uint32_t script_schedule_steering_steal(struct script_schedule_steering *steering, uint32_t machine,
                                        double now);

#endif
