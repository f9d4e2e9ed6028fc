/* batch.h: tasks as elements of Slurm's job arrays: submits those that want the same in one sbatch,
 * asks squeue for those that give no result, and cancels what is left.
 *
 * Nothing but files connects an element with the master, in a folder that both see:
 *   N.list      of the Nth array: the task, attempt and time limit of each element, a line each
 *   T.A.order   the order of task T, attempt A, as an agent gets it
 *   ended/T.A   how it ended: struct script_agents_batch_end, and the message that an agent sends
 */
#ifndef SCRIPT_AGENTS_BATCH_H
#define SCRIPT_AGENTS_BATCH_H

#include "util/error.h"

#include <stdint.h>

/* What a task wants. */
struct script_agents_batch_request {
    uint32_t task, attempt;
    uint32_t cores, ranks; /* ranks 0: it is no MPI program */
    uint64_t memory;       /* bytes; 0: any */
    double seconds;        /* 0: any */
};

/* At the beginning of the file of an element that has ended. */
struct script_agents_batch_end {
    uint64_t start, end; /* ns since 1970 */
    uint64_t timed_out;  /* 1: its time was over */
};

struct script_agents_batch;

struct script_agents_batch_options {
    const char *folder;  /* of the files above; exists, with ended/ in it */
    const char *program; /* path of the agent */
    uint32_t tasks;      /* of the script */
    double rate;         /* of sbatch commands per second */
    void *owner;
    /* An element will give no result. */
    void (*gone)(void *owner, uint32_t task, const char *why);
};

/* NULL with an error. */
struct script_agents_batch *
script_agents_batch_new(const struct script_agents_batch_options *options, struct error *error);

/* Cancels what is left. */
void script_agents_batch_free(struct script_agents_batch *batch);

/* Notes a task, which is submitted soon; its order must be there. */
void script_agents_batch_add(struct script_agents_batch *batch,
                             const struct script_agents_batch_request *request);

/* Submits and asks, as the rate allows. */
void script_agents_batch_step(struct script_agents_batch *batch);

/* A task has ended. */
void script_agents_batch_ended(struct script_agents_batch *batch, uint32_t task);

/* Its result is not wanted any more. */
void script_agents_batch_cancel(struct script_agents_batch *batch, uint32_t task);

#endif
