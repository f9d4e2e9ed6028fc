/* jobs.h: the tasks that an agent runs. */
#ifndef SCRIPT_AGENTS_AGENT_JOBS_H
#define SCRIPT_AGENTS_AGENT_JOBS_H

#include "script/agents/agent/flows.h"
#include "script/agents/handshake.h"
#include "script/agents/order.h"
#include "script/run/guard.h"
#include "script/run/programs.h"

#include <poll.h>
#include <sys/resource.h>

enum { JOBS_MOST = 4096 }; /* at a time */

struct job {
    bool used;
    uint32_t task, attempt;
    pid_t pid;
    struct relay *in, *out[2]; /* or NULL */
};

/* The reading end of a pipe whose reader has not started. */
struct job_pipe {
    uint32_t stream;
    int fd;
};

struct jobs {
    const char *host, *port;
    unsigned char secret[AGENTS_SECRET];
    unsigned limit; /* s of silence after which a peer is lost */
    struct script_agents_patience patience;
    struct script_agents_purpose self;
    struct job *list;
    struct relay *relays;
    size_t relay_count;
    struct job_pipe *pipes;
    size_t pipe_count, pipe_room;
    struct flows flows;
    struct script_guard guard;
    struct script_programs programs;
    struct rlimit files;
    struct buffer out; /* messages for the master */
};

/* `silence`: ms after which the guard takes this process for frozen. */
bool jobs_begin(struct jobs *jobs, int silence, struct error *error);

/* Starts a task. */
void jobs_start(struct jobs *jobs, const struct script_agents_order *order);

void jobs_signal(struct jobs *jobs, uint32_t task, int number);

/* Takes the exit status of all processes that have ended. */
void jobs_reap(struct jobs *jobs);

/* Kills all of them. */
void jobs_kill(struct jobs *jobs);

/* Passes on what tasks read and write. */
void jobs_pump(struct jobs *jobs);

/* Fills in what to wait for; there is room for relay_count. Returns how many. */
size_t jobs_ask(const struct jobs *jobs, struct pollfd *asked);

#endif
