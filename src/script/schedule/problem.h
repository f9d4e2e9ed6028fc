/* problem.h: tasks that feed one another, machines that could run them, and when and where each
 * task runs. Self-contained: whoever has a graph of tasks (the script, a simulation, a benchmark)
 * fills in a problem and gets a plan.
 *
 * Tasks, edges and machines are numbered from 0 in the order of their arrays. All times are in
 * seconds. The arrays belong to the caller and must outlive the calls. */
#ifndef SCRIPT_SCHEDULE_PROBLEM_H
#define SCRIPT_SCHEDULE_PROBLEM_H

#include "util/error.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct script_schedule_task {
    double work;     /* flop; or seconds, if the speeds of machines are relative to 1 */
    uint32_t cores;  /* all on one machine, at least 1; they do not divide `work` */
    uint32_t model;  /* tasks with the same number share a model, and thus its error */
    uint64_t memory; /* bytes: tasks that run on a machine at a time have it together at most */
};

enum script_schedule_edge_kind {
    SCHEDULE_AFTER,  /* the reader starts when all bytes of the ended writer have arrived */
    SCHEDULE_STREAM, /* the reader starts when the first chunk has arrived, and ends no earlier than
                        it could with the last one arriving after the writer's end */
};

struct script_schedule_edge {
    uint32_t from, to;
    double bytes; /* 0: a dependency without data, which costs the latency alone */
    uint8_t kind; /* enum script_schedule_edge_kind */
};

/* Bytes of a stream are passed on in chunks of this size, or all at once if there are fewer. */
#define SCHEDULE_CHUNK 65536.0

/* The way between two machines: through the link of the one, between their sites, and through the
 * link of the other. Latencies add up; the narrowest part decides. Within a machine, data cost
 * nothing. */
struct script_schedule_link {
    double bandwidth; /* bytes per second; INFINITY: never the narrowest part */
    double latency;   /* seconds */
};

enum { SCHEDULE_CORES_MOST = 1 << 20 };

struct script_schedule_machine {
    double speed; /* `work` per second of one core */
    uint32_t cores;
    uint32_t site; /* row and column of `sites` below */
    struct script_schedule_link link;
    uint64_t memory; /* bytes; 0: any */
};

struct script_schedule_problem {
    const struct script_schedule_task *tasks;
    const struct script_schedule_edge *edges;
    const struct script_schedule_machine *machines;
    uint32_t task_count, edge_count, machine_count;

    /* Links between sites: the one from site a to site b is sites[a * site_count + b], also for a =
     * b. Without sites (NULL, 0), links of machines alone count. */
    const struct script_schedule_link *sites;
    uint32_t site_count;

    /* Seconds of each task on each machine, [task * machine_count + machine], where work / speed
     * does not tell; INFINITY: cannot run there. NULL: work / speed. */
    const double *seconds;
};

/* When and where one task runs. */
struct script_schedule_slot {
    uint32_t machine;
    double start, end;
};

struct script_schedule_plan {
    struct script_schedule_slot *slots; /* one per task */
    uint32_t task_count;
    double makespan;
};

enum script_schedule_algorithm {
    SCHEDULE_HEFT,    /* Topcuoglu, Hariri, Wu 2002 */
    SCHEDULE_PEFT,    /* Arabnejad, Barbosa 2014 */
    SCHEDULE_MIN_MIN, /* Ibarra, Kim 1977 */
    SCHEDULE_RANDOM,  /* any machine: what the others must beat */
    SCHEDULE_ALGORITHMS
};

/* "heft", "peft", "min-min", "random". */
const char *script_schedule_algorithm_name(enum script_schedule_algorithm algorithm);
bool script_schedule_algorithm_find(const char *name, enum script_schedule_algorithm *algorithm);

/* Checks everything that a caller could get wrong: numbers that are none, negative costs, edges to
 * tasks that are not there, cycles, tasks that no machine has enough cores for. */
bool script_schedule_problem_check(const struct script_schedule_problem *problem,
                                   struct error *error);

/* Checks all of that but cycles, which take a pass over the edges. */
bool script_schedule_problem_check_values(const struct script_schedule_problem *problem,
                                          struct error *error);

/* Plans all tasks; checks the problem first. The plan depends on nothing but the problem and, for
 * SCHEDULE_RANDOM, the seed. Free it with script_schedule_plan_free(). */
bool script_schedule_make(const struct script_schedule_problem *problem,
                          enum script_schedule_algorithm algorithm, uint64_t seed,
                          struct script_schedule_plan *plan, struct error *error);
void script_schedule_plan_free(struct script_schedule_plan *plan);

/* Returns the seconds of a task on a machine; INFINITY if it cannot run there. */
static inline double script_schedule_seconds(const struct script_schedule_problem *problem,
                                             uint32_t task, uint32_t machine)
{
    if (problem->tasks[task].cores > problem->machines[machine].cores)
        return INFINITY;
    if (problem->seconds)
        return problem->seconds[(size_t)task * problem->machine_count + machine];
    return problem->tasks[task].work / problem->machines[machine].speed;
}

/* Returns the way from one machine to another one. */
static inline struct script_schedule_link
script_schedule_way(const struct script_schedule_problem *problem, uint32_t from, uint32_t to)
{
    const struct script_schedule_machine *a = &problem->machines[from], *b = &problem->machines[to];
    struct script_schedule_link way = {fmin(a->link.bandwidth, b->link.bandwidth),
                                       a->link.latency + b->link.latency};
    if (problem->sites) {
        const struct script_schedule_link *between =
            &problem->sites[(size_t)a->site * problem->site_count + b->site];
        way.bandwidth = fmin(way.bandwidth, between->bandwidth);
        way.latency += between->latency;
    }
    return way;
}

#endif
