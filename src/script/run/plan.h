/* plan.h: where tasks run by their models: a plan for the agents, or for the cores of this machine,
 * which is mended while tasks run.
 *
 * Which task can start is decided by the run alone (ready.h): its streams, `after`, attempts and
 * cycles are more than a plan knows of. The plan says which of those comes first, and where. */
#ifndef SCRIPT_RUN_PLAN_H
#define SCRIPT_RUN_PLAN_H

#include "script/run/state.h"
#include "util/buffer.h"

/* Plans all tasks. Without a plan, and with a message that says why, the run goes on as if none had
 * been asked for. */
void plan_begin(struct run *run);
void plan_end(struct run *run);

/* The graph has got more tasks: plans the rest again. Tasks that can start must be told of again.
 */
void plan_more(struct run *run);

/* Returns the seconds between two such plans, so that planning takes little of the run. */
double plan_pause(const struct run *run);

/* A task can start; it was started; its process has ended, well or not; it is settled and will not
 * start any more. */
void plan_ready(struct run *run, uint32_t task);
void plan_started(struct run *run, uint32_t task);
void plan_ended(struct run *run, uint32_t task, bool good);
void plan_settled(struct run *run, uint32_t task);

/* An agent is lost: what was to run there is placed elsewhere. */
void plan_lost(struct run *run);

/* Returns the next task to start; SCRIPT_NONE: none. */
uint32_t plan_next(struct run *run);

/* Returns the agent of a task that is to be started. */
uint32_t plan_agent(const struct run *run, uint32_t task);

/* True if a writer and its only reader are best started together, with a pipe between them: if the
 * reader will not keep a core for nothing that others could use. */
bool plan_wants_pipe(const struct run *run, uint32_t writer, uint32_t reader);

/* Returns how long to wait, in ms, so that idle agents may steal; -1: for ever. */
int plan_wait(const struct run *run, int wait);

/* Adds how often the plan was changed, if it was: for the progress line. */
void plan_add_counts(const struct run *run, struct buffer *line);

/* Returns the seconds until the expected end; negative: not known. */
double plan_left(const struct run *run);

#endif
