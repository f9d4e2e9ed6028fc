/* run.h: runs the tasks of a graph, on this machine or on agents. */
#ifndef SCRIPT_RUN_RUN_H
#define SCRIPT_RUN_RUN_H

#include "script/graph/read.h"
#include "script/schedule/problem.h"
#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* States of a task. */
enum script_state {
    SCRIPT_WAITING, /* for other tasks */
    SCRIPT_READY,   /* for cores */
    SCRIPT_RUNNING,
    SCRIPT_ENDED, /* its output is not yet taken */
    SCRIPT_DONE,
    SCRIPT_KEPT, /* done in an earlier run */
    SCRIPT_FAILED,
    SCRIPT_SKIPPED, /* a task that it needs failed, or it was not needed */
    SCRIPT_STATES,
};

/* What became of a task. */
struct script_task_run {
    enum script_state state;
    uint32_t attempts;
    uint32_t slot;
    uint32_t agent; /* that ran it; 0 if there are none */
    bool stolen;    /* from the node that it was planned for */
    int status;     /* as waitpid(2) gives it; -1: it could not be started */
    bool timed_out;
    bool tainted;             /* its input was incomplete, or its output is not kept */
    uint64_t start, end;      /* ns of the monotonic clock; of the last attempt */
    uint64_t written, memory; /* bytes: of its output; the largest resident size */
    bool is_counted;          /* `written` is all of it: it did not go through a bare pipe */
    uint64_t stored;          /* bytes of its output that are kept on disk */
    bool is_stored;           /* that is all of it */
    double cpu;               /* seconds */
    double own;               /* seconds that it took by itself, when it has ended */
};

struct script_agents_fleet;

/* A script that goes on while its tasks run: it waits for what graph->question says. */
struct script_run_more {
    void *owner;
    int fd; /* readable when it has said more */
    /* Takes what it has said; new tasks are in the graph, and checked. */
    enum script_said (*take)(void *owner, struct error *error);
    void (*answer)(void *owner, const char *line);
    /* A child that is no task has ended: it may be the script. */
    void (*ended)(void *owner, pid_t pid, int status);
};

/* What an earlier run has done. */
struct script_run_earlier {
    void *owner;
    /* Fills in which of the tasks that are new in the graph are kept, and the bytes with which new
     * streams begin. */
    bool (*find)(void *owner, bool *kept, uint64_t *preloaded, struct error *error);
};

struct script_run_options {
    const char *folder; /* where everything of the run is kept; exists */
    uint32_t cores;
    uint64_t memory;                          /* of all running tasks; 0: any */
    bool counts;                              /* the bytes of all streams: none is a bare pipe */
    bool quiet;                               /* no progress line */
    const struct script_run_earlier *earlier; /* NULL: there was none */
    const struct script_run_more *more;       /* a script that goes on; NULL: it has ended */
    struct script_agents_fleet *fleet; /* agents that run the tasks; NULL: this process does */
    const char *triptych;              /* path of the command, for measured tasks */
    const char *array_program;         /* agent that runs tasks in job arrays; NULL: they are not */
    double array_rate;                 /* sbatch commands per second */
    bool planned;                      /* tasks are placed by their costs */
    enum script_schedule_algorithm algorithm; /* by which they are */
    const double *speeds;                     /* by agent; NULL: as measured */
    const struct script_schedule_link *links; /* by agent, to the master; NULL: not measured */
};

/* A node that ran tasks: an agent, or this machine. */
struct script_run_node {
    char *host;
    uint32_t cores;
    double
        speed; /* as believed at the end of a planned run, relative to the others; 0: not known */
    struct script_schedule_link link; /* to the master; bandwidth 0: not measured */
};

/* How tasks were placed by a plan. */
struct script_run_schedule {
    bool is_used;
    enum script_schedule_algorithm algorithm;
    double planned;                  /* seconds of the first plan */
    uint32_t plans, adopted, stolen; /* later plans; those that were better; tasks */
};

struct script_run_result {
    struct script_task_run *tasks; /* one per task; to be freed */
    size_t counts[SCRIPT_STATES];
    uint64_t start, end, real_start; /* ns */
    int signal;                      /* that stopped it; 0: none */
    uint32_t slots;                  /* that were used */
    struct script_run_node *nodes;
    uint32_t node_count;
    struct script_run_schedule schedule;
};

struct script_journal;

/* Runs all tasks. `journal` may be NULL. False with an error if the run itself cannot go on; tasks
 * that fail are part of the result, which is filled in either case. */
bool script_run(struct script_graph *graph, const struct script_run_options *options,
                struct script_journal *journal, struct script_run_result *result,
                struct error *error);

/* Frees what a result holds. */
void script_run_result_free(struct script_run_result *result);

#endif
