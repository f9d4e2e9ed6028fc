/* fleet.h: the agents of a run, as its master sees them: starts them, tells them what to do, and
 * hears from them. */
#ifndef SCRIPT_AGENTS_FLEET_H
#define SCRIPT_AGENTS_FLEET_H

#include "script/agents/flow_order.h"
#include "script/agents/handshake.h"

struct script_agents_fleet;

struct script_agents_fleet_options {
    uint32_t count;      /* of agents; 0 with Slurm: one for each node of the allocation */
    uint32_t cores;      /* of each; 0: as many as its node has for it */
    unsigned limit;      /* s without a sign of life after which an agent is lost */
    bool slurm;          /* one srun starts all of them; else they are started on this machine */
    const char *program; /* path of the agent */
};

/* How a task ended. */
struct script_agents_exit {
    uint32_t agent, task, attempt;
    int32_t status;       /* as waitpid(2) gives it; -1: it could not be started */
    uint64_t cpu, memory; /* ns; bytes */
    uint64_t bytes[2];    /* of its output and its errors that are sent */
    char *why;            /* it could not be started */
};

struct script_agents_fleet_listener {
    void *owner;
    /* An agent offers the input or output of a task. False: it is not wanted. */
    bool (*offered)(void *owner, const struct script_agents_purpose *purpose, int fd);
    void (*ended)(void *owner, const struct script_agents_exit *how);
    /* An agent answers a message of script_agents_network. */
    void (*pong)(void *owner, uint32_t agent, uint32_t number);
    /* Something happened to a stream that an agent keeps. */
    void (*news)(void *owner, uint32_t agent, const struct script_agents_news *news);
    /* An agent is gone; nothing more is heard from it. */
    void (*lost)(void *owner, uint32_t agent);
};

/* Starts agents, and waits until they are there. NULL with an error. */
struct script_agents_fleet *
script_agents_fleet_new(const struct script_agents_fleet_options *options, struct error *error);

/* Stops them with everything that they run. */
void script_agents_fleet_free(struct script_agents_fleet *fleet);

void script_agents_fleet_listen(struct script_agents_fleet *fleet,
                                const struct script_agents_fleet_listener *listener);

/* The descriptor that is readable when there is something to do. */
int script_agents_fleet_descriptor(const struct script_agents_fleet *fleet);

/* Does what there is to do. Returns false if all agents are gone. */
bool script_agents_fleet_step(struct script_agents_fleet *fleet);

/* True if an agent has not yet taken all messages: step again soon. */
bool script_agents_fleet_is_behind(const struct script_agents_fleet *fleet);

/* Sends messages. */
void script_agents_fleet_send(struct script_agents_fleet *fleet, uint32_t agent,
                              const struct buffer *messages);

uint32_t script_agents_fleet_count(const struct script_agents_fleet *fleet);
bool script_agents_fleet_was_there(const struct script_agents_fleet *fleet, uint32_t agent);
bool script_agents_fleet_is_there(const struct script_agents_fleet *fleet, uint32_t agent);
uint32_t script_agents_fleet_cores(const struct script_agents_fleet *fleet, uint32_t agent);

/* Returns the bytes of memory of an agent: those of its node, divided among the agents there. */
uint64_t script_agents_fleet_memory(const struct script_agents_fleet *fleet, uint32_t agent);

/* Returns the speed of an agent's cores relative to the fastest agent, as it has measured it. */
double script_agents_fleet_speed(const struct script_agents_fleet *fleet, uint32_t agent);

/* Returns "ADDRESS PORT" at which other agents reach an agent. */
const char *script_agents_fleet_address(const struct script_agents_fleet *fleet, uint32_t agent);
const char *script_agents_fleet_host(const struct script_agents_fleet *fleet, uint32_t agent);

#endif
