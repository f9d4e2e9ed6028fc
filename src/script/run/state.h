/* state.h: a run while it goes on, as the files of this room share it. */
#ifndef SCRIPT_RUN_STATE_H
#define SCRIPT_RUN_STATE_H

#include "script/run/guard.h"
#include "script/run/programs.h"
#include "script/run/run.h"
#include "script/streams/hub.h"

#include <sys/resource.h>

struct run_task {
    uint32_t waits; /* tasks that must end before */
    uint32_t cores; /* that it has while it runs */
    uint64_t memory;
    pid_t pid;
    uint64_t deadline; /* ns; 0: none */
    uint8_t killed;    /* 0: no, 1: SIGTERM, 2: SIGKILL */
    bool unneeded;     /* it was skipped without anything having failed */
    bool counted;      /* the readers of its streams need not wait for it any more */
    uint8_t untaken;   /* outputs that the hub has not taken completely */
    struct flow_reader *reader;
    struct flow_writer *out, *err;
    int held_out, held_err; /* files that hold the output until the task ends well; -1: none */
    /* Of a task on an agent: */
    uint32_t agent;
    uint8_t links;      /* bits of enum script_agents_role: connections that are expected */
    uint8_t losses;     /* how often its agent was lost */
    bool lost;          /* its agent is */
    bool repeating;     /* it is to be started elsewhere */
    bool again[2];      /* its output or error is expected once more */
    bool cut;           /* not all of its output came */
    uint64_t totals[2]; /* bytes of its output and error */
    uint8_t away; /* bits 0, 1, 2: input, output, error are with an agent that keeps the stream */
    bool taken_kept;         /* all of its output is on disk */
    uint64_t taken_bytes[2]; /* of its output and error */
};

struct run_stream {
    struct flow *flow;
    uint32_t unstarted;   /* writers that the readers wait for */
    int bare;             /* reading end of the pipe between its only writer and reader; -1: none */
    bool bare_remote;     /* an agent has made it, and its reader has not started */
    uint32_t bare_writer; /* of which the reader died first; SCRIPT_NONE: none */
    uint32_t home;        /* agent that keeps it; SCRIPT_NONE: none does */
    bool home_lost;       /* that is lost, with all that was in it */
    bool crowded;         /* its readers must start, whether cores are free or not */
    bool unheard;         /* a reader did not end well: a later run needs all of the stream */
    bool broken;          /* a writer failed: what the readers get is incomplete */
};

/* Numbers of tasks, those of the highest priority first. */
struct run_queue {
    struct run_queued {
        double priority;
        uint32_t task;
    } * heap;
    size_t count, room;
};

struct run_plan;
struct script_agents_batch;

struct run {
    struct script_graph *graph;
    const struct script_run_options *options;
    struct script_run_result *result;
    struct script_task_run *shown; /* = result->tasks */
    struct run_task *tasks;
    struct run_stream *streams;
    struct run_stream output; /* the command's own: number SCRIPT_NONE */
    size_t task_room, shown_room, stream_room, kept_room, preloaded_room, priority_room;
    uint32_t task_count, stream_count; /* of the graph, as far as they are here */
    bool *kept;                        /* by task: an earlier run has done it; NULL: none */
    uint64_t *preloaded;               /* by stream: bytes that it begins with; NULL: none */
    bool is_open;                      /* the script goes on, and may make more tasks */
    bool has_said;                     /* it has said more */
    size_t asked;                      /* of the tasks that it waits for, those that are settled */
    uint64_t taken;                    /* ns: when tasks were taken last */
    struct script_journal *journal;
    struct script_hub *hub;
    struct script_guard guard;
    struct script_programs programs;
    struct run_queue ready; /* with a plan: tasks that must start regardless of it */
    struct run_plan *plan;  /* NULL: none */
    uint32_t *successors, *successor_start; /* of task i: from start[i] to before start[i + 1] */
    uint32_t first_count;                   /* tasks that these are of */
    struct run_edge {
        uint32_t task, next; /* next: plus 1; 0: none */
    } * edges;               /* to tasks that were made later */
    size_t edge_count, edge_room;
    uint32_t *first_edge; /* by task: plus 1; 0: none; NULL: there are no edges */
    size_t first_edge_room;
    double *priorities; /* NULL: in the order of the script */
    uint32_t *slots;    /* by slot: its task, or SCRIPT_NONE */
    uint32_t slot_count, running;
    uint32_t free_cores;
    uint64_t free_memory;
    uint32_t *agent_free;              /* by agent: cores */
    uint64_t *agent_memory;            /* by agent: free bytes */
    char token[2 * 16 + 1];            /* in the folder of streams: shows agents that it is that */
    struct script_agents_batch *array; /* or NULL: tasks are not run in job arrays */
    char *array_folder;
    uint32_t *ended; /* tasks to be settled, last in first out */
    size_t ended_count, ended_room;
    size_t left;         /* tasks that are not settled */
    struct rlimit files; /* limit of open files that tasks get */
    int null;            /* /dev/null */
    int signals;         /* signalfd */
    bool stopping;
    uint64_t stop_deadline;
    struct error trouble; /* first error of the run itself; empty: none */
};

/* ns of the monotonic clock. */
uint64_t run_now(void);

/* Notes a task that is to be settled. */
void run_end_soon(struct run *run, uint32_t task);

/* Opens the flow of a stream with all its readers, files and texts, once. */
struct flow *run_flow(struct run *run, uint32_t stream);

const struct run_stream *run_stream(const struct run *run, uint32_t stream);

/* Returns how a stream behaves. */
struct script_flow_about run_flow_about(const struct run *run, uint32_t stream);

/* Returns the tasks of a list that will still write or read. */
uint32_t run_count_to_come(const struct run *run, const struct script_numbers *tasks);

#endif
