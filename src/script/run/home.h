/* home.h: streams that an agent keeps instead of this process: that of the node where the stream
 * begins. Tasks of that node have pipes to it; those of other nodes are connected to it directly.
 *
 * Streams with files or constants at their ends, and those that the script keeps, stay here, as do
 * those whose tasks may be tried again or which an earlier run has begun: what they hold must
 * outlive an agent. */
#ifndef SCRIPT_RUN_HOME_H
#define SCRIPT_RUN_HOME_H

#include "script/agents/fleet.h"
#include "script/agents/order.h"
#include "script/run/state.h"

/* The ends of a task. */
enum { HOME_INPUT = 0, HOME_OUTPUT = 1, HOME_ERRORS = 2 };

const struct script_end *home_end(const struct run *run, uint32_t task, int which);

/* Makes the file by which agents know the folder of streams. */
bool home_begin(struct run *run, struct error *error);

/* True if an agent keeps a stream. */
bool home_has(const struct run *run, const struct script_end *end);

/* Says what an end of a task that starts now is connected to, if an
 * agent keeps, or can keep, the stream. False: this process does. */
bool home_order(struct run *run, uint32_t task, int which, struct script_agents_end *order);

/* A task has ended that was connected so: an output, which is taken later; its input, which is
 * released later. False: it was not. */
bool home_writer_ended(struct run *run, uint32_t task, int which, bool good);
bool home_reader_ended(struct run *run, uint32_t task);

/* A task that has not started will not. */
void home_absent(struct run *run, const struct script_end *end);
void home_reader_absent(struct run *run, uint32_t task);

/* A lost task is to be started again: its output is expected once more. */
void home_expect_again(struct run *run, uint32_t task, int which);

/* True if a stream is lost with the agent that kept it. */
bool home_is_lost(const struct run *run, const struct script_end *end);

#endif
