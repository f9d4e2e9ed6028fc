/* graph.h: what a script says: tasks, the streams between them, and which task runs after which.
 * Tasks and streams have numbers from 0, in the order in which the script makes them. */
#ifndef SCRIPT_GRAPH_GRAPH_H
#define SCRIPT_GRAPH_GRAPH_H

#include "util/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCRIPT_NONE UINT32_MAX

/* What a standard input, output or error is connected to. */
enum script_end_kind {
    SCRIPT_END_DEFAULT, /* input: empty; output: lines of the command's own; error: inherited */
    SCRIPT_END_STREAM,
    SCRIPT_END_FILE,
    SCRIPT_END_APPEND, /* an output is added to a file */
};

struct script_end {
    enum script_end_kind kind;
    uint32_t stream;
    const char *file; /* relative to the task's folder */
};

/* What the end of a failed task means for the others. */
enum script_on_failure {
    SCRIPT_FAILURE_SKIP,   /* tasks that need it are not run */
    SCRIPT_FAILURE_STOP,   /* nothing else is started, and what runs is stopped */
    SCRIPT_FAILURE_IGNORE, /* it counts as done */
};

struct script_task {
    const char *name;
    const char *file; /* where the script made it */
    uint32_t line;
    uint32_t cores;
    const char **words;       /* up to NULL */
    const char **environment; /* NAME=VALUE, or NAME to remove it, up to NULL; or NULL */
    const char *folder;       /* or NULL */
    struct script_end in, out, err;
    const uint32_t *after; /* tasks that must have ended well before */
    uint32_t after_count;
    uint32_t retries;
    uint32_t places; /* of an MPI program; 0: it is none */
    enum script_on_failure on_failure;
    uint32_t instead_of;            /* a task that is run only if this one fails; or SCRIPT_NONE */
    uint64_t memory;                /* bytes of address space, 0: any */
    double seconds;                 /* limit of wall time, 0: none */
    double grow;                    /* factor of memory and time from one attempt to the next */
    double cost;                    /* seconds by its model; 0: not known */
    double bytes;                   /* that it writes into its stream by its model; 0: not known */
    const char **inputs, **outputs; /* files, up to NULL; or NULL */
    bool measure;
};

/* A list of numbers. */
struct script_numbers {
    uint32_t *list;
    size_t count, room;
};

struct script_stream {
    const char *name;
    const char *file;
    uint32_t line;
    uint32_t record;    /* bytes of a record; 0: lines */
    int store;          /* 1: kept on disk, 0: not, -1: as is best */
    bool script;        /* the script itself reads it, from disk */
    bool cyclic;        /* some reader's output comes back to a writer: see script_graph_cycles */
    const char **from;  /* files that are read into it, up to NULL; or NULL */
    const char **to;    /* files that it is written to, up to NULL; or NULL */
    const char **texts; /* constants that go into it first, up to NULL; or NULL */
    struct script_numbers writers, readers; /* tasks */
};

struct script_costs;

/* What a script that goes on while its tasks run has asked for last. */
enum script_asked {
    SCRIPT_ASKED_NOTHING,
    SCRIPT_ASKED_TASKS,  /* to be told when tasks have ended */
    SCRIPT_ASKED_STREAM, /* to be told when a stream has more than so many bytes, or has ended */
};

struct script_question {
    enum script_asked asked;
    const char *file; /* where it waits */
    uint32_t line;
    struct script_numbers tasks;
    uint32_t stream;
    uint64_t bytes;
};

struct script_graph {
    const char *file;
    struct script_question question;
    struct script_costs *costs; /* by which tasks get theirs while it is read; or NULL */
    struct arena arena;
    struct script_task *tasks;
    size_t task_count, task_room;
    struct script_stream *streams;
    size_t stream_count, stream_room;
    size_t checked_tasks, checked_streams; /* by script_graph_check */
    uint32_t *rings; /* by task: tasks with the same number are in one cycle of streams;
                        SCRIPT_NONE: in none. NULL: there are no cycles */
    size_t ring_room;
};

void script_graph_free(struct script_graph *graph);

/* Add a zeroed task or stream, whose number is the count before. */
struct script_task *script_graph_task(struct script_graph *graph);
struct script_stream *script_graph_stream(struct script_graph *graph);

void script_numbers_add(struct script_numbers *numbers, uint32_t number);

/* Returns the stream that a task reads or writes; NULL if it does not. */
struct script_stream *script_graph_in(const struct script_graph *graph, uint32_t task);
struct script_stream *script_graph_out(const struct script_graph *graph, uint32_t task);

#endif
